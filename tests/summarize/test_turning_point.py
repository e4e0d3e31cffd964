"""Turning points: found where they are, and not where chance is a good explanation."""

from __future__ import annotations

from collections import Counter
from datetime import date

from voxpop.summarize.turning_point import find_turning_point

from .made import Made, Said


def months(*counts: int) -> Counter[str]:
    return Counter({f"2024-{month:02}": n for month, n in enumerate(counts, 1) if n})


def test_a_change_is_dated_and_has_a_direction() -> None:
    bad, good = months(1, 1, 1, 9, 9, 9), months(9, 9, 9, 1, 1, 1)
    assert find_turning_point(bad, good) == ("2024-04", True)
    assert find_turning_point(good, bad) == ("2024-04", False)


def test_chance_is_no_change() -> None:
    assert find_turning_point(months(5, 4, 6, 5, 6, 5), months(5, 6, 4, 5, 4, 5)) is None
    assert find_turning_point(months(0, 2), months(2, 0)) is None
    assert find_turning_point(months(), months()) is None


def test_the_more_things_are_looked_at_the_surer_a_change_must_be() -> None:
    bad, good = months(3, 3, 3, 8, 8, 8), months(9, 9, 9, 5, 5, 5)
    assert find_turning_point(bad, good) is not None
    assert find_turning_point(bad, good, tests=1000) is None


def test_a_change_is_told_with_counts_on_both_sides() -> None:
    made = Made()
    for month in (1, 2, 3, 4, 5, 6):
        for _ in range(6):
            late = month > 3
            made.add([Said("price", "expensive" if late else "fair", -1 if late else 1)], day=date(2024, month, 3))
        made.add([Said("room", "clean", 1)], day=date(2024, month, 3))
    claim = next(claim for claim in made.summary().claims if claim.kind == "worse")
    assert (claim.supporting, claim.of, claim.earlier, claim.earlier_of) == (18, 18, 0, 18)
    assert claim.first == date(2024, 4, 1)
    days = {review.id: review.date for review in made.reviews}
    assert all((days[quote.review_id] or date.min) >= claim.first for quote in claim.quotes)
    assert "Since April 2024 all criticise the price, before that none did; in all, about half" in made.summary().text
