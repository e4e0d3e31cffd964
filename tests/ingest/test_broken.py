from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given as for_all
from hypothesis import strategies as st

from voxpop.ingest import Curator
from voxpop.ingest.broken import KEPT, storable, without_people, without_people_in_json, without_people_in_line
from voxpop.ingest.mask import COVER
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


def test_cells_that_may_name_a_person_are_covered() -> None:
    names = ["id", "author", "text"]
    assert without_people(["1", "Jane", "Good food", " I say"], names) == ["1", COVER * 4, COVER * 9, " I say"]
    assert without_people(["Jane", "Good food"], names) == [COVER * 4, COVER * 9]
    assert without_people(["a", "b", "c"], ["id", "text"]) == ["a", "b", "c"]


@pytest.mark.parametrize(
    ("names", "line", "shown"),
    [
        (["author", "text"], '"Jane","Good food', f'{COVER * 6},"Good food'),
        (["text", "author"], '"Good, food, Jane', f'"Good,{COVER * 5},{COVER * 5}'),
        (["text", "stars"], '"Good, food, 5', '"Good, food, 5'),
    ],
)
def test_people_in_a_line_that_cannot_be_split(names: list[str], line: str, shown: str) -> None:
    assert without_people_in_line(line, names, ",") == shown


@pytest.mark.parametrize(
    "text",
    [
        '{"author": "Jane Public", "text": "Good food"',
        "{'author': 'Jane Public', 'text': 'Good food'}",
        '{"text": "Good food", "user": {"name": "Jane \\"J\\" Public"}, }',
        '{"text": "Good food", "authors": 1, "author": ["Jane", "Jim Public"], "author": "Jane Pub',
    ],
)
def test_people_in_broken_json(text: str) -> None:
    covered = without_people_in_json(text)
    assert len(covered) == len(text)
    assert "Jane" not in covered
    assert "Pub" not in covered
    assert "Good food" in covered


@for_all(st.text(st.characters() | st.characters(categories=["Cs"])))
def test_what_is_kept_can_always_be_stored(text: str) -> None:
    kept = storable(text)
    assert kept is None or (kept.encode() and "\0" not in kept)
    assert len(without_people_in_json(text)) == len(text)
