"""A look at a file before it is analysed."""

from __future__ import annotations

from pathlib import Path

import pytest

from voxpop.errors import InputError
from voxpop.examples import path as example
from voxpop.ingest import read_reviews
from voxpop.ingest.reading import CELL, SHOWN, WIDEST, preview
from voxpop.settings import Columns, Settings
from voxpop.types import Review


@pytest.mark.parametrize(("lang", "text"), [("en", "review"), ("zh", "评论内容")])
def test_columns_and_first_rows(lang: str, text: str) -> None:
    found = preview(example(lang))
    assert found.choice
    assert found.choice.columns["text"] == text
    assert set(found.choice.columns.values()) <= set(found.columns)
    assert len(found.rows) == SHOWN
    assert all(len(row) == len(found.columns) for row in found.rows)
    assert found.problem is None


def test_where_no_column_fits_the_user_can_still_choose(tmp_path: Path) -> None:
    (tmp_path / "n.csv").write_text("a,b\n1,2\n3,4\n", encoding="utf-8")
    found = preview(tmp_path / "n.csv")
    assert found.columns == ["a", "b"]
    assert found.rows == [["1", "2"], ["3", "4"]]
    assert found.problem
    assert "looks like the text" in found.problem


def test_long_cells_are_cut_and_wide_tables_refused(tmp_path: Path) -> None:
    (tmp_path / "long.csv").write_text(f"text,stars\n{'good ' * 1000},5\n", encoding="utf-8")
    assert len(preview(tmp_path / "long.csv").rows[0][0]) == CELL + 1
    names = ",".join(f"c{n}" for n in range(WIDEST + 1))
    (tmp_path / "wide.csv").write_text(f"{names}\n{'good words,' * WIDEST}x\n", encoding="utf-8")
    with pytest.raises(InputError, match="1,001 columns"):
        preview(tmp_path / "wide.csv")


def test_rows_that_cannot_be_read_are_told(tmp_path: Path) -> None:
    lines = ['{"text": "The room was clean."}', "{broken", '{"text": "The view was great."}']
    (tmp_path / "r.jsonl").write_text("\n".join(lines), encoding="utf-8")
    found = preview(tmp_path / "r.jsonl")
    assert len(found.rows) == 2
    assert found.rejected[0].startswith("2: ")


def test_a_column_that_the_user_does_not_want(tmp_path: Path) -> None:
    (tmp_path / "r.csv").write_text("text,stars,date\nThe room was clean.,5,2024-01-01\n", encoding="utf-8")
    chosen = Settings(columns=Columns(stars="", date=""))
    (review,) = read_reviews(tmp_path / "r.csv", settings=chosen)
    assert isinstance(review, Review)
    assert (review.stars, review.date) == (None, None)
