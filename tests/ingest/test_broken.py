from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given as for_all
from hypothesis import strategies as st

from voxpop.ingest import Curator
from voxpop.ingest.mask import COVER
from voxpop.ingest.tables import KEPT, storable
from voxpop.part_files import review_table
from voxpop.settings import Settings

Given = Callable[..., Any]
GOOD = 'text,stars\nGood food,5\n"Nice, food",4\n'


@pytest.mark.parametrize(
    ("name", "content", "text", "step"),
    [
        ("x.csv", f"{GOOD}Bad, very bad food,1\n", "Bad, very bad food,1", "row"),
        ("x.csv", f"{GOOD}Bad food\n", "Bad food", "row"),
        ("x.csv", f'{GOOD}"Bad food,1\n', '"Bad food,1', "truncated"),
        ("x.jsonl", '{"text": "Good food"}\n{"text": "Bad food"\n', '{"text": "Bad food"', "row"),
        ("x.jsonl", '{"text": "Good food"}\n["坏的", 1]\n', '["坏的", 1]', "row"),
        ("x.json", '[{"text": "Good food"}, 7]', "7", "row"),
    ],
)
def test_a_row_that_cannot_be_read_is_kept_as_it_stood(
    given: Given, name: str, content: str, text: str, step: str
) -> None:
    found = given(name, content)
    assert [(r.step, r.text) for r in found.rejected] == [(step, text)]


def test_a_line_without_end_is_kept_in_part(given: Given) -> None:
    found = given("x.txt", "Good food\n" + "long " * 1_000_000)
    assert [len(r.text) for r in found.rejected] == [KEPT]


def test_damaged_characters_do_not_cost_the_text(given: Given) -> None:
    good = "".join(f"a{n},味道很好\n" for n in range(20)).encode()
    found = given("x.csv", b"id,text\n" + good + b"b,Bad \xe5 food\n")
    assert [(r.step, r.id, r.text) for r in found.rejected] == [("encoding", "b", "Bad \ufffd food")]


def test_personal_data_in_a_broken_row_is_covered(given: Given) -> None:
    rejected = given("x.csv", f"{GOOD}Bad food, call 480-312-2669,1\n").rejected
    (row,) = Curator(Settings())(rejected)
    assert row.text == f"Bad food, call {COVER * 12},1"


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("x.csv", "author,text,stars\nJim,Good food,5\nJane,Bad, very bad food,1\n"),
        ("x.csv", 'text,author\nGood food,Jim\n"Bad food, Jane\n'),
        ("x.jsonl", '{"text": "Good food"}\n{"author": "Jane Public", "text": "Bad food"\n'),
        ("x.jsonl", "{\"text\": \"Good food\"}\n{'author': 'Jane Public', 'text': 'Bad food'}\n"),
        ("x.jsonl", '{"text": "Good food"}\n{"text": "Bad food", "user": {"name": "Jane \\"J\\" Public"}, }\n'),
        ("x.json", '[{"text": "Good food"}, [{"author": "Jane"}, 1]]'),
    ],
)
def test_a_broken_row_that_may_name_a_person_is_not_kept(given: Given, name: str, content: str) -> None:
    found = given(name, content)
    assert found.texts == ["Good food"]
    assert [(row.row is not None, row.text) for row in found.rejected] == [(True, None)]


@for_all(st.text(st.characters() | st.characters(categories=["Cs"])))
def test_what_is_kept_can_always_be_stored(text: str) -> None:
    kept = storable(text)
    assert kept is None or (kept.encode() and "\0" not in kept)


@pytest.mark.parametrize(
    ("name", "content", "column"),
    [
        (
            "x.csv",
            "text,z\xabz\n".encode("latin-1") + "Good food für äöüÄÖÜ ÄÖÜäöü äöüÄÖÜ,5\n".encode() * 3,
            "z\ufffdz",
        ),
        ("x.jsonl", b'{"text": "Good food", "a\\ud800": "x"}\n', "a\ufffd"),
        ("x.jsonl", b'{"text": "Good food", "a": {"\\ud800": "x", "b": "y"}}\n', "a.\ufffd"),
        ("x.json", b'[["text", "a\\udfff"], ["Good food, and so much of it", "x"]]', "a\ufffd"),
    ],
)
def test_a_column_whose_name_is_damaged_can_be_stored(given: Given, name: str, content: bytes, column: str) -> None:
    found = given(name, content)
    assert column in found.choice.kept
    assert all(column in review.extra for review in found.reviews)
    assert review_table(found.reviews).num_rows == len(found.reviews) > 0


def test_names_of_columns_need_not_be_texts(read: Given) -> None:
    found = read([{1: "Good food, and so much of it", None: "x"}])
    assert found.texts == ["Good food, and so much of it"]
    assert found.reviews[0].extra == {"None": "x"}


def test_a_row_of_separators_alone_is_empty(given: Given) -> None:
    found = given("x.csv", "text,stars\n\x1c \x1c,5\n\ufeff\x85\ufeff,5\nGood food,5\n")
    assert found.texts == ["Good food"]
    assert [row.reason for row in found.rejected] == ["The text is empty."] * 2


@pytest.mark.skipif(sys.platform != "linux", reason="names of files are text elsewhere")
def test_a_file_whose_name_is_no_text_can_be_read(read: Given, tmp_path: Path) -> None:
    for folder in (tmp_path, tmp_path / "inner"):
        folder.mkdir(exist_ok=True)
        path = folder / os.fsdecode(b"\xc6\xc0.csv")
        path.write_text("text\nGood food\n", encoding="utf-8")
    for source in (path, path.parent):
        found = read(source)
        assert [review.source for review in found.reviews] == [str(path.parent / "\ufffd\ufffd.csv")]
        assert review_table(found.reviews).num_rows == 1
