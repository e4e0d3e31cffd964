"""Records of a fixed size that are written once and looked up many at a time, however many there are.

They stay in memory while they are few; then they are in a temporary file, which has no name and is gone with its
process. A lookup reads the file from its beginning to its end, some records at a time, and compares them with the few
thousand keys that are looked for: memory stays the same, and nothing is written twice.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from tempfile import SpooledTemporaryFile
from typing import Any
from weakref import finalize

import numpy as np
from numpy.typing import NDArray

from voxpop.atomic_files import reason
from voxpop.errors import OutputError

IN_MEMORY = 8 << 20  # bytes of a log that stay in memory
AT_ONCE = 4 << 20  # bytes that are read together
SIEVE_BITS = 22  # of a key, at most, by which most records are passed over
SPARSE = 8  # bits more than there are keys, so that few records pass


class RecordLog:
    """Records of one type, numbered in the order in which they came."""

    def __init__(self, dtype: Any) -> None:
        self._dtype = np.dtype(dtype)
        self._count = 0
        self._file = SpooledTemporaryFile(max_size=IN_MEMORY)  # noqa: SIM115  closed when nobody uses the log
        finalize(self, self._file.close)

    def __len__(self) -> int:
        return self._count

    def append(self, records: NDArray[Any]) -> None:
        """Add records at the end."""
        with using_temporary_file():
            self._file.seek(0, 2)
            self._file.write(records.astype(self._dtype, copy=False).tobytes())
        self._count += len(records)

    def read(self, first: int, count: int) -> NDArray[Any]:
        """Return the records from ``first`` on."""
        with using_temporary_file():
            self._file.seek(first * self._dtype.itemsize)
            return np.frombuffer(self._file.read(count * self._dtype.itemsize), self._dtype)

    def take(self, numbers: Iterable[int]) -> NDArray[Any]:
        """Return the records of these numbers."""
        return np.concatenate([self.read(0, 0), *(self.read(number, 1) for number in numbers)])

    def chunks(self) -> Iterator[tuple[int, NDArray[Any]]]:
        """Yield all records, some at a time, after the number of the first of them."""
        step = max(1, AT_ONCE // self._dtype.itemsize)
        for first in range(0, self._count, step):
            yield first, self.read(first, min(step, self._count - first))


class Sieve:
    """Finds some keys among very many others; they are unsigned integers of one size, each given once, in order.

    Nearly all others are passed over by their upper bits, and most of the rest by their lower ones.
    """

    def __init__(self, keys: NDArray[Any]) -> None:
        self._keys = keys
        number, bits = keys.dtype.type, min(len(keys).bit_length() + SPARSE, SIEVE_BITS)
        self._shift, self._mask = number(8 * keys.itemsize - bits), number((1 << bits) - 1)
        self._upper, self._lower = np.zeros(1 << bits, np.bool_), np.zeros(1 << bits, np.bool_)
        self._upper[keys >> self._shift] = True
        self._lower[keys & self._mask] = True

    def places(self, keys: NDArray[Any]) -> NDArray[np.int64]:
        """Return the places in an array of keys where one of those stands that are looked for."""
        places = np.flatnonzero(self._upper[keys >> self._shift])
        places = places[self._lower[keys[places] & self._mask]]
        found = keys[places]
        nearest = np.searchsorted(self._keys, found)
        nearest[nearest == len(self._keys)] = 0
        return np.asarray(places[self._keys[nearest] == found] if len(self._keys) else places)


@contextmanager
def using_temporary_file() -> Iterator[None]:
    """Turn an error of the system into one that says which room is missing."""
    try:
        yield
    except OSError as error:
        raise OutputError(
            f"Cannot write a temporary file, in which duplicates are looked for: {reason(error)}. "
            "Set TMPDIR to a folder with more room."
        ) from None
