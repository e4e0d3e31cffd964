"""A long review read through overlapping windows: where they are cut, and one reading made of theirs."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from voxpop.extract.reader_output import Floats
from voxpop.lang.punctuation import SENTENCE_OR_ITEM_ENDS
from voxpop.types import ReaderOutput

STOPS = frozenset(SENTENCE_OR_ITEM_ENDS + "\n")
Window = tuple[int, int]  # a half-open range of pieces


def sentence_ends(text: str, spans: NDArray[np.int32]) -> NDArray[np.intp]:
    """Return the places between pieces (``i``: before piece ``i``) where a sentence or a line has ended."""
    ends = [
        i + 1
        for i in range(len(spans) - 1)
        if text[spans[i, 1] - 1 : spans[i, 1]] in STOPS or "\n" in text[spans[i, 1] : spans[i + 1, 0]]
    ]
    return np.array(ends, np.intp)


def cut(count: int, ends: NDArray[np.intp], *, room: int, overlap: int) -> list[Window]:
    """Return windows of at most ``room`` pieces over ``count``, each sharing about ``overlap`` with the next.

    A window stops at the last sentence end of its second half, and the next begins at the one nearest to ``overlap``
    pieces before that, if there is any; otherwise in the middle of a sentence.
    """
    overlap = min(overlap, room // 4)
    windows: list[Window] = []
    start = 0
    while start + room < count:
        stop = _last(ends, start + room // 2, start + room, otherwise=start + room)
        windows.append((start, stop))
        start = _nearest(ends, stop - overlap, reach=overlap // 2)
    return [*windows, (start, count)]


def _last(ends: NDArray[np.intp], low: int, high: int, *, otherwise: int) -> int:
    """Return the greatest of ``ends`` in low < end <= high."""
    place = int(np.searchsorted(ends, high, side="right")) - 1
    return int(ends[place]) if place >= 0 and ends[place] > low else otherwise


def _nearest(ends: NDArray[np.intp], wanted: int, *, reach: int) -> int:
    """That of ``ends`` which lies nearest to ``wanted``, if within reach."""
    place = int(np.searchsorted(ends, wanted))
    near = [int(end) for end in ends[max(place - 1, 0) : place + 1] if abs(int(end) - wanted) <= reach]
    return min(near, key=lambda end: abs(end - wanted), default=wanted)


def shares(windows: Sequence[Window]) -> list[Window]:
    """The pieces that each window answers for: of a shared stretch, each takes the half where it sees more context."""
    middles = [(after[0] + before[1]) // 2 for before, after in pairwise(windows)]
    bounds = [0, *middles, windows[-1][1]]
    return list(pairwise(bounds))


def join(spans: NDArray[np.int32], windows: Sequence[Window], readings: Sequence[ReaderOutput]) -> ReaderOutput:
    """Return one output for the whole text.

    A category is present as much as where it is most; its polarity and its attention are those of the windows, weighted
    by how much it is present in each; the stars are weighted by how many pieces each window answers for.
    """
    parts = [
        slice(low - window[0], high - window[0]) for window, (low, high) in zip(windows, shares(windows), strict=True)
    ]
    pairs = list(zip(readings, parts, strict=True))
    presence = np.stack([reading.presence for reading in readings])  # (windows, N)
    weight = presence / np.maximum(presence.sum(0), np.finfo(np.float32).tiny)
    polarity = np.einsum("wn,wnc->nc", weight, np.stack([reading.polarity for reading in readings]))
    attention = [reading.attention[:, part] * weight[place, :, None] for place, (reading, part) in enumerate(pairs)]
    sizes = np.array([part.stop - part.start for part in parts], np.float32)
    return ReaderOutput(
        spans=spans,
        tags=np.concatenate([reading.tags[part] for reading, part in pairs]),
        presence=presence.max(0),
        polarity=normalized(polarity),
        attention=normalized(np.concatenate(attention, axis=1)),
        stars=normalized(sizes @ np.stack([reading.stars for reading in readings])),
        hidden=_hidden(pairs),
    )


def _hidden(pairs: Sequence[tuple[ReaderOutput, slice]]) -> Floats | None:
    states = [reading.hidden[part] for reading, part in pairs if reading.hidden is not None]
    return np.concatenate(states) if states else None


def normalized(values: Floats) -> Floats:
    """Return rows that sum to 1; those without any weight become even."""
    total = values.sum(-1, keepdims=True)
    even = np.float32(1 / max(values.shape[-1], 1))
    return np.where(total > 0, values / np.where(total > 0, total, 1), even).astype(np.float32)
