"""Spans out of a reading: aspect terms and opinion words, by whole words."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from voxpop.extract.reader_output import TERM
from voxpop.lang.scripts import joins_neighbours
from voxpop.types import ReaderOutput, Span


def tagged_spans(reading: ReaderOutput, text: str, which: slice = TERM, *, threshold: float = 0.5) -> list[Span]:
    """Terms (or, with ``OPINION``, opinion words): words whose chance of standing outside one is low enough."""
    firsts = words(reading, text)
    if not len(firsts):
        return []
    lasts = np.append(firsts[1:], len(reading.spans))
    tags = reading.tags[:, which]
    outside = np.add.reduceat(tags[:, 0], firsts) / (lasts - firsts)
    goes_on = (
        tags[firsts, 2] > tags[firsts, 1]
    )  # by the first piece: those after it are inside even where a term begins
    tagged: list[Span] = []
    before = -2
    for word in np.flatnonzero(1.0 - outside >= threshold).tolist():
        start, end = int(reading.spans[firsts[word], 0]), int(reading.spans[lasts[word] - 1, 1])
        if word == before + 1 and goes_on[word]:
            tagged[-1] = Span(tagged[-1].start, end)
        else:
            tagged.append(Span(start, end))
        before = word
    return tagged


def words(reading: ReaderOutput, text: str) -> NDArray[Any]:
    """Return the first piece of every word. Pieces of one word touch; a Chinese character is a word of its own."""
    spans = reading.spans.tolist()
    first = [i for i in range(len(spans)) if not i or not _goes_on(text, spans[i - 1][1], spans[i][0])]
    return np.array(first, dtype=np.int64)


def _goes_on(text: str, end: int, start: int) -> bool:
    return end == start and 0 < start < len(text) and all(map(joins_neighbours, text[start - 1 : start + 1]))
