from __future__ import annotations

from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any

import openpyxl
import pytest

from voxpop.ingest.headers import find_header
from voxpop.settings import Columns

Given = Callable[..., Any]
ROWS = [[f"2024-05-0{n}", "8", f"The driver came late for the {n}th time."] for n in range(1, 8)]
SURVEY = [
    ["StartDate", "Q1", "Q2"],
    ["Start Date", "How likely are you to recommend us?", "Why did you give this score?"],
    ['{"ImportId":"startDate"}', '{"ImportId":"QID1"}', '{"ImportId":"QID2"}'],
]
NAMES = ["StartDate", "Q1: How likely are you to recommend us?", "Q2: Why did you give this score?"]


def test_a_header_of_three_rows_names_the_columns_by_short_name_and_question() -> None:
    assert find_header([*SURVEY, *ROWS], Columns()) == (NAMES, 3)


def test_the_short_name_that_a_user_gives_is_kept() -> None:
    assert find_header([*SURVEY, *ROWS], Columns(text="Q2")).names == [*NAMES[:2], "Q2"]


def test_rows_above_the_header_with_a_single_cell_are_a_title() -> None:
    title = [["Survey of May", "", ""], ["confidential", "", ""]]
    assert find_header([*title, ["day", "score", "comment"], *ROWS], Columns()) == (["day", "score", "comment"], 3)


@pytest.mark.parametrize(
    "first", [["n/a", "n/a", "It was fine."], ["2024-05-01", "so-so", "It was fine."], ["", "", "It was fine."]]
)
def test_a_review_without_readable_stars_is_not_taken_for_a_header(first: list[str]) -> None:
    assert find_header([["day", "score", "comment"], first, *ROWS], Columns()).height == 1


def test_a_first_row_with_a_single_cell_is_no_title_where_the_next_is_no_header() -> None:
    first = ["", "", "The driver was polite and helped with the bags."]
    assert find_header([first, *ROWS], Columns()).height == 0


def test_a_file_with_a_title_line_is_read(given: Given) -> None:
    lines = ["Reviews of May", "", "Date;Rating;Comment", *(";".join(row) for row in ROWS)]
    found = given("export.csv", "\n".join(lines) + "\n")
    assert (len(found.reviews), found.reviews[0].stars) == (7, 4)
    assert "title and header" in found.choice.notes[0]


def test_a_sheet_with_a_title_and_the_codes_of_a_survey_is_read(read: Given, tmp_path: Path) -> None:
    book = openpyxl.Workbook()
    for row in (["Customer survey"], [], *SURVEY, *ROWS):
        book.active.append(row)
    data = BytesIO()
    book.save(data)
    (tmp_path / "survey.xlsx").write_bytes(data.getvalue())
    found = read(tmp_path / "survey.xlsx")
    assert [review.row for review in found.reviews] == list(range(6, 13))
    assert found.choice.columns == {"text": NAMES[2], "stars": NAMES[1], "date": "StartDate"}
    assert found.reviews[0].stars == 4
