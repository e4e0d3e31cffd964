"""All rows of a file, kept until what repeats in them is known."""

from __future__ import annotations

import pickle
from collections.abc import Iterable, Iterator
from tempfile import SpooledTemporaryFile

from voxpop.types import Rejected, Review

MEMORY = 64_000_000  # bytes of waiting rows that are kept in memory; beyond, they go to a private temporary file
Row = Review | Rejected


class WaitingRows:
    """Rows that are read at once and given back in their order, with little memory however many there are."""

    def __init__(self, rows: Iterable[Row]) -> None:
        self._file = SpooledTemporaryFile(max_size=MEMORY)  # noqa: SIM115 (closed after the last row was read)
        for row in rows:
            pickle.dump(row, self._file, protocol=pickle.HIGHEST_PROTOCOL)

    def __del__(self) -> None:
        self._file.close()

    def __iter__(self) -> Iterator[Row]:
        end = self._file.tell()
        self._file.seek(0)
        with self._file:
            while self._file.tell() < end:
                row: Row = pickle.load(self._file)
                yield row
