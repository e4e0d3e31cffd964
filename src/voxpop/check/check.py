"""Is this sentence true of the reviews? Each sentence of a summary is supported, contradicted, or not mentioned.

A sentence that repeats one of the reviews is compared with it word by word. Otherwise its opinions are counted in the
reviews, about the same thing of the same product, and compared with the number of people it names. What has no opinion
is left to entailment and words in common (``combine``).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from voxpop.aggregate.quotes import choose_quotes
from voxpop.check.align import ClaimChanges, find_changes
from voxpop.check.checked import CheckedSentence
from voxpop.check.combine import SUPPORTED, support_probabilities
from voxpop.check.count_verdicts import StatementVerdict, check_counts, is_divided
from voxpop.check.entailment import entailer
from voxpop.check.opinion_index import MatchedOpinions, OpinionIndex
from voxpop.check.parsed_texts import ParsedText, parse_texts
from voxpop.check.stated_counts import read_stated_counts
from voxpop.check.statements import Statement, continues_topic, find_statements, strip_frame
from voxpop.check.support_features import COPIED, Floats
from voxpop.lang import DEFAULT, LANGUAGES, detect, language
from voxpop.lang.punctuation import SEMICOLONS
from voxpop.summarize.meanings import lexicon_sign
from voxpop.types import Opinion, Product, Quote, Review, Span, Verdict

NEAR = 6  # sentences of the reviews that are compared word by word
WHOLE = 0.95  # the share of a sentence from which nothing else was added
QUOTES = 3
REPEATING = 0.6  # words in common from which a sentence may be a repetition
QUOTED = re.compile("(?<=“)[^”]+(?=”)")  # in reasons
READ = 16  # reviews that are read again for a topic on which the analysis has no opinions


def check(
    sentences: Sequence[str],
    sources: Sequence[Review | str],
    *,
    opinions: Iterable[Opinion] | None = None,
    product: Product | None = None,
    sentiment: str = "auto",
) -> list[CheckedSentence]:
    """Return a verdict for each sentence. ``opinions`` are those of an analysis; without, the reviews are read now."""
    checker = Checker(sources, opinions=opinions, product=product, sentiment=sentiment)
    return [checker.check(sentence) for sentence in sentences]


def split(summary: str) -> list[str]:
    """Return the sentences of a summary; bullets and lines are sentences too."""
    lang = detect_language(summary) or DEFAULT
    lines = (line.strip().lstrip("-*•·–— \t").strip() for line in summary.splitlines())
    sentences: list[str] = []
    for line in filter(None, lines):
        before = ""
        for start, end in language(lang).sentences(line):
            sentence = line[start:end]
            if before.endswith(tuple(SEMICOLONS)) and _belongs_to(before, sentence, lang):
                sentences[-1] = before = before + sentence
            elif any(map(str.isalnum, sentence)):
                sentences.append(before := sentence)
    return sentences


def _belongs_to(before: str, sentence: str, lang: str) -> bool:
    """Whether the words after a semicolon are of the same sentence."""
    return continues_topic(sentence, lang) or bool(read_stated_counts(before + sentence, lang))


def detect_language(text: str) -> str:
    """Return the language of a text; empty if it is none of ours."""
    lang = detect(text)
    return lang if lang in LANGUAGES else ""


def _split_opinions(
    opinions: Iterable[Opinion], by_language: Mapping[str, Sequence[Review]]
) -> dict[str, list[Opinion]]:
    """Return the opinions with praise or blame by the language of their review."""
    languages = {review.id: lang for lang, reviews in by_language.items() for review in reviews}
    split: dict[str, list[Opinion]] = {lang: [] for lang in by_language}
    for opinion in opinions:
        if opinion.polarity and opinion.review_id in languages:
            split[languages[opinion.review_id]].append(opinion)
    return split


def _normalized_opinion(opinion: Opinion, lang: str) -> Opinion:
    """Return an opinion with its words in the characters of the word lists."""
    normalize = language(lang).normalize
    entity = opinion.entity and normalize(opinion.entity)
    return replace(opinion, text=normalize(opinion.text), aspect=normalize(opinion.aspect), entity=entity)


class Checker:
    """Reviews, read once, to check sentences with."""

    def __init__(
        self,
        sources: Sequence[Review | str],
        *,
        opinions: Iterable[Opinion] | None = None,
        product: Product | None = None,
        sentiment: str = "auto",
    ) -> None:
        self.product, self.sentiment = product, sentiment
        self._written: dict[str, str] = {}  # the texts of reviews that are compared in other characters
        by_language: dict[str, list[Review]] = {}
        for number, source in enumerate(sources, 1):
            review = source if isinstance(source, Review) else Review(id=str(number), text=source)
            lang = review.lang or detect_language(review.text) or DEFAULT
            by_language.setdefault(lang, []).append(self._normalized(review, lang) if lang in LANGUAGES else review)
        self._parsed: dict[str, ParsedText] = {}
        by_language = {lang: reviews for lang, reviews in by_language.items() if lang in LANGUAGES}
        if opinions is None:
            split = {lang: self._extract(reviews, lang) for lang, reviews in by_language.items()}
        else:
            split = _split_opinions(opinions, by_language)
            for lang, ours in split.items():
                split[lang] = [_normalized_opinion(opinion, lang) for opinion in ours] if self._written else ours
        self.indexes = {lang: OpinionIndex(lang, reviews, split[lang]) for lang, reviews in by_language.items()}

    def _normalized(self, review: Review, lang: str) -> Review:
        """Return a review in the characters of the word lists."""
        text = language(lang).normalize(review.text)
        if text == review.text:
            return review
        self._written[review.id] = review.text
        return replace(review, text=text)

    def _extract(self, reviews: Sequence[Review], lang: str) -> list[Opinion]:
        parsed = self._parse([review.text for review in reviews], lang, [review.id for review in reviews])
        return [opinion for text in parsed for opinion in text.opinions]

    def _parse(self, texts: Sequence[str], lang: str, ids: Sequence[str]) -> list[ParsedText]:
        """Parse texts, each once."""
        new = {text: id for text, id in zip(texts, ids, strict=True) if text not in self._parsed}
        parsed = parse_texts(list(new), lang, ids=list(new.values()), product=self.product, sentiment=self.sentiment)
        self._parsed.update(zip(new, parsed, strict=True))
        return [self._parsed[text].with_id(id) for text, id in zip(texts, ids, strict=True)]

    def check(self, sentence: str) -> CheckedSentence:
        """Return the verdict on one sentence."""
        lang = detect_language(sentence)
        normal = language(lang).normalize(sentence) if lang else sentence
        return self._as_written(self._check(normal, lang), sentence)

    def _as_written(self, checked: CheckedSentence, sentence: str) -> CheckedSentence:
        """Return the verdict with the sentence and the quotes as they were given."""
        quotes = tuple(
            replace(quote, text=self._written[quote.review_id][quote.start : quote.end])
            if quote.review_id in self._written
            else quote
            for quote in checked.quotes
        )
        here = language(checked.lang)
        reason = QUOTED.sub(lambda match: here.as_written(match[0], sentence), checked.reason)
        return replace(checked, text=sentence, quotes=quotes, reason=reason)

    def _check(self, sentence: str, lang: str) -> CheckedSentence:
        if not any(map(str.isalnum, sentence)):
            return CheckedSentence(sentence, "unmentioned", "It says nothing that could be checked.")
        if lang not in self.indexes:
            return CheckedSentence(sentence, "unmentioned", self._why_not(lang), lang=lang or DEFAULT)
        index = self.indexes[lang]
        claim, unframed = self._parse([sentence, strip_frame(sentence, lang)], lang, ["summary", "summary"])
        copied, counted = self._check_copy(unframed, index), self._check_opinions(claim, index)
        if copied and (counted is None or overrules(copied, counted)):
            return replace(copied, text=sentence)
        return counted or replace(self._check_entailment(unframed, index), text=sentence)

    def _why_not(self, lang: str) -> str:
        """Return why a sentence in a language without reviews cannot be checked."""
        if not self.indexes:
            return "There are no reviews to check it against."
        theirs = " and ".join(LANGUAGES[code] for code in self.indexes)
        own = LANGUAGES.get(lang, "another language")
        return f"It is in {own} and the reviews are in {theirs}: it cannot be checked against them."

    # --- by the words of one review

    def _nearest(self, claim: ParsedText, index: OpinionIndex) -> list[tuple[ParsedText, Span]]:
        near = index.sentences.nearest(claim.text, count=NEAR)
        ids = [sentence.review_id for sentence in near]
        parsed = self._parse([index.texts[id] for id in ids], index.lang, ids)
        return [(text, sentence.span) for text, sentence in zip(parsed, near, strict=True)]

    def _check_copy(self, claim: ParsedText, index: OpinionIndex) -> CheckedSentence | None:
        """Return the verdict where a review says nearly the same in the same words."""
        if not any(near.share >= REPEATING for near in index.sentences.nearest(claim.text, count=NEAR)):
            return None
        reviews = {text.id: text for text, _ in self._nearest(claim, index)}
        changes = [(text, find_changes(text, claim)) for text in reviews.values()]
        copies = [(text, change) for text, change in changes if change.repeated >= COPIED]
        if not copies:
            return None
        chances = self._probabilities([text for text, _ in copies], claim)
        faithful = [copy for copy, chance in zip(copies, chances, strict=True) if chance >= SUPPORTED]
        unfaithful = [copy for copy, chance in zip(copies, chances, strict=True) if chance < SUPPORTED]
        opposed = [(text, change) for text, change in unfaithful if change.opposite or change.negation]
        score = float(chances.max())
        if len(faithful) > len(opposed):
            if not any(change.repeated > WHOLE or change.renamed for _, change in faithful):
                return None
            quotes, reason = _quote_copies(faithful), "A review says so in these words."
            return CheckedSentence(
                claim.text, "supported", reason, quotes, len(faithful), len(opposed), score, claim.lang
            )
        against = opposed or unfaithful
        if conflict := describe_conflict(against[0][1]):
            reason = f"A review says so, but {conflict}."
            quotes, supporting = _quote_copies(against), len(faithful)
            return CheckedSentence(
                claim.text, "contradicted", reason, quotes, supporting, len(against), score, claim.lang
            )
        return None

    # --- by counting opinions

    def _check_opinions(self, claim: ParsedText, index: OpinionIndex) -> CheckedSentence | None:
        verdicts = check_counts(read_stated_counts(claim.text, index.lang), index)
        if not verdicts:
            statements = find_statements(claim) or find_statements(self._parse_with_lexicon(claim))
            verdicts = [self._check_statement(statement, claim, index) for statement in statements]
        if not verdicts:
            return None
        order: tuple[Verdict, ...] = ("contradicted", "unmentioned", "supported")
        worst = min(verdicts, key=lambda verdict: order.index(verdict.verdict))
        shown = [opinion for verdict in verdicts if verdict.verdict == worst.verdict for opinion in verdict.shown]
        quotes = choose_quotes(shown, lambda ids: {id: index.texts[id] for id in ids}, count=QUOTES)
        score = min(verdict.score for verdict in verdicts) if worst.verdict != "unmentioned" else 0.0
        return CheckedSentence(
            claim.text, worst.verdict, worst.reason, quotes, worst.supporting, worst.opposing, score, claim.lang
        )

    def _parse_with_lexicon(self, claim: ParsedText) -> ParsedText:
        """Return a sentence with the opinions of the lexicon, for where the model reads none."""
        (parsed,) = parse_texts([claim.text], claim.lang, ids=[claim.id], product=self.product, sentiment="lexicon")
        return parsed

    def _check_statement(self, statement: Statement, claim: ParsedText, index: OpinionIndex) -> StatementVerdict:
        matched = index.match(statement)
        if not (matched.supporting or matched.opposing or matched.elsewhere):
            matched = self._read_again(statement, index)
        supporting, opposing = len(matched.supporting), len(matched.opposing)
        name = statement.opinion.text
        if not supporting + opposing:
            return _check_elsewhere(matched, name)
        verdict = judge_counts(statement, matched, len(index.reviews))
        if verdict == "supported" and not matched.exact and not self._is_said(statement, matched, claim, index):
            side = "well" if statement.sign > 0 else "badly"
            reason = f"Reviews speak {side} of “{name}”, but none says “{statement.words}”."
            return StatementVerdict("unmentioned", reason, supporting, opposing, matched.supporting)
        reason = f"{supporting:,} of {supporting + opposing:,} reviews that speak of “{name}” say so."
        shown = matched.supporting if verdict == "supported" else matched.opposing or matched.supporting
        return StatementVerdict(verdict, reason, supporting, opposing, shown)

    def _read_again(self, statement: Statement, index: OpinionIndex) -> MatchedOpinions:
        """Match opinions of reviews that use the words of a statement: an analysis keeps only those on aspects."""
        near = index.sentences.containing(statement.opinion.aspect or statement.opinion.text, count=READ)
        ids = [sentence.review_id for sentence in near]
        parsed = self._parse([index.texts[id] for id in ids], index.lang, ids)
        opinions = [opinion for text in parsed for opinion in text.opinions]
        return OpinionIndex(index.lang, index.reviews, opinions).match(statement) if opinions else MatchedOpinions()

    def _is_said(self, statement: Statement, matched: MatchedOpinions, claim: ParsedText, index: OpinionIndex) -> bool:
        """Whether some review on the side of a statement says it in other words."""
        clause = claim.text[slice(*statement.opinion.evidence)] or claim.text
        near = [(opinion, index.texts[opinion.review_id]) for opinion in matched.supporting[:NEAR]]
        texts = [text[slice(*opinion.evidence)] or text for opinion, text in near]
        (parsed_clause,) = self._parse([clause], index.lang, ["claim"])
        sources = self._parse(texts, index.lang, [opinion.review_id for opinion, _ in near])
        return bool((self._probabilities(sources, parsed_clause) >= SUPPORTED).any())

    def _probabilities(self, sources: Sequence[ParsedText], claim: ParsedText) -> Floats:
        """Return how likely each source supports a claim."""
        return support_probabilities([(source, claim) for source in sources], entailer(claim.lang))

    # --- by entailment

    def _check_entailment(self, claim: ParsedText, index: OpinionIndex) -> CheckedSentence:
        near = [(text, span) for text, span in self._nearest(claim, index) if _may_support(text, span, claim)]
        if not near:
            return CheckedSentence(claim.text, "unmentioned", "No review speaks of this.", lang=claim.lang)
        chances = self._probabilities([text for text, _ in near], claim)
        best = [near[at] for at in chances.argsort()[::-1][:QUOTES] if chances[at] >= SUPPORTED]
        score = float(chances.max())
        if best:
            quotes = tuple(_quote_sentence(text, span) for text, span in best)
            reason = f"{len(quotes)} of the {len(near)} sentences nearest to it bear it out."
            return CheckedSentence(claim.text, "supported", reason, quotes, len(quotes), 0, score, claim.lang)
        return CheckedSentence(claim.text, "unmentioned", "No review bears this out.", score=score, lang=claim.lang)


def _may_support(source: ParsedText, span: Span, claim: ParsedText) -> bool:
    """Whether a sentence can support a claim: without an entailment model, it must have the words that judge."""
    if entailer(claim.lang) is not None:
        return True
    words = {token.lemma for sentence in claim.sentences for token in sentence.tokens}
    judging = {word for word in words if lexicon_sign(word, claim.lang)}
    tokens = (token for sentence in source.sentences for token in sentence.tokens)
    return judging <= {token.lemma for token in tokens if span.start <= token.start < span.end}


def overrules(copied: CheckedSentence, counted: CheckedSentence) -> bool:
    """Whether the words of one review decide, rather than the counts over all.

    They do where opinions were not found, and where another thing or number was put into the sentence of a review. The
    words of one review do not make up for many that say the opposite, nor does one that was negated against many.
    """
    if copied.verdict == "supported":
        refuted = counted.verdict == "contradicted"
        return counted.verdict == "unmentioned" or (refuted and counted.opposing < copied.supporting)
    return counted.verdict != "supported" or counted.supporting <= copied.opposing


def describe_conflict(change: ClaimChanges) -> str:
    """Return what is different in a repeated sentence; nothing where it is only worded differently."""
    if change.opposite:
        return "the opposite"
    if change.negation:
        return "with the negation the other way"
    if change.number:
        return "with another number"
    return "of something else" if change.swaps and not change.thing else ""


def judge_counts(statement: Statement, matched: MatchedOpinions, reviews: int) -> Verdict:
    """Return what counts say to a statement: by the quantity it names, or by the side that more are on.

    So a statement and its opposite are never both supported.
    """
    supporting, opposing = len(matched.supporting), len(matched.opposing)
    if statement.mixed:
        return "supported" if is_divided(supporting, opposing) else "contradicted"
    if statement.quantity is not None:
        return "supported" if statement.quantity.holds(supporting, opposing, reviews) else "contradicted"
    return "supported" if supporting > opposing else "contradicted"


def _check_elsewhere(matched: MatchedOpinions, name: str) -> StatementVerdict:
    """Return the verdict where no review says anything of the kind about the product."""
    if not matched.elsewhere:
        return StatementVerdict("unmentioned", f"No review speaks of “{name}” in this way.")
    other = next((opinion.entity for opinion in matched.elsewhere if opinion.entity), None) or "another product"
    reason = f"Reviews say so of {other}, not of this."
    return StatementVerdict("contradicted", reason, 0, len(matched.elsewhere), matched.elsewhere)


def _span(change: ClaimChanges) -> Span:
    return Span(change.sentence.start, change.sentence.end) if change.sentence else Span(0, 0)


def _quote_copies(copies: Sequence[tuple[ParsedText, ClaimChanges]]) -> tuple[Quote, ...]:
    return tuple(_quote_sentence(text, _span(change)) for text, change in copies[:QUOTES])


def _quote_sentence(text: ParsedText, span: Span) -> Quote:
    """Return a sentence of a review as a quote."""
    inside = [opinion for opinion in text.opinions if span.start <= opinion.start < span.end]
    words = Span(inside[0].start, inside[0].end) if inside else Span(span.start, span.start)
    polarity = inside[0].polarity if inside else 0.0
    return Quote(text.id, span.start, span.end, text.text[slice(*span)], polarity, words)
