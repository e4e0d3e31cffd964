from __future__ import annotations

import csv
import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from voxpop.errors import InputError
from voxpop.ingest import read_reviews
from voxpop.ingest.delimited import MAX_RECORD, NO_DELIMITER, find_delimiter
from voxpop.settings import Columns, Settings
from voxpop.types import Review

Given = Callable[..., Any]


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
def test_reads_any_delimiter(given: Given, delimiter: str) -> None:
    rows = [["id", "review", "rating"], ["a", 'Good, "really"; a\tb|c', "5"], ["b", "two\nlines", "1"]]
    text = io.StringIO()
    csv.writer(text, delimiter=delimiter).writerows(rows)
    found = given("reviews.csv", text.getvalue())
    assert [(r.id, r.text, r.stars, r.row) for r in found.reviews] == [
        ("a", rows[1][1], 5, 2),
        ("b", "two\nlines", 1, 3),
    ]


def test_rows_with_too_many_or_too_few_cells_are_set_aside_with_their_line(given: Given) -> None:
    found = given("reviews.csv", 'id,text,stars\n1,"two\nlines",5\n2,a,b,c,4\n3\n4,fine,3\n5,trailing,2,\n')
    assert [review.id for review in found.reviews] == ["1", "4", "5"]
    assert [(r.step, r.row) for r in found.rejected] == [("row", 4), ("row", 5)]
    assert found.rejected[0].reason == "Line 4 has 5 cells, but the table has 3 columns."


def test_a_file_without_a_header_is_understood(given: Given) -> None:
    found = given(
        "reviews.csv",
        "5,The room was very clean and the staff kind,2020-01-02\n1,Never again will I stay here,2020-01-03\n",
    )
    assert found.choice.columns == {"text": "column 2", "stars": "column 1", "date": "column 3"}
    assert [review.stars for review in found.reviews] == [5, 1]
    assert "no header" in found.choice.notes[0]


def test_a_single_column_may_hold_commas(given: Given) -> None:
    found = given("reviews.csv", "review\nGood, cheap, near\nBad\nSo, so, la, la\n")
    assert found.texts == ["Good, cheap, near", "Bad", "So, so, la, la"]


def test_a_quote_that_is_never_closed_costs_its_own_line(given: Given) -> None:
    body = "".join(f'{n},"fine, number {n}",4\n' for n in range(3, 40_000))
    found = given("reviews.csv", f'id,text,stars\n1,good,5\n2,"oops,4\n{body}')
    assert len(found.reviews) >= 39_997
    assert (found.rejected[0].step, found.rejected[0].row) == ("row", 3)


def test_a_quote_that_meets_the_next_one_does_not_join_two_rows(given: Given) -> None:
    found = given("reviews.csv", 'id,text,stars\n1,good,5\n2,"oops,4\n3,"fine",3\n4,"nice",3\n')
    assert [(r.id, r.text) for r in found.reviews] == [("1", "good"), ("3", "fine"), ("4", "nice")]
    assert [(r.step, r.row) for r in found.rejected] == [("row", 3)]


def test_quotation_marks_that_were_not_doubled_are_kept(given: Given) -> None:
    found = given(
        "reviews.csv", 'id,text,stars\n1,"They call it "fine" dining, ha",2\n2,"5\'8" tall and fits",5\n3,"x "y"",4\n'
    )
    assert found.texts == ['They call it "fine" dining, ha', "5'8\" tall and fits", 'x "y"']
    assert [r.stars for r in found.reviews] == [2, 5, 4]


def test_a_quote_open_at_the_end_of_the_file_costs_its_own_line(given: Given) -> None:
    found = given("reviews.csv", 'id,text,stars\n1,good,5\n2,"oops,4\n3,fine,3\n4,nice,3\n')
    assert found.texts == ["good", "fine", "nice"]
    assert found.rejected[0].reason == "Line 3 cannot be read: a quotation mark opens in it that is not closed."


def test_a_line_of_fifty_megabytes_is_set_aside(tmp_path: Path, read: Given) -> None:
    path = tmp_path / "reviews.csv"
    path.write_bytes(b"id,text\n1,good\n2," + b"x" * 50_000_000 + b"\n3,fine\n")
    found = read(path)
    assert found.texts == ["good", "fine"]
    assert (found.rejected[0].step, found.rejected[0].row) == ("row", 3)


def test_a_long_cell_below_the_bound_is_a_row(given: Given) -> None:
    text = "long " * 60_000
    assert len(text) < MAX_RECORD
    assert given("reviews.csv", f"text,stars\n{text},5\n").texts == [text]


def test_nul_bytes_are_taken_out(given: Given) -> None:
    found = given("reviews.csv", b"id,text,stars\n1,good,5\n2,b\0d,1\n3,fine,3\n")
    assert found.texts == ["good", "bd", "fine"]
    assert [r.extra for r in found.reviews] == [{}, {"text": "b\ufffdd"}, {}]


def test_bytes_that_are_no_text_cost_the_row(given: Given) -> None:
    head = "id,text\n" + "".join(f"{n},很好吃，环境也不错\n" for n in range(1, 9000))
    found = given("reviews.csv", head.encode() + b"9000,bad \xff\xfe byte\n9001,fine\n")
    assert len(found.reviews) == 9000
    assert [(r.step, r.row) for r in found.rejected] == [("encoding", 9001)]


def test_the_line_in_which_excel_names_the_delimiter_is_heeded(given: Given) -> None:
    found = given("reviews.csv", "sep=;\r\ntext;stars\r\nGood, cheap food;5\r\n")
    assert [(r.text, r.stars, r.row) for r in found.reviews] == [("Good, cheap food", 5, 3)]


def test_header_only_says_so(given: Given) -> None:
    with pytest.raises(InputError, match="no rows below the header"):
        given("reviews.csv", "id,text,stars\n")


def test_repeated_column_names_are_told_apart(given: Given) -> None:
    found = given("reviews.csv", "text,text,stars\nfirst one here,second,5\n", columns={"text": "text (2)"})
    assert found.texts == ["second"]


@pytest.mark.parametrize(
    ("sample", "delimiter"),
    [
        (["a,b\n", "1,2\n"], ","),
        (["a;b\n", "1,5;2\n"], ";"),
        (["text\n", "Good, cheap\n", "Bad\n"], NO_DELIMITER),
        (["text\n", "Good\n"], ","),
        (["text\tstars\n", "a, b, c\t5\n", "d\t4\n"], "\t"),
        (["review|rating\n", "bad row\n", "bad again\n", "x|1\n"], "|"),
    ],
)
def test_finds_the_delimiter(sample: list[str], delimiter: str) -> None:
    assert find_delimiter(sample, Columns()) == delimiter


COLUMNS = Columns(text="text", stars="stars", id="review_id")
words = st.text(st.characters(codec="utf-8", exclude_characters="\0"), min_size=1, max_size=40)
texts = words.filter(lambda text: text.strip("\ufeff \t\r\n\0\u3000\xa0\x1c\x1d\x1e\x1f\x85").strip() != "")


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(
    st.lists(st.tuples(texts, st.integers(1, 5)), min_size=1, max_size=20),
    st.sampled_from(["utf-8", "utf-8-sig", "utf-16", "gb18030"]),
    st.sampled_from(",;\t|"),
)
def test_whatever_the_csv_module_writes_is_read_back(
    tmp_path: Path, rows: list[tuple[str, int]], encoding: str, delimiter: str
) -> None:
    path = tmp_path / "reviews.csv"
    with path.open("w", encoding=encoding, newline="") as file:
        writer = csv.writer(file, delimiter=delimiter)
        writer.writerow(["review_id", "text", "stars"])
        writer.writerows([n, text, stars] for n, (text, stars) in enumerate(rows))
    items = list(read_reviews(path, settings=Settings(encoding=encoding, columns=COLUMNS)))
    assert all(isinstance(item, Review) for item in items)
    assert [(item.text, item.stars) for item in items if isinstance(item, Review)] == rows


@pytest.mark.parametrize(
    ("tail", "steps"),
    [
        ('2,"Fine fo', ["truncated"]),
        ('2,"Fine food\nand wi', ["truncated", "truncated"]),
        ("2,Fine fo", ["truncated"]),
        ("2,Fine food\n", ["row"]),
        ("2,Fine food,5", []),
        ("2,Fine, food,5", ["row"]),
    ],
)
def test_a_file_that_ends_amid_a_row_is_said_to_be_cut_short(given: Given, tail: str, steps: list[str]) -> None:
    found = given("reviews.csv", f"id,text,stars\n1,Good food,5\n{tail}")
    assert [r.step for r in found.rejected] == steps
    assert all("may have been cut short" in r.reason for r in found.rejected if r.step == "truncated")
