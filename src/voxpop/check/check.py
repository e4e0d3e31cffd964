"""Is this sentence true of the reviews? Each sentence of a summary is supported, contradicted, or not mentioned.

A sentence is read as statements (``statements``), the reviews on each side of a statement are counted over the opinions
of the analysis (``opinion_table``), and the verdict follows from the counts (``verdicts``).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from voxpop.aggregate.quotes import choose_quotes
from voxpop.check.opinion_table import OpinionTable
from voxpop.check.parsed_texts import ParsedText, parse_texts
from voxpop.check.statements import read_statements
from voxpop.check.verdicts import CheckedSentence, judge
from voxpop.lang import DEFAULT, LANGUAGES, detect, language
from voxpop.lang.punctuation import SEMICOLONS
from voxpop.types import Comparison, Opinion, Product, Review, Verdict

QUOTES = 3
QUOTED = re.compile("(?<=“)[^”]+(?=”)")  # in reasons
WORST: tuple[Verdict, ...] = ("contradicted", "unmentioned", "supported")


def split(summary: str) -> list[str]:
    """Return the sentences of a summary; bullets and lines are sentences too."""
    lang = detect_language(summary) or DEFAULT
    lines = (line.strip().lstrip("-*•·–— \t").strip() for line in summary.splitlines())
    sentences: list[str] = []
    for line in filter(None, lines):
        before = ""
        for start, end in language(lang).sentences(line):
            sentence = line[start:end]
            if before.endswith(tuple(SEMICOLONS)) and sentence.startswith(language(lang).reporting.CONTRAST):
                sentences[-1] = before = before + sentence
            elif any(map(str.isalnum, sentence)):
                sentences.append(before := sentence)
    return sentences


def detect_language(text: str) -> str:
    """Return the language of a text; empty if it is none of ours."""
    lang = detect(text)
    return lang if lang in LANGUAGES else ""


class Checker:
    """Reviews, read once, to check sentences with.

    ``opinions`` and ``comparisons`` are those of an analysis; without, the reviews are read now.
    """

    def __init__(
        self,
        sources: Sequence[Review | str],
        *,
        opinions: Iterable[Opinion] | None = None,
        comparisons: Iterable[Comparison] = (),
        product: Product | None = None,
        fast: bool = False,
    ) -> None:
        self.product, self.fast = product, fast
        self._written: dict[str, str] = {}  # the texts of reviews that are compared in other characters
        by_language: dict[str, list[Review]] = {}
        for number, source in enumerate(sources, 1):
            review = source if isinstance(source, Review) else Review(id=str(number), text=source)
            lang = review.lang or detect_language(review.text) or DEFAULT
            if lang in LANGUAGES:
                by_language.setdefault(lang, []).append(self._normalized(review, lang))
        if opinions is None:
            opinions, comparisons = self._extract(by_language)
        opinions, comparisons = [*opinions], [*comparisons]
        self.tables: dict[str, OpinionTable] = {}
        for lang, reviews in by_language.items():
            ids = {review.id for review in reviews}
            own = self._normalized_opinions([opinion for opinion in opinions if opinion.review_id in ids], lang)
            compared = [comparison for comparison in comparisons if comparison.review_id in ids]
            self.tables[lang] = OpinionTable(lang, reviews, own, compared, product)

    def _normalized(self, review: Review, lang: str) -> Review:
        """Return a review in the characters of the word lists."""
        text = language(lang).normalize(review.text)
        if text == review.text:
            return review
        self._written[review.id] = review.text
        return replace(review, text=text)

    def _normalized_opinions(self, opinions: list[Opinion], lang: str) -> list[Opinion]:
        """Return opinions with their words in the characters of the word lists."""
        if not self._written:
            return opinions
        normalize = language(lang).normalize
        return [
            replace(
                opinion,
                text=normalize(opinion.text),
                aspect=normalize(opinion.aspect),
                entity=opinion.entity and normalize(opinion.entity),
            )
            for opinion in opinions
        ]

    def _extract(self, by_language: Mapping[str, Sequence[Review]]) -> tuple[list[Opinion], list[Comparison]]:
        """Return the opinions and comparisons of reviews that no analysis has read."""
        parsed: list[ParsedText] = []
        for lang, reviews in by_language.items():
            texts, ids = [review.text for review in reviews], [review.id for review in reviews]
            parsed += parse_texts(texts, lang, ids=ids, product=self.product, fast=self.fast)
        opinions = [opinion for text in parsed for opinion in text.opinions]
        return opinions, [comparison for text in parsed for comparison in text.comparisons]

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
        if lang not in self.tables:
            return CheckedSentence(sentence, "unmentioned", self._why_not(lang), lang=lang or DEFAULT)
        statements = read_statements(sentence, lang, product=self.product, fast=self.fast)
        if not statements:
            reason = "No judgement with a clear target was found."
            return CheckedSentence(sentence, "unmentioned", reason, lang=lang)
        table = self.tables[lang]
        found = [(statement, table.find(statement)) for statement in statements]
        verdicts = [judge(statement, evidence, table.counts(evidence)) for statement, evidence in found]
        worst = min(verdicts, key=lambda verdict: WORST.index(verdict.verdict))
        shown = [opinion for verdict in verdicts if verdict.verdict == worst.verdict for opinion in verdict.shown]
        quotes = choose_quotes(shown, table.texts, count=QUOTES)
        score = min(verdict.score for verdict in verdicts)
        return CheckedSentence(
            sentence, worst.verdict, worst.reason, quotes, worst.supporting, worst.opposing, score, lang
        )

    def _why_not(self, lang: str) -> str:
        """Return why a sentence in a language without reviews cannot be checked."""
        if not self.tables:
            return "There are no reviews to check it against."
        theirs = " and ".join(LANGUAGES[code] for code in self.tables)
        own = LANGUAGES.get(lang, "another language")
        return f"It is in {own} and the reviews are in {theirs}: it cannot be checked against them."
