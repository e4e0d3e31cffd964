"""The reader's output with sums along its pieces, so that the mean over any span is quick to compute."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from copy import copy

import numpy as np
from numpy.typing import NDArray

from voxpop.extract.categories import ReviewCategories
from voxpop.extract.reader_output import POLARITY, TERM, Floats
from voxpop.types import Judgement, ReaderOutput, Span

FOCUS = 5.0  # times the attention that a piece of a review gets on average; of a sentence by itself, once is enough
Sums = NDArray[np.float64]


class ReadingSums:
    """Sums over the pieces of a review, with the categories of the review or of one of its sentences."""

    def __init__(self, reading: ReaderOutput, categories: ReviewCategories) -> None:
        self.starts, self.ends = (side.tolist() for side in reading.spans.T)
        self._term_chances = _cumulative(1.0 - reading.tags[:, TERM.start : TERM.start + 1])
        self._polarities = _cumulative(reading.tags[:, POLARITY])
        self.categories, self._attention, self._first = categories, _cumulative(categories.attention.T), 0
        self.enough = FOCUS / len(self.starts)  # attention on a term from which a category belongs to it

    def for_sentence(self, categories: ReviewCategories, pieces: slice) -> ReadingSums:
        """Return a copy with the categories of one sentence, whose attention covers only its own pieces."""
        sums = copy(self)
        sums.categories, sums._attention, sums._first = categories, _cumulative(categories.attention.T), pieces.start
        sums.enough = 1 / max(1, pieces.stop - pieces.start)
        return sums

    def term_chance(self, span: Span) -> float:
        """Return the chance that the words of a span are part of an aspect term."""
        return float(self._mean(self._term_chances, [span])[0])

    def judgement(self, span: Span) -> Judgement:
        """Return the polarity of a term at this span; opinion words and evidence are added later."""
        return judgement_of(self._mean(self._polarities, [span]))

    def attention(self, spans: Sequence[Span]) -> Sums:
        """Return the mean attention of each category over the pieces of these spans."""
        return self._mean(self._attention, spans, begin=self._first)

    def attention_mass(self, category: int, span: Span) -> float:
        """Return all the attention of one category on a span."""
        first, last = (piece - self._first for piece in self.pieces(span))
        return float(self._attention[last, category] - self._attention[first, category])

    def pieces(self, span: Span) -> tuple[int, int]:
        """Return the half-open range of pieces that share characters with a span."""
        first = bisect_right(self.ends, span.start)
        return first, max(first, bisect_left(self.starts, span.end))

    def _mean(self, sums: Sums, spans: Sequence[Span], *, begin: int = 0) -> Sums:
        total, count = np.zeros(sums.shape[1]), 0
        for span in spans:
            first, last = self.pieces(span)
            total += sums[last - begin] - sums[first - begin]
            count += last - first
        return total / max(count, 1)


def judgement_of(chances: Floats | Sums) -> Judgement:
    """Return the likeliest of positive, neutral and negative; its size is how far positive and negative are apart."""
    best = int(chances.argmax())
    polarity = 0.0 if best == 1 else float(chances[0] - chances[2])
    return Judgement(polarity, (), Span(0, 0), round(float(chances[best]), 3))


def _cumulative(values: Floats) -> Sums:
    """Return the sums of the rows before each place and before the end."""
    zero = np.zeros((1, values.shape[1]))
    return np.concatenate([zero, values.cumsum(axis=0, dtype=np.float64)])
