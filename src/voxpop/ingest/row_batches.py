"""Rows that are looked up together among all that came before."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Protocol, TypeVar

from voxpop.ingest.tables import TableRow

TOGETHER = 16_384  # rows: with fewer, more time goes into looking through what came before
CHARACTERS = 8_000_000  # of these rows, so that memory stays small if they are long


class HasText(Protocol):
    """A review, or what else has a text."""

    @property
    def text(self) -> str | None: ...


Row = TypeVar("Row", bound=HasText | TableRow)


def row_batches(rows: Iterable[Row], *, characters: int = CHARACTERS) -> Iterator[list[Row]]:
    """Yield rows some thousands at a time, fewer if they are long; those before an error come before it."""
    batch: list[Row] = []
    length = 0
    try:
        for row in rows:
            batch.append(row)
            length += row_length(row)
            if len(batch) >= TOGETHER or length >= characters:
                yield batch
                batch, length = [], 0
    except Exception:
        if batch:
            yield batch
        raise
    if batch:
        yield batch


def row_length(row: HasText | TableRow) -> int:
    """Return how many characters a row has, about."""
    if isinstance(row, TableRow):
        return sum(len(cell) for cell in row.cells.values() if isinstance(cell, str))
    return len(row.text or "") + len(getattr(row, "normal", ""))  # a checked row has two texts
