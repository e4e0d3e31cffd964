"""Extraction by the reader: which words are aspect terms, what is said of each, and which category each belongs to.

One pass of the model over a review gives everything, and the term tagger looks at its states once more. Every noun
phrase that shares words with a term is judged with it; one that does not is only mentioned, unless an opinion in its
clause has no other target. Categories that are present but that no term stands for are read from where the model
looked for them. Where the reader has heads for single sentences, each sentence has categories of its own.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from typing import Any, Protocol

from voxpop.extract.categories import EVEN, CategoryClassifier, category_classifier
from voxpop.extract.decode import tagged_spans
from voxpop.extract.lexicon_tables import lexicon_tables
from voxpop.extract.predicted_stars import predict_stars
from voxpop.extract.reader_output import OPINION, TERM
from voxpop.extract.reading_sums import ReadingSums
from voxpop.extract.sentence_extractor import SentenceExtractor, implicit_terms, span_of
from voxpop.extract.sentence_heads import SentenceHeads
from voxpop.extract.threads import one_thread
from voxpop.lang import language
from voxpop.types import Extraction, ReaderOutput, Sentence, Span


class ReaderModel(Protocol):
    """What extraction needs of a reader."""

    @property
    def config(self) -> dict[str, Any]: ...
    @property
    def sentences(self) -> SentenceHeads | None: ...
    def read(self, texts: Sequence[str], *, hidden: bool = False) -> list[ReaderOutput]: ...


class SecondLook(Protocol):
    """A tagger whose tags and polarities of terms replace the reader's, where a language has weights for it."""

    threshold: float

    def __call__(self, reading: ReaderOutput, text: str) -> ReaderOutput: ...


class ReaderExtractor:
    """Extracts from reviews of one language with one pass of the model over each."""

    def __init__(
        self,
        lang: str,
        model: ReaderModel,
        categories: CategoryClassifier | None = None,
        *,
        terms: SecondLook | None = None,
    ) -> None:
        self.model, self.terms = model, terms
        self.categories: CategoryClassifier = categories or category_classifier(model.config, model.sentences)
        threshold = float(model.config.get("term", EVEN))
        self.term_threshold = terms.threshold if terms else threshold
        self.opinion_threshold = float(model.config.get("opinion", threshold))
        self.stars = model.config.get("stars", {})
        self.tables = lexicon_tables(lang)
        self.language = language(lang)

    def extract(
        self, texts: Sequence[str], parsed: Sequence[Sequence[Sentence]], *, states: bool = False
    ) -> list[Extraction]:
        """Extract from each of some reviews; with ``states``, keep the reader's output for what reads on from it."""
        readings = self.model.read(texts, hidden=states or self.categories.hidden or self.terms is not None)
        with one_thread():
            extractions = [self._extract(*review) for review in zip(texts, parsed, readings, strict=True)]
        if not states:
            return extractions
        return [extraction._replace(reading=reading) for extraction, reading in zip(extractions, readings, strict=True)]

    def _extract(self, text: str, sentences: Sequence[Sentence], reading: ReaderOutput) -> Extraction:
        if not sentences or not len(reading.spans):
            return Extraction(sentences, [], [() for _ in sentences])
        retagged = reading if self.terms is None else self.terms(reading, text)
        review_sums = ReadingSums(retagged, self.categories(reading))
        terms = tagged_spans(retagged, text, TERM, threshold=self.term_threshold)
        opinions = tagged_spans(reading, text, OPINION, threshold=self.opinion_threshold)
        extractors = [
            SentenceExtractor(
                sentence,
                _begun_in(sentence, terms),
                _begun_in(sentence, opinions),
                sums,
                text,
                language=self.language,
                tables=self.tables,
            )
            for sentence, sums in zip(sentences, self._sums(review_sums, reading, sentences), strict=True)
        ]
        return Extraction(
            [extractor.sentence for extractor in extractors],
            [term for extractor in extractors for term in extractor.terms()] + implicit_terms(extractors),
            [extractor.tagged_phrases for extractor in extractors],
            predict_stars(reading.stars, self.stars),
        )

    def _sums(self, sums: ReadingSums, reading: ReaderOutput, sentences: Sequence[Sentence]) -> list[ReadingSums]:
        """Return the sums of the review for each sentence, or its own where it can be classified by itself."""
        parts = [slice(*sums.pieces(span_of(sentence))) for sentence in sentences]
        categories = self.categories.within(reading, parts)
        if categories is None:
            return [sums] * len(parts)
        return [sums.for_sentence(own, pieces) for own, pieces in zip(categories, parts, strict=True)]


def _begun_in(sentence: Sentence, spans: Sequence[Span]) -> Sequence[Span]:
    """Return those of some ordered spans that begin in a sentence."""
    return spans[bisect_left(spans, Span(sentence.start, 0)) : bisect_left(spans, Span(sentence.end, 0))]
