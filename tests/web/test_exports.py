"""Files to take away hold what they should and nothing that a spreadsheet would run."""

from __future__ import annotations

import csv
import io
import json
from datetime import date
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from voxpop import table_files
from voxpop.errors import OutputError
from voxpop.table_files import array, cell, lines, plain, workbook, write_table

ROWS = [
    {"name": "=SUM(A1:A9)", "n": 3, "mean": 0.123456, "day": date(2024, 5, 1), "none": None, "list": ["a", "b"]},
    {"name": '房间, "clean"\nand 🛏️', "n": 0, "mean": -1.0, "day": None, "none": "", "list": []},
]


def sheet(data: bytes) -> list[tuple[Any, ...]]:
    return list(openpyxl.load_workbook(io.BytesIO(data)).active.values)


def test_csv() -> None:
    text = "".join(lines(ROWS))
    assert text.startswith("\ufeff")
    head, first, second = csv.reader(io.StringIO(text.removeprefix("\ufeff")))
    assert head == ["name", "n", "mean", "day", "none", "list"]
    assert first == ["'=SUM(A1:A9)", "3", "0.1235", "2024-05-01", "", "a; b"]
    assert second[0] == ROWS[1]["name"]


def test_json() -> None:
    found = json.loads("".join(array(ROWS)))
    assert found[0]["name"] == "=SUM(A1:A9)"
    assert found[0]["mean"] == 0.123456
    assert json.loads("".join(array([]))) == []


def test_excel_opens_it() -> None:
    head, first, second = sheet(workbook(ROWS))
    assert head == ("name", "n", "mean", "day", "none", "list")
    assert first == ("=SUM(A1:A9)", 3, 0.123456, "2024-05-01", None, "a; b")
    assert second[0] == ROWS[1]["name"]


def test_what_looks_like_a_formula_is_text_in_excel() -> None:
    assert 't="inlineStr"' in cell("=1+1")
    assert "<f>" not in cell("=1+1")


def test_nothing_is_lost_in_excel_without_a_word(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    ((_,), (long,), (short,)) = sheet(workbook([{"x": "a" * 40_000}, {"x": "a" * 32_000}]))
    assert long == "a" * 32_000 + table_files.CUT
    assert short == "a" * 32_000
    monkeypatch.setattr(table_files, "EXCEL_ROWS", 2)
    assert write_table(ROWS, tmp_path / "two.xlsx") == 2
    with pytest.raises(OutputError, match=r"at most 2 rows.*\.csv"):
        write_table([*ROWS, *ROWS], tmp_path / "four.xlsx")
    assert [path.name for path in tmp_path.iterdir()] == ["two.xlsx"]
    assert write_table([*ROWS, *ROWS], tmp_path / "four.csv") == 4


@given(st.text())
def test_any_text_survives(text: str) -> None:
    rows = list(csv.reader(io.StringIO("".join(lines([{"x": text, "y": 1}])).removeprefix("\ufeff"), newline="")))
    assert rows[1][0] in (text, f"'{text}")
    assert not str(plain(text)).startswith(("=", "+", "-", "@"))
    sheet(workbook([{"x": text, "y": 1}]))
