from __future__ import annotations

from collections.abc import Callable
from datetime import date
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

from voxpop.errors import InputError
from voxpop.types import Review

Read = Callable[..., Any]
COLUMNS = {"review": ["Good food", None, "好吃"], "rating": [5, 3, None], "date": ["2020-01-02", "2020-01-03", None]}


@pytest.mark.parametrize("make", [pd.DataFrame, pl.DataFrame, pa.table, lambda data: pl.DataFrame(data).lazy()])
def test_reads_data_frames(read: Read, make: Callable[[Any], Any]) -> None:
    found = read(make(COLUMNS))
    assert [(r.text, r.stars, r.date) for r in found.reviews] == [
        ("Good food", 5, date(2020, 1, 2)),
        ("好吃", None, None),
    ]
    assert [(r.step, r.row) for r in found.rejected] == [("text", 2)]


def test_reads_pandas_times(read: Read) -> None:
    frame = pd.DataFrame({"text": ["Good food", "Bad food"], "date": pd.to_datetime(["2020-01-02", None])})
    assert [r.date for r in read(frame).reviews] == [date(2020, 1, 2), None]


def test_reads_texts_dicts_and_generators(read: Read) -> None:
    assert read(["Good", "Bad"]).texts == ["Good", "Bad"]
    assert [r.stars for r in read([{"text": "Good food", "stars": "4/5"}]).reviews] == [4]
    assert read(text for text in ("Good", "Bad")).texts == ["Good", "Bad"]


def test_reviews_pass_unchanged(read: Read) -> None:
    review = Review(
        id="a", text="Good food", stars=4.5, date=date(2020, 1, 2), product="p", lang="en", source="s", row=7
    )
    assert read([review]).reviews == [review]


def test_reviews_are_checked_too(read: Read) -> None:
    found = read(
        [
            Review(id="a", text="Good"),
            Review(id="a", text="Again"),
            Review(id="b", text=" "),
            Review(id="c", text="a\0"),
        ]
    )
    assert [r.step for r in found.rejected] == ["id", "text"]
    assert found.texts == ["Good", "a"]


@pytest.mark.parametrize("source", [5, None, b"bytes", {"text": "x"}, [5], [None]])
def test_what_is_no_source_is_refused(read: Read, source: object) -> None:
    with pytest.raises(InputError):
        read(source)


def test_nothing_is_refused(read: Read) -> None:
    with pytest.raises(InputError, match="holds no"):
        read([])
    with pytest.raises(InputError, match="holds no"):
        read(pd.DataFrame({"text": []}))


def test_missing_numbers_of_pandas_do_not_hide_the_stars(read: Read) -> None:
    texts = [f"Good food number {n}" for n in range(10)]
    whole = pd.DataFrame({"text": texts, "stars": pd.array([5, None] * 5, dtype="Int64")})
    assert [r.stars for r in read(whole).reviews] == [5, None] * 5
    rare = pd.DataFrame({"text": texts, "stars": [4.0] * 2 + [float("nan")] * 8})
    assert [r.stars for r in read(rare).reviews] == [4, 4] + [None] * 8


def test_a_text_column_under_no_known_name_may_have_gaps(read: Read) -> None:
    texts = [f"The food was good, visit {n}" for n in range(7)]
    found = read(pd.DataFrame({"q3": [*texts, *[float("nan")] * 3], "n": range(10)}))
    assert found.texts == texts
    assert [r.step for r in found.rejected] == ["text"] * 3


def test_a_text_that_is_an_array_costs_its_row_and_stars_that_are_cost_themselves(read: Read) -> None:
    texts = ["Good food", np.array(["one", "two"]), ["three"], "Bad food"]
    stars = [np.array([5, 5]), 4, 4, 3]
    found = read(pd.DataFrame({"text": texts, "stars": stars, "vector": [np.zeros(3)] * 4}))
    assert found.texts == ["Good food", "Bad food"]
    assert [(r.stars, r.unread, r.extra) for r in found.reviews] == [
        (None, ("stars",), {"stars": "[5, 5]", "vector": "[0.0, 0.0, 0.0]"}),
        (3, (), {"vector": "[0.0, 0.0, 0.0]"}),
    ]
    assert [(r.step, r.row) for r in found.rejected] == [("text", 2), ("text", 3)]


@pytest.mark.parametrize("make", [pd.Series, pl.Series])
def test_reads_a_single_column(read: Read, make: Callable[[Any], Any]) -> None:
    found = read(make(["Good food", None, "Bad food"]))
    assert found.texts == ["Good food", "Bad food"]
    assert [r.step for r in found.rejected] == ["text"]
