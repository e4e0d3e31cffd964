"""The result of a check: a sentence of a summary, its verdict, and the quotes that show it."""

from __future__ import annotations

from dataclasses import dataclass

from voxpop.lang import DEFAULT
from voxpop.types import Quote, Verdict


@dataclass(frozen=True, slots=True)
class CheckedSentence:
    """A sentence of a summary and what the reviews say to it.

    ``supporting`` and ``opposing`` count reviews. ``quotes`` show the verdict: words that say so, or, where it is
    contradicted, words that say the opposite. ``score`` is how likely the reviews support the sentence, 0 … 1.
    """

    text: str
    verdict: Verdict
    reason: str  # a sentence for the user
    quotes: tuple[Quote, ...] = ()
    supporting: int = 0
    opposing: int = 0
    score: float = 0.0
    lang: str = DEFAULT
