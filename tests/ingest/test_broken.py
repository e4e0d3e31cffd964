from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given as for_all
from hypothesis import strategies as st

from voxpop.ingest import Curator
from voxpop.ingest.mask import COVER
from voxpop.ingest.tables import KEPT, storable
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
