from __future__ import annotations

from collections.abc import Callable
from typing import Any

Given = Callable[..., Any]


def test_one_review_a_line(given: Given) -> None:
    found = given("reviews.txt", "Good, cheap\r\n\r\n  indented \r\n好吃")
    assert [(r.text, r.row, r.id) for r in found.reviews] == [
        ("Good, cheap", 1, "1"),
        ("  indented ", 3, "3"),
        ("好吃", 4, "4"),
    ]


def test_a_line_of_any_length_over_the_bound_is_set_aside(given: Given) -> None:
    found = given("reviews.txt", "good\n" + "x" * 4_000_001 + "\nfine\n")
    assert found.texts == ["good", "fine"]
    assert found.rejected[0].reason == "Line 2 is longer than 4,000,000 characters, which is no review."
