"""Spans out of a reading: aspect terms and opinion words, by whole words, and how a stretch of text is felt about."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from voxpop.sentiment.reading import POLARITY, TERM, Floats, Reading
from voxpop.types import Span


def marked(reading: Reading, text: str, which: slice = TERM, *, threshold: float = 0.5) -> list[Span]:
    """Terms (or, with ``OPINION``, opinion words): words whose chance of standing outside one is low enough."""
    found: list[Span] = []
    open_ = False
    for first, last in words(reading, text):
        outside = reading.tags[first:last, which.start].mean()
        _, begin, inside = reading.tags[first, which]
        chosen = 1.0 - outside >= threshold
        start, end = int(reading.spans[first, 0]), int(reading.spans[last - 1, 1])
        if chosen and open_ and inside > begin:
            found[-1] = Span(found[-1].start, end)
        elif chosen:
            found.append(Span(start, end))
        open_ = bool(chosen)
    return found


def words(reading: Reading, text: str) -> Iterator[tuple[int, int]]:
    """Half-open ranges of pieces. Pieces of one word touch; a Chinese character is a word of its own."""
    first = 0
    spans = reading.spans.tolist()
    for i in range(1, len(spans) + 1):
        if i == len(spans) or not _goes_on(text, spans[i - 1][1], spans[i][0]):
            yield first, i
            first = i


def _goes_on(text: str, end: int, start: int) -> bool:
    return end == start and 0 < start < len(text) and _letter(text[start - 1]) and _letter(text[start])


def _letter(character: str) -> bool:
    return character.isalnum() and not "\u3040" <= character <= "\u9fff"


def felt(reading: Reading, span: Span) -> Floats:
    """The mean of the polarity distributions at the pieces that a span overlaps; even chances where there are none."""
    touching = (reading.spans[:, 0] < span.end) & (reading.spans[:, 1] > span.start)
    if not touching.any():
        return np.full(3, 1 / 3, dtype=np.float32)
    mean: Floats = reading.tags[touching, POLARITY].mean(axis=0)
    return mean
