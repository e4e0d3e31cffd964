"""Where a long review is cut into windows."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from voxpop.lang.punctuation import SENTENCE_OR_ITEM_ENDS

STOPS = frozenset(SENTENCE_OR_ITEM_ENDS + "\n")
Window = tuple[int, int]  # a half-open range of pieces


def sentence_ends(text: str, spans: NDArray[np.int32]) -> NDArray[np.intp]:
    """Return the places between pieces (``i``: before piece ``i``) where a sentence or a line has ended."""
    edges = zip(spans[:-1, 1].tolist(), spans[1:, 0].tolist(), strict=True)
    ends = [i for i, (end, start) in enumerate(edges, 1) if text[end - 1 : end] in STOPS or "\n" in text[end:start]]
    return np.array(ends, np.intp)


def cut(count: int, ends: NDArray[np.intp], *, room: int) -> list[Window]:
    """Return windows of at most ``room`` pieces over ``count``.

    A window stops at the last sentence end of its second half, if there is any; otherwise in the middle of a sentence.
    """
    windows: list[Window] = []
    start = 0
    while start + room < count:
        stop = _last(ends, start + room // 2, start + room, otherwise=start + room)
        windows.append((start, stop))
        start = stop
    return [*windows, (start, count)]


def _last(ends: NDArray[np.intp], low: int, high: int, *, otherwise: int) -> int:
    """Return the greatest of ``ends`` in low < end <= high."""
    place = int(np.searchsorted(ends, high, side="right")) - 1
    return int(ends[place]) if place >= 0 and ends[place] > low else otherwise
