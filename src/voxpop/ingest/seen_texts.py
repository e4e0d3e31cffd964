"""Which texts or ids came before and where, however many there are."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import blake2b

import numpy as np

from voxpop.ingest.record_log import RecordLog, Sieve

ROW_BITS = 44  # the place is the file's number above the row's
RECORD = np.dtype([("key", np.uint64), ("place", np.uint64)])


class Seen:
    """The places of texts, by 64-bit fingerprints.

    ``prepare`` looks many texts up at once. It only saves time: without it, ``add`` and ``find`` return the same.
    """

    def __init__(self) -> None:
        self._log = RecordLog(RECORD)
        self._recent: dict[int, int] = {}  # what was added since texts were looked up in the log
        self._prepared: dict[int, int | None] = {}  # the places in the log of texts that were looked up in it
        self._sources: dict[str | None, int] = {}

    def __len__(self) -> int:
        return len(self._log) + len(self._recent)

    def prepare(self, texts: Iterable[str]) -> None:
        """Look up texts that are asked for next."""
        self._look_up(map(_fingerprint, texts))

    def add(self, text: str, *, source: str | None, row: int) -> tuple[str | None, int] | None:
        """Remember a text and its place; return the place of the first one if it was there before."""
        key = _fingerprint(text)
        place = self._find(key)
        if place is not None:
            return self._as_place(place)
        self._recent[key] = (self._sources.setdefault(source, len(self._sources)) << ROW_BITS) | row
        return None

    def find(self, text: str) -> tuple[str | None, int] | None:
        """Return the place of a text that was added."""
        place = self._find(_fingerprint(text))
        return None if place is None else self._as_place(place)

    def _find(self, key: int) -> int | None:
        if (place := self._recent.get(key)) is not None:
            return place
        if key not in self._prepared:
            self._look_up([key])
        return self._prepared[key]

    def _look_up(self, keys: Iterable[int]) -> None:
        """Move what is recent into the log, and look keys up in it."""
        if self._recent:
            self._log.append(np.array(list(self._recent.items()), np.uint64).view(RECORD).ravel())
            self._recent = {}
        self._prepared = dict.fromkeys(keys)
        sieve = Sieve(np.sort(np.array(list(self._prepared), np.uint64)))
        for _, records in self._log.chunks():
            found = records[sieve.places(records["key"])]
            self._prepared.update(zip(found["key"].tolist(), found["place"].tolist(), strict=True))

    def _as_place(self, place: int) -> tuple[str | None, int]:
        return list(self._sources)[place >> ROW_BITS], place & ((1 << ROW_BITS) - 1)


def _fingerprint(text: str) -> int:
    return int.from_bytes(blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).digest(), "little")
