from __future__ import annotations

from collections.abc import Callable
from datetime import date, datetime
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import openpyxl
import pytest

from voxpop.errors import InputError

Read = Callable[..., Any]


def workbook(path: Path, rows: list[list[object]], *, blank_first: bool = False) -> Path:
    book = openpyxl.Workbook()
    if blank_first:
        book.create_sheet("Data")
    sheet = book.worksheets[-1]
    for row in rows:
        sheet.append(row)
    book.save(path)
    return path


def test_reads_a_sheet_with_its_row_numbers(tmp_path: Path, read: Read) -> None:
    rows: list[list[object]] = [
        ["编号", "评论内容", "评分", "日期"],
        [1, "味道很好", 5, datetime(2023, 5, 1)],
        [None, None, None, None],
        [2, "一般般吧", 3, "2023/5/2"],
    ]
    found = read(workbook(tmp_path / "reviews.xlsx", rows))
    assert [(r.id, r.text, r.stars, r.date, r.row) for r in found.reviews] == [
        ("1", "味道很好", 5, date(2023, 5, 1), 2),
        ("2", "一般般吧", 3, date(2023, 5, 2), 4),
    ]


def test_a_cover_sheet_is_passed_over(tmp_path: Path, read: Read) -> None:
    book = openpyxl.Workbook()
    book.worksheets[0].append(["Export of our shop", "2024"])
    sheet = book.create_sheet("Reviews")
    for row in (["text"], ["Good food"], ["Bad food"]):
        sheet.append(row)
    book.save(tmp_path / "reviews.xlsx")
    assert read(tmp_path / "reviews.xlsx").texts == ["Good food", "Bad food"]


def test_a_blank_sheet_is_passed_over_and_it_is_said(tmp_path: Path, read: Read) -> None:
    found = read(workbook(tmp_path / "reviews.xlsx", [["text"], ["Good food"]], blank_first=True))
    assert found.texts == ["Good food"]
    assert "'Data' was read" in found.choice.notes[0]


def test_a_sheet_without_a_header(tmp_path: Path, read: Read) -> None:
    found = read(
        workbook(tmp_path / "reviews.xlsx", [["Good food and nice people", 5], ["Bad food and rude people", 1]])
    )
    assert [r.stars for r in found.reviews] == [5, 1]


def test_a_workbook_inside_a_zip(tmp_path: Path, read: Read) -> None:
    workbook(tmp_path / "reviews.xlsx", [["text"], ["Good food"]])
    with ZipFile(tmp_path / "all.zip", "w") as archive:
        archive.write(tmp_path / "reviews.xlsx", "reviews.xlsx")
    assert read(tmp_path / "all.zip").texts == ["Good food"]


def test_no_rows_or_a_damaged_file_is_refused(tmp_path: Path, read: Read) -> None:
    with pytest.raises(InputError, match="holds no rows"):
        read(workbook(tmp_path / "empty.xlsx", []))
    whole = workbook(tmp_path / "cut.xlsx", [["text"], ["Good food"]]).read_bytes()
    (tmp_path / "cut.xlsx").write_bytes(whole[: len(whole) // 2])
    with pytest.raises(InputError, match="whole zip"):
        read(tmp_path / "cut.xlsx")
    (tmp_path / "fake.xlsx").write_bytes(b"not a workbook")
    with pytest.raises(InputError, match="cannot be read as a workbook"):
        read(tmp_path / "fake.xlsx")


def test_reads_open_document_sheets(tmp_path: Path, read: Read) -> None:
    names = ("office", "table", "text")
    spaces = " ".join(f'xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"' for name in names)
    rows = "".join(
        '<table:table-row><table:table-cell office:value-type="string">'
        f"<text:p>{text}</text:p></table:table-cell></table:table-row>"
        for text in ("text", "Good food")
    )
    sheet = f'<table:table table:name="A">{rows}</table:table>'
    body = f"<office:body><office:spreadsheet>{sheet}</office:spreadsheet></office:body>"
    kind = "application/vnd.oasis.opendocument.spreadsheet"
    with ZipFile(tmp_path / "reviews.ods", "w") as archive:
        archive.writestr("mimetype", kind)
        archive.writestr("content.xml", f"<office:document-content {spaces}>{body}</office:document-content>")
        archive.writestr("META-INF/manifest.xml", "<manifest/>")
    assert read(tmp_path / "reviews.ods").texts == ["Good food"]


def test_a_sheet_can_be_named_or_numbered(tmp_path: Path, read: Any) -> None:
    book = openpyxl.Workbook()
    book.active.title = "Long"
    for row in [("text", "stars"), *[(f"Good food {n}", 5) for n in range(5)]]:
        book.active.append(row)
    short = book.create_sheet("Q2 2024")
    for row in [("text", "stars"), ("Bad food", 1)]:
        short.append(row)
    book.save(tmp_path / "x.xlsx")
    for sheet in ("Q2 2024", "q2 2024 ", "2"):
        assert read(tmp_path / "x.xlsx", sheet=sheet).texts == ["Bad food"]
    assert len(read(tmp_path / "x.xlsx", sheet="Long").texts) == 5
    with pytest.raises(InputError, match=r"no sheet 'Q3'\. Its sheets: 'Long', 'Q2 2024'\."):
        read(tmp_path / "x.xlsx", sheet="Q3")


def months(path: Path, *, sheets: dict[str, list[tuple[object, ...]]]) -> Path:
    book = openpyxl.Workbook()
    book.remove(book.worksheets[0])
    for name, rows in sheets.items():
        sheet = book.create_sheet(name)
        for row in rows:
            sheet.append(row)
    book.save(path)
    return path


def test_sheets_with_the_same_columns_are_read_together(tmp_path: Path, read: Read) -> None:
    sheets: dict[str, list[tuple[object, ...]]] = {
        "Notes": [("made by", "the shop")],
        "January": [("text", "stars"), ("Good food", 5), ("Bad food", 1)],
        "February": [("Stars ", "Text"), (2, "Cold soup"), (3, None)],
        "Staff": [("name", "shift"), ("Ann", "early")],
    }
    found = read(months(tmp_path / "year.xlsx", sheets=sheets))
    assert [(r.id, r.text, r.stars, r.row) for r in found.reviews] == [
        ("January:2", "Good food", 5, 2),
        ("January:3", "Bad food", 1, 3),
        ("February:2", "Cold soup", 2, 2),
    ]
    assert [Path(r.source).name for r in found.reviews] == ["January", "January", "February"]
    assert [(Path(row.source).name, row.row) for row in found.rejected] == [("February", 3)]
    told, others = found.choice.notes[0].split(" and were read, ")
    assert told == "sheets 'January', 'February' have the same columns"
    assert others == "'Notes', 'Staff' not (--sheet NAME reads one)"


def test_ids_that_begin_again_in_each_sheet_are_kept_apart(tmp_path: Path, read: Read) -> None:
    rows: list[tuple[object, ...]] = [("id", "text"), (1, "Good food"), (1, "Bad food")]
    found = read(months(tmp_path / "year.xlsx", sheets={"A": rows, "B": rows[:2]}), columns={"id": "id"})
    assert [r.id for r in found.reviews] == ["1", "B:1"]
    assert [row.reason for row in found.rejected] == ["The id '1' was already used in row 2."]


def test_sheets_with_other_columns_or_without_a_header_are_not_joined(tmp_path: Path, read: Read) -> None:
    headless: list[tuple[object, ...]] = [("Good food and nice people", 5), ("Bad food and rude people", 1)]
    found = read(months(tmp_path / "x.xlsx", sheets={"A": headless, "B": headless[:1]}))
    assert (len(found.reviews), found.reviews[0].id) == (2, "1")
    assert found.choice.notes[0] == "sheet 'A' was read, 'B' not (--sheet NAME reads one)"
