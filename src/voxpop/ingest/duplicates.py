"""The same review twice: word for word, or nearly so by MinHash over character shingles."""

from __future__ import annotations

import re

import numpy as np
import rensa

from voxpop.ingest.seen_texts import Seen
from voxpop.types import Rejected, Review

MIN_CHARS = 20  # two people may well both write "Great!"
GENERATION = 50_000  # near duplicates are looked for among the last one to two generations of reviews
PERMUTATIONS = 128
_BREAK = re.compile(r"[\W_]+")
_PLAIN = "".join(chr(code).lower() if chr(code).isalnum() else " " for code in range(128))


def normal(text: str) -> str:
    """A text without case, marks and spacing."""
    if text.isascii():  # the same, three times as fast
        return " ".join(text.translate(_PLAIN).split())
    return _BREAK.sub(" ", text.casefold()).strip()


class Exact:
    """Texts seen before in the whole stream, whatever their spacing, case and marks."""

    def __init__(self) -> None:
        self._seen = Seen()

    def check(self, review: Review | Rejected, text: str) -> str | None:
        first = self._seen.add(text, source=review.source, row=review.row or 0)
        if first is None:
            return None
        source, row = first
        where = f"in row {row}" if source == review.source else f"in row {row} of {source}"
        return f"The same text stands {where}."


class Near:
    """Texts almost like an earlier one. Two indexes take turns, so that memory stays flat however many rows come."""

    def __init__(self, threshold: float, *, generation: int = GENERATION) -> None:
        self._threshold = threshold
        self._generation = generation
        self._bands = _bands(threshold)
        self._young, self._old = self._index(), self._index()

    def check(self, review: Review, text: str, *, size: int) -> str | None:
        """Return why the text is almost one seen before, or None. A shingle has ``size`` characters."""
        sketch = rensa.RMinHash(num_perm=PERMUTATIONS, seed=1)
        sketch.update(shingles(text, size))
        for index, entries in (self._young, self._old):
            for key in index.query(sketch):
                name, other = entries[key]
                if (similarity := sketch.jaccard(other)) >= self._threshold:
                    return f"Nearly the same as review {name} (similarity {similarity:.2f})."
        index, entries = self._young
        index.insert(len(entries), sketch)
        entries.append((review.id, sketch))
        if len(entries) >= self._generation:
            self._young, self._old = self._index(), self._young
        return None

    def _index(self) -> tuple[rensa.RMinHashLSH, list[tuple[str, rensa.RMinHash]]]:
        return rensa.RMinHashLSH(threshold=self._threshold, num_perm=PERMUTATIONS, num_bands=self._bands), []


def shingles(text: str, size: int) -> list[str]:
    """Return every stretch of ``size`` characters. The array overlaps itself: no other way is as fast."""
    encoded = text.encode("utf-32-le", "surrogatepass")
    pieces: list[str] = np.ndarray((len(text) - size + 1,), f"<U{size}", encoded, strides=(4,)).tolist()
    return pieces


def _bands(threshold: float) -> int:
    """The fewest bands that still catch 98 of 100 pairs as alike as the threshold says."""
    for bands in (4, 8, 16, 32, 64):
        if 1 - (1 - threshold ** (PERMUTATIONS // bands)) ** bands >= 0.98:
            return bands
    return PERMUTATIONS
