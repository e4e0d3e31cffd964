from __future__ import annotations

from collections.abc import Iterator

import pytest

from voxpop.ingest import row_batches
from voxpop.ingest.tables import TableRow
from voxpop.types import Rejected, Review


def reviews(count: int, *, length: int = 10) -> list[Review]:
    return [Review(id=str(number), text="x" * length) for number in range(count)]


def test_rows_come_in_batches_and_in_order(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(row_batches, "TOGETHER", 4)
    batches = list(row_batches.row_batches(reviews(10)))
    assert list(map(len, batches)) == [4, 4, 2]
    assert [row.id for batch in batches for row in batch] == [str(number) for number in range(10)]
    assert list(row_batches.row_batches([])) == []


def test_fewer_if_they_are_long() -> None:
    assert list(map(len, row_batches.row_batches(reviews(7, length=100), characters=300))) == [3, 3, 1]
    cells = [TableRow(number, {"text": "x" * 100, "title": "x" * 100, "stars": 5}) for number in range(5)]
    assert list(map(len, row_batches.row_batches(cells, characters=300))) == [2, 2, 1]
    assert row_batches.row_length(Rejected(step="text", reason="")) == 0


def test_rows_before_an_error_are_not_lost() -> None:
    def failing() -> Iterator[Review]:
        yield from reviews(3)
        raise ValueError("damaged")

    batches = row_batches.row_batches(failing())
    assert len(next(batches)) == 3
    with pytest.raises(ValueError, match="damaged"):
        next(batches)
