"""A sample of the texts of a file that does not depend on their order."""

from __future__ import annotations

from hashlib import blake2b
from heapq import heappush, heappushpop


class TextSample:
    """The ``size`` texts with the smallest hashes: the same whatever order they come in."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._heap: list[tuple[int, str]] = []  # the largest hash, negated, is at the top

    def add(self, text: str) -> None:
        hashed = int.from_bytes(blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).digest(), "big")
        if len(self._heap) < self._size:
            heappush(self._heap, (-hashed, text))
        else:
            heappushpop(self._heap, (-hashed, text))

    def texts(self) -> list[str]:
        return [text for _, text in sorted(self._heap, reverse=True)]
