"""Tables as Python sees them: read in little memory, and errors in our own words."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pyarrow as pa
import pytest

from voxpop.arrow_tables import COMPARISONS, OPINIONS
from voxpop.errors import StoreError
from voxpop.store import Draft, Rows, Store
from voxpop.store.sql_query import Query
from voxpop.store.store import REVIEWS as REVIEWS_QUERY
from voxpop.types import Review

REVIEWS, LENGTH = 25_000, 1000


def large_draft() -> Draft:
    """More than fits into memory, with opinions and comparisons."""
    draft = Draft()
    texts = [os.urandom(LENGTH // 2).hex() for _ in range(REVIEWS)]
    comparison = {"start": 0, "end": LENGTH, "preference": "better", "verdict": 1, "confidence": 0.5}
    opinion = {
        "end": 4, "text": "room", "aspect": "room", "polarity": 0.5, "opinion_words": [8, 9], "evidence_start": 0,
        "evidence_end": 40, "confidence": 1.0, "about": "main",
    }  # fmt: skip
    draft.add_reviews([Review(id=str(n), text=text, lang="en") for n, text in enumerate(texts)])
    compared = [{**comparison, "review": n} for n in range(0, REVIEWS, 3)]
    draft._insert("comparisons", pa.Table.from_pylist(compared, schema=COMPARISONS))
    rows = [{**opinion, "review": n, "start": start} for n in range(REVIEWS) for start in (0, 1, 2)]
    draft._insert("opinions", pa.Table.from_pylist(rows, schema=OPINIONS))
    return draft


def test_reviews_and_opinions_side_by_side_need_little_memory() -> None:
    draft = large_draft()
    draft._connection.execute("SET memory_limit = '32MB'")  # one sort of everything fails with this
    opinions = iter(draft.opinions)
    for review in draft.reviews:
        assert [next(opinions).review_id for _ in range(3)] == [review.id] * 3
    assert len(list(draft.comparisons)) == len(range(0, REVIEWS, 3))


@pytest.fixture
def damaged(tmp_path: Path) -> Store:
    """A file in which one block of texts has another byte."""
    draft = Draft(tmp_path / "x.voxpop")
    draft.add_reviews([Review(id=str(n), text=os.urandom(500).hex(), lang="en") for n in range(5000)])
    draft.put({"settings": {}})
    draft.commit()
    draft.close()
    data = bytearray((tmp_path / "x.voxpop").read_bytes())
    data[len(data) // 2] ^= 0xFF
    (tmp_path / "x.voxpop").write_bytes(data)
    return Store.open(tmp_path / "x.voxpop")


@pytest.mark.parametrize("read", [list, len, bool, repr, Rows.to_arrow, Rows.to_pandas])
def test_a_damaged_file_is_called_so(damaged: Store, read: Callable[[object], object]) -> None:
    rows = Rows(damaged._connection, REVIEWS_QUERY.where("md5(text) <> ''"), dict)  # so that counting reads texts
    with pytest.raises(StoreError, match="damaged"):
        read(rows)


def test_conditions_are_added_to_a_query() -> None:
    query = Query("SELECT a FROM t", "a", "n")
    assert query.sql == "SELECT a FROM t ORDER BY a"
    both = query.where("b = ?", 1).between(0, 5)
    assert (both.sql, both.params) == ("SELECT a FROM t WHERE b = ? AND n >= ? AND n < ? ORDER BY a", (1, 0, 5))
