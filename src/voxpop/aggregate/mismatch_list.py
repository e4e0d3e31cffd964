"""A list of mismatches that takes 100 bytes for each: a large file may have hundreds of thousands of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import islice
from typing import Any, get_args, overload

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from voxpop.types import Mismatch, Reason, Span

SPANS = 3  # stretches of text shown as evidence
TOGETHER = 4_096  # mismatches that are objects at the same time
REASONS: tuple[Reason, ...] = get_args(Reason)
NUMBERS = ("stars", "predicted", "low", "high", "probability")
RECORD = np.dtype([*((name, np.float64) for name in NUMBERS), ("reason", np.int8), ("evidence", np.int32, (SPANS, 2))])


class MismatchList(Sequence[Mismatch]):
    """A sequence of mismatches that are made when they are asked for; a slice of it is another one."""

    def __init__(self, ids: pa.Array, records: NDArray[Any]) -> None:
        self._ids, self._records = ids, records

    @classmethod
    def of(cls, mismatches: Iterable[Mismatch]) -> MismatchList:
        """Return mismatches as such a list; no more than some thousands are there as objects."""
        left = iter(mismatches)
        ids, records = [pa.array([], pa.string())], [np.zeros(0, RECORD)]
        while some := list(islice(left, TOGETHER)):
            ids.append(pa.array([mismatch.review_id for mismatch in some], pa.string()))
            records.append(np.array(list(map(_record, some)), RECORD))
        return cls(pa.concat_arrays(ids), np.concatenate(records))

    def __len__(self) -> int:
        return len(self._records)

    @overload
    def __getitem__(self, place: int) -> Mismatch: ...

    @overload
    def __getitem__(self, place: slice) -> MismatchList: ...

    def __getitem__(self, place: int | slice) -> Mismatch | MismatchList:
        if isinstance(place, slice):
            return self.take(np.arange(len(self))[place])
        number = range(len(self))[place]
        return next(iter(self.take(np.array([number]))))

    def __iter__(self) -> Iterator[Mismatch]:
        for first in range(0, len(self), TOGETHER):
            some = slice(first, first + TOGETHER)
            for id, record in zip(self._ids[some].to_pylist(), self._records[some].tolist(), strict=True):
                stars, predicted, low, high, probability, reason, evidence = record
                spans = tuple(Span(start, end) for start, end in evidence.tolist() if start >= 0)
                yield Mismatch(id, stars, predicted, low, high, probability, REASONS[reason], spans)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and tuple(self) == tuple(other)

    __hash__ = None  # type: ignore[assignment]

    def numbers(self, name: str) -> NDArray[np.float64]:
        """Return one of ``NUMBERS`` of all."""
        return np.asarray(self._records[name])

    def take(self, places: NDArray[Any]) -> MismatchList:
        """Return those at some places."""
        return MismatchList(self._ids.take(pa.array(places)), self._records[places])

    def reasons(self) -> Counter[Reason]:
        """Return how many there are of each reason."""
        codes, first, counts = np.unique(self._records["reason"], return_index=True, return_counts=True)
        return Counter({REASONS[codes[place]]: int(counts[place]) for place in np.argsort(first)})

    def of_reason(self, reason: str) -> MismatchList:
        """Return those with a reason."""
        code = REASONS.index(reason) if reason in REASONS else -1
        return self.take(np.flatnonzero(self._records["reason"] == code))

    def among(self, ids: Collection[str], *, inside: bool = True) -> MismatchList:
        """Return those of reviews with these ids, or of all others."""
        is_in = pc.is_in(self._ids, pa.array(list(ids), pa.string())).to_numpy(zero_copy_only=False)
        return self.take(np.flatnonzero(is_in == inside))

    def with_probabilities(self, probabilities: NDArray[np.float64]) -> MismatchList:
        """Return the same mismatches with other probabilities, the most certain first."""
        records = self._records.copy()
        records["probability"] = probabilities
        return MismatchList(self._ids, records).take(np.argsort(-probabilities, kind="stable"))


def _record(mismatch: Mismatch) -> tuple[Any, ...]:
    evidence = [*map(tuple, mismatch.evidence), *[(-1, -1)] * SPANS][:SPANS]
    return (*(getattr(mismatch, name) for name in NUMBERS), REASONS.index(mismatch.reason), evidence)
