from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given as for_all
from hypothesis import strategies as st

from voxpop.errors import InputError
from voxpop.ingest.json_files import CHUNK, Scanner

Given = Callable[..., Any]
ROWS = [{"id": "a", "review": "Good food", "stars": 5}, {"id": "b", "review": "Bad food", "stars": "1/5"}]


@pytest.mark.parametrize(
    "document",
    [
        ROWS,
        {"meta": {"n": 2}, "reviews": ROWS},
        {"reviews": ROWS, "count": 2},
        {"review": ["Good food", "Bad food"], "id": ["a", "b"], "stars": [5, 1]},
        {"id": {"0": "a", "1": "b"}, "review": {"0": "Good food", "1": "Bad food"}, "stars": {"0": 5, "1": 1}},
        {"a": ROWS[0], "b": ROWS[1]},
        {"status": "ok", "data": {"reviews": ROWS}},
    ],
)
@pytest.mark.parametrize("indent", [None, 2])
def test_reads_reviews_in_the_shapes_exports_have(given: Given, document: object, indent: int | None) -> None:
    found = given("reviews.json", json.dumps(document, indent=indent))
    assert [(r.id, r.text, r.stars) for r in found.reviews] == [("a", "Good food", 5), ("b", "Bad food", 1)]


def test_a_list_of_strings_is_a_list_of_texts(given: Given) -> None:
    assert given("reviews.json", '["Good", "好吃"]').texts == ["Good", "好吃"]


def test_objects_inside_objects_are_reached(given: Given) -> None:
    found = given("reviews.json", '[{"user": {"name": "x"}, "review": {"text": "Good food here", "rating": 4}}]')
    assert found.choice.columns == {"text": "review.text", "stars": "review.rating"}


def test_the_feed_of_an_app_store_is_read(given: Given) -> None:
    entry = {"id": "7", "title": "Slow", "content": "It crashes a lot here.", "im:rating": "1", "im:version": "4.2"}
    feed = {"feed": {"entry": [{name: {"label": value} for name, value in entry.items()}], "author": {"uri": "x"}}}
    found = given("reviews.json", json.dumps(feed))
    assert [(r.id, r.text, r.stars) for r in found.reviews] == [("7", "Slow\nIt crashes a lot here.", 1)]
    assert found.choice.columns["version"] == "im:version"


def test_json_lines_under_the_name_json_are_read_too(given: Given) -> None:
    found = given("reviews.json", "\n".join(map(json.dumps, ROWS)))
    assert found.choice.format == "jsonl"
    assert len(found.reviews) == 2


def test_a_list_longer_than_the_window_streams(given: Given) -> None:
    rows = [{"text": f"Review number {n} " + "x" * 200} for n in range(CHUNK // 100)]
    assert len(given("reviews.json", json.dumps(rows)).reviews) == len(rows)


@pytest.mark.parametrize(
    ("document", "message"),
    [
        ("[1, 2, 3]", "holds no row that can be read.*Item 1 is the value 1"),
        ("42", "a list or an object of reviews is expected"),
        ('[{"text": "a"}, {"text": ', "line 1"),
        ('[{"text": "a"}', "cut short"),
        ("{1: 2}", "line 1: expecting property name enclosed in double quotes"),
        ("[[[", "line 1"),
        ("{}", "No column"),
        ("[]", "holds no reviews"),
        ('{\n"a" 1}', "line 2: expecting ':' delimiter"),
        ("[" * 100_000, "nested too deeply"),
    ],
)
def test_what_is_no_json_of_reviews_says_where(given: Given, document: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        given("reviews.json", document)


def test_half_a_character_costs_the_row(given: Given) -> None:
    found = given("reviews.json", '[{"text": "bad \\ud83d half"}, {"text": "fine here"}]')
    assert found.texts == ["fine here"]
    assert found.rejected[0].step == "encoding"


@for_all(
    st.lists(st.dictionaries(st.text(), st.text() | st.integers() | st.none() | st.lists(st.integers()), min_size=1)),
    st.sampled_from([None, 1]),
)
def test_any_list_comes_back(rows: list[dict[str, object]], indent: int | None) -> None:
    import io

    assert list(Scanner(io.StringIO(json.dumps(rows, indent=indent)), "x").reviews()) == rows
