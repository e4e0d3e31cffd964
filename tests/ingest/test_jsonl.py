from __future__ import annotations

from collections.abc import Callable
from typing import Any

Given = Callable[..., Any]


def test_bad_lines_cost_only_themselves(given: Given) -> None:
    found = given(
        "reviews.jsonl",
        '{"text": "Good food"}\n{"text": \n\n[1]\n7\nnull\n"Just a string"\n{"text": "Fine food", "x": NaN}\n',
    )
    assert [(r.text, r.row) for r in found.reviews] == [("Good food", 1), ("Just a string", 7), ("Fine food", 8)]
    assert [(r.step, r.row) for r in found.rejected] == [("row", 2), ("row", 4), ("row", 5), ("row", 6)]
    assert found.rejected[0].reason.startswith("Line 2 is not JSON: ")


def test_rows_may_differ_in_their_names(given: Given) -> None:
    found = given(
        "reviews.jsonl", '{"text": "Good food", "stars": 4}\n{"stars": 3}\n{"text": "Fine", "extra": {"a": 1}}\n'
    )
    assert [r.stars for r in found.reviews] == [4, None]
    assert found.rejected[0].reason == "The text is empty."


def test_deep_nesting_costs_the_line(given: Given) -> None:
    found = given("reviews.jsonl", '{"text": "Good food"}\n' + "[" * 200_000 + "\n")
    assert found.texts == ["Good food"]
    assert found.rejected[0].row == 2


def test_a_file_that_ends_amid_a_line_is_said_to_be_cut_short(given: Given) -> None:
    found = given("reviews.jsonl", '{"text": "Good food"}\n{"text": "Fine fo')
    assert [r.step for r in found.rejected] == ["truncated"]
    assert found.rejected[0].reason.endswith("The file ends there, so that it may have been cut short.")
