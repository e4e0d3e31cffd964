"""How people feel about a phrase of a sentence, and from which characters one can tell."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from voxpop.extract.reader_output import ReaderOutput
from voxpop.types import Phrase, Sentence, Span


class Judgement(NamedTuple):
    """What a sentence says of one of its phrases. ``polarity`` None: nothing."""

    polarity: float | None  # −1 … 1, the size is the intensity
    opinion_words: tuple[Span, ...]
    evidence: Span  # the clause it was read from
    confidence: float


class SentimentEngine(Protocol):
    """Reads sentiment. The lexicon engine needs no weights; a trained one stands behind the same interface."""

    name: str

    def judge(self, sentence: Sentence) -> Sequence[Judgement]:
        """One judgement for each of ``sentence.phrases``, in their order."""


class PredictedStars(NamedTuple):
    """The stars a text deserves, and between which they lie four times out of five."""

    stars: float
    low: float
    high: float
    chances: tuple[float, ...]  # of one to five stars


class ExtractedTerm(NamedTuple):
    """A phrase of a review and what is said of it; without a term, what is said of a category in no one word."""

    start: int
    end: int
    term: str
    judgement: Judgement
    category: str | None = None
    tagged: bool = False  # just here the reader sees an aspect term


class Extraction(NamedTuple):
    """All that one review says: its sentences with the terms tagged in each, what is said of what, and the stars."""

    sentences: Sequence[Sentence]
    terms: Sequence[ExtractedTerm]
    tagged_phrases: Sequence[tuple[Phrase, ...]] = ()
    rating: PredictedStars | None = None
    reading: ReaderOutput | None = None  # with the model's states, where they were asked for


class Extractor(Protocol):
    """Hears whole reviews: by the lexicon, phrase by phrase, or by the reader, all at once."""

    def extract(
        self, texts: Sequence[str], parsed: Sequence[Sequence[Sentence]], *, states: bool = False
    ) -> list[Extraction]:
        """What each of some reviews of one language says; with ``states``, also what a branch reads on from."""
