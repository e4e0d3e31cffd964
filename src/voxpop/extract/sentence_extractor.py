"""What one sentence says: its aspect terms with polarity and category, and the opinion words about each."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import NamedTuple

from voxpop.extract.lexicon_tables import LexiconTables
from voxpop.extract.reading_sums import ReadingSums, judgement_of
from voxpop.extract.sentence_layout import SentenceLayout, TokenSpan
from voxpop.lang import Language
from voxpop.lang.noun_phrases import NOUNS
from voxpop.types import ExtractedTerm, Judgement, Phrase, Sentence, Span, Token

WEAK = 0.1  # the chance of being a term from which a phrase takes an opinion that has no other target
OPINED = 0.5  # what attention on the opinion words counts for a term's category, where on the term it counts 1
LOOKS = 0.25  # of all its attention, on the term and its opinion words, is enough in any case
CORE = 0.6  # the share of a sentence's attention that makes one of its clauses the evidence


class OpinionTarget(NamedTuple):
    """Something that is judged: its words, the opinion words about it, and whether it is a tagged term."""

    words: TokenSpan
    opinions: list[TokenSpan]
    tagged: bool


class SentenceExtractor:
    """One sentence with the terms and opinion words that the reader tagged in it."""

    def __init__(
        self,
        sentence: Sentence,
        terms: Sequence[Span],
        opinions: Sequence[Span],
        sums: ReadingSums,
        text: str,
        *,
        language: Language,
        tables: LexiconTables,
    ) -> None:
        self.sums, self.text = sums, text
        layout = SentenceLayout(sentence, tables)
        tagged = [span for span in layout.fit(terms) if can_name(sentence.tokens[span.first : span.last], language)]
        self.opinions = layout.fit(opinions)
        self.tagged_phrases = tuple(
            Phrase(span.first, span.last, self._term(layout, span, language)) for span in tagged
        )
        phrases = {phrase[:2] for phrase in sentence.phrases}
        complete = [phrase for phrase, span in zip(self.tagged_phrases, tagged, strict=True) if layout.whole(span)]
        if extra := [phrase for phrase in complete if phrase[:2] not in phrases]:
            sentence = Sentence(sentence.start, sentence.end, sentence.tokens, (*sentence.phrases, *extra))
            layout = SentenceLayout(sentence, tables)
        self.sentence, self.layout = sentence, layout
        self.targets = self._targets(tagged)
        self.target_categories = [self._category(target) for target in self.targets]

    def _term(self, layout: SentenceLayout, span: TokenSpan, language: Language) -> str:
        """Return the term as ``lang`` writes terms; where it ends inside a word, as it stands."""
        if layout.whole(span):
            return language.joiner.join(token.text.lower() for token in layout.tokens[span.first : span.last])
        return language.normalize(self.text[slice(*span.span)]).lower()

    @property
    def categories_with_term(self) -> set[int]:
        """The categories that a tagged term of this sentence stands for."""
        pairs = zip(self.targets, self.target_categories, strict=True)
        return {category for target, category in pairs if target.tagged and category is not None}

    def _targets(self, tagged: list[TokenSpan]) -> list[OpinionTarget]:
        """Return the terms, and the phrases that take an opinion no term of its clause can take."""
        taken = {token for span in tagged for token in range(span.first, span.last)}
        free = [run for run in self.layout.runs if not taken & set(range(run.first, run.last))]
        inside = [(run, rest) for run in free if (rest := self._rest_of_opinion(run)) is not None]
        runs_inside = {run for run, _ in inside}
        targets = [OpinionTarget(span, [], True) for span in tagged]
        spare = [run for run in free if run not in runs_inside and self.sums.term_chance(run.span) >= WEAK]
        for opinion in self.opinions:
            spans = [target.words for target in targets]
            place = self.layout.nearest(opinion, spans, far=False)
            if place is None and (run := self.layout.nearest(opinion, spare, far=False)) is not None:
                targets.append(OpinionTarget(spare.pop(run), [], False))
                place = len(targets) - 1
            elif place is None and not any(opinion.start <= run.start < opinion.end for run in runs_inside):
                place = self.layout.nearest(opinion, spans)
            if place is not None:
                targets[place].opinions.append(opinion)
        return [*targets, *(OpinionTarget(run, [rest], False) for run, rest in inside)]

    def _rest_of_opinion(self, run: TokenSpan) -> TokenSpan | None:
        """Return what is said of a phrase that an opinion begins with, as Chinese ones do ("taste good")."""
        for opinion in self.opinions:
            if opinion.start <= run.start and run.end < opinion.end and run.last < opinion.last:
                return TokenSpan(self.layout.starts[run.last], opinion.end, run.last, opinion.last)
        return None

    def _category(self, target: OpinionTarget) -> int | None:
        """Return the present category with most attention on the target and, half as much, on its opinion words.

        None where all attend elsewhere: on SemEval-16 reviews such guesses are wrong more often than right.
        """
        attention = self.sums.attention([target.words.span])
        attention += OPINED * self.sums.attention([opinion.span for opinion in target.opinions])
        if not len(attention):
            return None
        best = int(attention.argmax())
        mass = sum(self.sums.attention_mass(best, span.span) for span in (target.words, *target.opinions))
        return best if attention[best] >= self.sums.enough or mass >= LOOKS else None

    def terms(self) -> list[ExtractedTerm]:
        """Return every noun phrase with its judgement, then tagged terms that end inside a word."""
        names = self.sums.categories.names
        categories = [None if category is None else names[category] for category in self.target_categories]
        judgements = [self._judgement(target) for target in self.targets]
        terms = []
        for phrase in self.sentence.phrases:
            span = self.layout.stretch(phrase.first, phrase.last)
            place = self._target_of(span)
            if place is None:
                no_opinion = Judgement(None, (), self.layout.evidence([span]), 0.0)
                terms.append(ExtractedTerm(*span.span, phrase.term, no_opinion))
            else:
                is_tagged = self.targets[place].tagged and self.targets[place].words.span == span.span
                terms.append(ExtractedTerm(*span.span, phrase.term, judgements[place], categories[place], is_tagged))
        for place, phrase in enumerate(self.tagged_phrases):  # the first targets are the tagged ones, in this order
            span = self.targets[place].words
            if not self.layout.whole(span):
                terms.append(ExtractedTerm(*span.span, phrase.term, judgements[place], categories[place], True))
        return terms

    def _target_of(self, span: TokenSpan) -> int | None:
        """Return the target that shares most characters with a phrase."""
        shared = [min(span.end, target.words.end) - max(span.start, target.words.start) for target in self.targets]
        best = max(range(len(shared)), key=shared.__getitem__, default=None)
        return best if best is not None and shared[best] > 0 else None

    def _judgement(self, target: OpinionTarget) -> Judgement:
        opinion_words = tuple(sorted(opinion.span for opinion in target.opinions))
        evidence = self.layout.evidence([target.words, *target.opinions])
        return self.sums.judgement(target.words.span)._replace(opinion_words=opinion_words, evidence=evidence)


def can_name(tokens: Sequence[Token], language: Language) -> bool:
    """Return whether words can name a thing: "it" and "😀" cannot, nor "just" in a Chinese text, whatever the tags."""
    return any(_can_name(token, language) for token in tokens)


def _can_name(token: Token, language: Language) -> bool:
    if token.text.lower() in language.stop_words or not token.text[0].isalnum():
        return False
    return token.tag in NOUNS or not language.foreign(token.text)


def implicit_terms(sentences: Sequence[SentenceExtractor]) -> list[ExtractedTerm]:
    """Return the categories that are present but that no term stands for, each quoted from where the model looked."""
    groups = [list(group) for _, group in groupby(sentences, key=lambda sentence: id(sentence.sums))]
    return [_implicit_term(group, category) for group in groups for category in _categories_without_term(group)]


def _categories_without_term(sentences: Sequence[SentenceExtractor]) -> list[int]:
    categories = sentences[0].sums.categories
    with_term = {category for sentence in sentences for category in sentence.categories_with_term}
    return sorted(set(range(len(categories.names))) - categories.faint - with_term)


def _implicit_term(sentences: Sequence[SentenceExtractor], category: int) -> ExtractedTerm:
    sums = sentences[0].sums
    best = max(sentences, key=lambda extractor: sums.attention_mass(category, span_of(extractor.sentence)))
    evidence = span_of(best.sentence)
    clause = max(best.layout.clauses(), key=lambda span: sums.attention_mass(category, span), default=evidence)
    if sums.attention_mass(category, clause) >= CORE * sums.attention_mass(category, evidence):
        evidence = clause
    inside = [opinion.span for opinion in best.opinions if _is_inside(opinion.span, evidence)]
    opinion_words = sorted(inside, key=lambda span: -sums.attention([span])[category])[:1]
    judgement = judgement_of(sums.categories.polarity[category])
    judgement = judgement._replace(opinion_words=tuple(opinion_words), evidence=evidence)
    return ExtractedTerm(*evidence, "", judgement, sums.categories.names[category])


def _is_inside(span: Span, other: Span) -> bool:
    return other.start <= span.start and span.end <= other.end


def span_of(sentence: Sentence) -> Span:
    """Return the characters of a sentence."""
    return Span(sentence.start, sentence.end)
