"""The same review twice: word for word, or nearly so by MinHash over character shingles.

All reviews that came before are looked through, which may be more than memory holds (``record_log.py``). Reviews are
looked up many at a time; each is decided after those before it, so the answers do not depend on how many.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import rensa
from numpy.typing import NDArray

from voxpop.ingest.record_log import RecordLog, Sieve
from voxpop.ingest.seen_texts import Seen
from voxpop.types import Rejected, Review

MIN_CHARS = 20  # two people may well both write "Great!"
PERMUTATIONS = 128
BUCKET = 128  # reviews with the same band with which others are compared, the first ones; more share a template
SKETCHED = 64  # reviews whose shingles are in memory together
SKETCH = np.dtype(np.uint16)  # the lower half of a value; two values have the same one once in 65,536 times
RECORD = np.dtype([("sketch", SKETCH, PERMUTATIONS), ("id", np.int64), ("length", np.int64)])
_MULTIPLIERS = np.random.default_rng(1).integers(0, 1 << 63, PERMUTATIONS, np.uint64)
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

    def check(self, rows: Sequence[Review | Rejected], texts: Sequence[str]) -> list[str | None]:
        """Return for each row where its ``normal`` text stood before, or None; and remember the texts."""
        self._seen.prepare(texts)
        return [self._check(row, text) for row, text in zip(rows, texts, strict=True)]

    def _check(self, row: Review | Rejected, text: str) -> str | None:
        first = self._seen.add(text, source=row.source, row=row.row or 0)
        if first is None:
            return None
        source, number = first
        where = f"in row {number}" if source == row.source else f"in row {number} of {source}"
        return f"The same text stands {where}."


class Near:
    """Texts almost like one that was kept before, anywhere in the stream.

    Texts are compared if a band of their sketches is the same. Of each that is kept, the log of bands has 4 bytes for
    each band (0 where enough others have the same one), and the log of sketches its sketch and the place of its id.
    """

    def __init__(self, threshold: float) -> None:
        self._threshold = threshold
        self._bands = RecordLog([("keys", np.uint32, _bands(threshold))])
        self._sketches = RecordLog(RECORD)
        self._ids = RecordLog(np.uint8)

    def check(self, ids: Sequence[str], sketches: Sequence[bytes], *, all_kept: bool = False) -> list[str | None]:
        """Return for each review, given by the sketch of its text, why it is almost one kept before, or None.

        Those that are kept are remembered. If ``all_kept`` is known, nothing is compared.
        """
        values = np.frombuffer(b"".join(sketches), SKETCH).reshape(len(sketches), PERMUTATIONS)
        bands = _band_keys(values, _bands(self._threshold))
        buckets = self._buckets(bands)
        shared = _bands_in(buckets, bands)
        kept: list[int] = []
        reasons: list[str | None] = []
        for place in range(len(ids)):
            keys = shared.get(place, {})
            numbers = set() if all_kept else {number for key in keys.values() for number in buckets[key]}
            reason = self._compare(values, place, sorted(numbers), kept, ids) if numbers else None
            reasons.append(reason)
            if reason is None:
                for band, key in keys.items():
                    if len(buckets[key]) < BUCKET:
                        buckets[key].append(len(self._sketches) + len(kept))
                    else:
                        bands[place, band] = 0
                kept.append(place)
        self._remember([ids[place] for place in kept], values[kept], bands[kept])
        return reasons

    def _buckets(self, bands: NDArray[np.uint32]) -> dict[int, list[int]]:
        """Return the numbers of the reviews before that have a band, for each that they have or that comes twice."""
        keys, counts = np.unique(bands, return_counts=True)
        buckets: dict[int, list[int]] = {key: [] for key in keys[counts > 1].tolist()}
        sieve = Sieve(keys)
        for first, chunk in self._bands.chunks():
            earlier = chunk["keys"].ravel()
            places = sieve.places(earlier)
            for key, place in zip(earlier[places].tolist(), places.tolist(), strict=True):
                buckets.setdefault(key, []).append(first + place // bands.shape[1])
        return buckets

    def _compare(
        self,
        sketches: NDArray[Any],
        place: int,
        numbers: Sequence[int],
        kept: Sequence[int],
        ids: Sequence[str],
    ) -> str | None:
        """Return which of the reviews with these numbers a sketch is most like, and how much, if it is enough."""
        logged = len(self._sketches)
        before = [number for number in numbers if number < logged]
        beside = [kept[number - logged] for number in numbers[len(before) :]]
        records = self._sketches.take(before)
        others = np.concatenate([records["sketch"], sketches[beside]])
        alike = np.count_nonzero(others == sketches[place], axis=1)
        best = int(alike.argmax())
        similarity = alike[best] / PERMUTATIONS
        if similarity < self._threshold:
            return None
        name = self._id(records[best]) if best < len(before) else ids[beside[best - len(before)]]
        return f"Nearly the same as review {name} (similarity {similarity:.2f})."

    def _id(self, record: Any) -> str:
        return self._ids.read(int(record["id"]), int(record["length"])).tobytes().decode("utf-8", "surrogatepass")

    def _remember(self, ids: Sequence[str], sketches: NDArray[Any], bands: NDArray[np.uint32]) -> None:
        encoded = [name.encode("utf-8", "surrogatepass") for name in ids]
        records = np.zeros(len(ids), RECORD)
        records["sketch"] = sketches
        records["length"] = list(map(len, encoded))
        records["id"] = len(self._ids) + np.cumsum(records["length"]) - records["length"]
        self._ids.append(np.frombuffer(b"".join(encoded), np.uint8))
        self._sketches.append(records)
        self._bands.append(bands.view([("keys", np.uint32, bands.shape[1])]).ravel())


def _bands_in(buckets: Mapping[int, Sequence[int]], bands: NDArray[np.uint32]) -> dict[int, dict[int, int]]:
    """Return, by the places of reviews, which of their bands have a bucket, and the keys."""
    places, columns = np.nonzero(np.isin(bands, np.array(list(buckets), np.uint32)))
    found: dict[int, dict[int, int]] = defaultdict(dict)
    for place, band, key in zip(places.tolist(), columns.tolist(), bands[places, columns].tolist(), strict=True):
        found[place][band] = key
    return found


def sketch_texts(texts: Sequence[str], sizes: Sequence[int]) -> list[bytes]:
    """Return the MinHash values of each ``normal`` text, whose shingles have so many characters."""
    made: list[bytes] = []
    for first in range(0, len(texts), SKETCHED):
        some = slice(first, first + SKETCHED)
        pieces = [shingles(text, size) for text, size in zip(texts[some], sizes[some], strict=True)]
        values = np.array(rensa.RMinHash.digests_from_token_sets(pieces, PERMUTATIONS, 1), np.uint32)
        made += [sketch.tobytes() for sketch in values.astype(SKETCH)]
    return made


def _band_keys(sketches: NDArray[Any], bands: int) -> NDArray[np.uint32]:
    """Return a number for each band of each sketch, the same for the same values; never 0."""
    weighted = sketches.astype(np.uint64) * _MULTIPLIERS
    keys = weighted.reshape(len(sketches), bands, PERMUTATIONS // bands).sum(2) >> np.uint64(32)
    return np.asarray(np.maximum(keys, 1), np.uint32)


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
