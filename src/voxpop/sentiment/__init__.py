"""How people feel about a phrase of a sentence, and from which characters one can tell."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from voxpop.types import Sentence, Span


class Judgement(NamedTuple):
    """What a sentence says of one of its phrases. ``polarity`` None: nothing."""

    polarity: float | None  # −1 … 1, the size is the intensity
    opinion_words: tuple[Span, ...]
    evidence: Span  # the clause it was read from
    confidence: float


class Engine(Protocol):
    """Reads sentiment. The lexicon engine needs no weights; a trained one stands behind the same interface."""

    name: str

    def judge(self, sentence: Sentence) -> Sequence[Judgement]:
        """One judgement for each of ``sentence.phrases``, in their order."""
