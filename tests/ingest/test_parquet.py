from __future__ import annotations

import gzip
from collections.abc import Callable
from datetime import date, datetime
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from voxpop.errors import InputError

Read = Callable[..., Any]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    table = pa.table(
        {
            "review_id": [1, 2, 3],
            "body": ["Good food", None, "好吃"],
            "stars": [5.0, 4.0, None],
            "date": [datetime(2020, 1, 2, 3), None, datetime(2021, 1, 1)],
        }
    )
    pq.write_table(table, tmp_path / "reviews.parquet")
    return tmp_path / "reviews.parquet"


def test_reads_rows_with_their_types(path: Path, read: Read) -> None:
    found = read(path)
    assert [(r.id, r.text, r.stars, r.date) for r in found.reviews] == [
        ("1", "Good food", 5, date(2020, 1, 2)),
        ("3", "好吃", None, date(2021, 1, 1)),
    ]
    assert (found.rejected[0].step, found.rejected[0].row) == ("text", 2)


def test_reads_it_packed_and_under_any_name(path: Path, read: Read) -> None:
    packed = path.with_name("data.gz")
    packed.write_bytes(gzip.compress(path.read_bytes()))
    assert len(read(packed).reviews) == 2


@pytest.mark.parametrize("keep", [4, 100, -1])
def test_a_file_cut_short_is_refused(path: Path, read: Read, keep: int) -> None:
    path.write_bytes(path.read_bytes()[:keep])
    with pytest.raises(InputError, match="not a whole Parquet file"):
        read(path)
