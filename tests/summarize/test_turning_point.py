"""Turning points: found where they are, and not where chance is a good explanation."""

from __future__ import annotations

from collections import Counter

from voxpop.summarize.findings import find_turning_point


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
