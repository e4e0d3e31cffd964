from __future__ import annotations

from typing import Any

from voxpop.aggregate.settle import opinion, settle


def row(start: int, end: int, term: str, aspect: str | None = None, category: str | None = None) -> dict[str, Any]:
    return {"start": start, "end": end, "term": term, "aspect": aspect, "category": category, "polarity": 0.5,
            "review_id": "1", "text": "x" * (end - start), "opinion_words": [1, 2, 4, 6], "evidence_start": 0,
            "evidence_end": 50, "about": "main", "confidence": 0.9, "entity": None}  # fmt: skip


def places(*rows: dict[str, Any]) -> list[tuple[int, int]]:
    return [(one["start"], one["end"]) for one in settle(rows)]


def test_of_overlapping_aspects_the_leftmost_then_the_longest() -> None:
    assert places(
        row(0, 12, "battery life", "battery"), row(0, 7, "battery", "battery"), row(8, 12, "life", "life")
    ) == [(0, 12)]


def test_terms_beside_the_aspects_count_where_no_aspect_stands() -> None:
    found = (
        row(0, 10, "fried rice", None, "food"),
        row(6, 10, "rice", "rice", "food"),
        row(20, 24, "tofu", None, "food"),
    )
    assert places(*found) == [(6, 10), (20, 24)]


def test_what_is_in_no_one_word_overlaps_nothing() -> None:
    assert places(row(0, 40, "", None, "price"), row(6, 10, "rice", "rice", "food")) == [(0, 40), (6, 10)]


def test_a_category_that_a_word_stands_for_is_not_counted_again() -> None:
    assert places(row(0, 40, "", None, "food"), row(6, 10, "rice", "rice", "food")) == [(6, 10)]


def test_a_row_as_an_opinion() -> None:
    made = opinion(row(6, 10, "rice", None, "food"))
    assert (made.aspect, made.category, made.opinion_words) == ("", "food", ((1, 2), (4, 6)))
