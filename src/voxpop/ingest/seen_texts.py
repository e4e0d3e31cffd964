"""Which texts or ids came before and where, in a few tens of bytes each, so that millions fit."""

from __future__ import annotations

from array import array
from hashlib import blake2b

START = 1 << 12
ROW_BITS = 44  # the place is the file's number above the row's


class Seen:
    """An open-addressed table from 64-bit fingerprints to places. A dict would take five times the memory."""

    def __init__(self) -> None:
        self._keys = array("Q", bytes(8 * START))
        self._places = array("Q", bytes(8 * START))
        self._count = 0
        self._sources: dict[str | None, int] = {}

    def __len__(self) -> int:
        return self._count

    def add(self, text: str, *, source: str | None, row: int) -> tuple[str | None, int] | None:
        """Remembers a text and its place; the place of the first one if it was there before."""
        key = _fingerprint(text)
        slot = self._slot(key)
        if self._keys[slot]:
            return self._place(slot)

        self._keys[slot] = key
        self._places[slot] = (self._sources.setdefault(source, len(self._sources)) << ROW_BITS) | row
        self._count += 1
        if self._count * 3 > len(self._keys) * 2:
            self._grow()
        return None

    def find(self, text: str) -> tuple[str | None, int] | None:
        """Return the place of a text that was added."""
        slot = self._slot(_fingerprint(text))
        return self._place(slot) if self._keys[slot] else None

    def _place(self, slot: int) -> tuple[str | None, int]:
        place = self._places[slot]
        return list(self._sources)[place >> ROW_BITS], place & ((1 << ROW_BITS) - 1)

    def _slot(self, key: int) -> int:
        keys, mask = self._keys, len(self._keys) - 1
        slot = key & mask
        while keys[slot] and keys[slot] != key:
            slot = (slot + 1) & mask
        return slot

    def _grow(self) -> None:
        keys, places = self._keys, self._places
        self._keys = array("Q", bytes(16 * len(keys)))
        self._places = array("Q", bytes(16 * len(keys)))
        for key, place in zip(keys, places, strict=True):
            if key:
                slot = self._slot(key)
                self._keys[slot], self._places[slot] = key, place


def _fingerprint(text: str) -> int:
    return int.from_bytes(blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).digest(), "little") or 1
