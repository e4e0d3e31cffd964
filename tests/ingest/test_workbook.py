from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

import openpyxl
import pytest

from voxpop.errors import InputError
from voxpop.ingest import streams
from voxpop.ingest.excel import column_number

Read = Callable[..., Any]


def workbook(path: Path, **cells: str) -> Path:
    book = openpyxl.Workbook()
    for place, value in {"A1": "text", "A2": "Good food", **cells}.items():
        book.worksheets[0][place] = value
    book.save(path)
    return path


def bomb(path: Path) -> Path:
    workbook(path)
    with ZipFile(path, "a", ZIP_DEFLATED) as archive:
        archive.writestr("xl/worksheets/sheet9.xml", b"<row/>" * 500_000)
    return path


def test_a_workbook_that_is_a_bomb_is_stopped(tmp_path: Path, read: Read, monkeypatch: pytest.MonkeyPatch) -> None:
    path = bomb(tmp_path / "bomb.xlsx")
    assert read(path).texts == ["Good food"]
    monkeypatch.setattr(streams, "FREE_SIZE", 1_000_000)
    with pytest.raises(InputError, match="compression bomb"):
        read(path)


def test_a_bomb_that_lies_about_its_size_is_stopped(
    tmp_path: Path, read: Read, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = bomb(tmp_path / "bomb.xlsx")
    forged = path.read_bytes().replace((3_000_000).to_bytes(4, "little"), (100).to_bytes(4, "little"))
    path.write_bytes(forged)
    monkeypatch.setattr(streams, "FREE_SIZE", 1_000_000)
    with pytest.raises(InputError, match="compression bomb"):
        read(path)


def test_a_bomb_inside_a_zip_is_stopped(tmp_path: Path, read: Read, monkeypatch: pytest.MonkeyPatch) -> None:
    bomb(tmp_path / "bomb.xlsx")
    with ZipFile(tmp_path / "all.zip", "w") as archive:
        archive.write(tmp_path / "bomb.xlsx", "bomb.xlsx")
    monkeypatch.setattr(streams, "FREE_SIZE", 1_000_000)
    with pytest.raises(InputError, match="compression bomb"):
        read(tmp_path / "all.zip")


def test_a_file_called_mimetype_makes_no_workbook(tmp_path: Path, read: Read) -> None:
    with ZipFile(tmp_path / "all.zip", "w") as archive:
        archive.writestr("mimetype", "text/csv")
        archive.writestr("reviews.csv", "text,stars\nGood food,5\n")
    assert read(tmp_path / "all.zip").texts == ["Good food"]


def test_a_cell_far_away_does_not_fill_the_memory(tmp_path: Path, read: Read) -> None:
    assert read(workbook(tmp_path / "fine.xlsx", A9000="Bad food", Z1="x")).texts == ["Good food", "Bad food"]
    with pytest.raises(InputError, match="1,048,576 rows and 16,384 columns, which is too large"):
        read(workbook(tmp_path / "stray.xlsx", XFD1048576="x"))


@pytest.mark.parametrize(("letters", "number"), [(b"A", 1), (b"z", 26), (b"AA", 27), (b"XFD", 16_384), (b"", 0)])
def test_columns_are_counted_in_letters(letters: bytes, number: int) -> None:
    assert column_number(letters) == number
