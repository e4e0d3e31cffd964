"""Change points: found where a share changes, hardly ever where it does not."""

from __future__ import annotations

import numpy as np
import pytest

from voxpop.aggregate.change_points import ROUNDS, Series, find_change_points

SHARES = (0.15, 0.12, 0.08, 0.06, 0.05, 0.04, 0.03, 0.03, 0.02, 0.02)


def stream(seed: int, shares: dict[int, list[float]] | None = None) -> list[Series]:
    random = np.random.default_rng(seed)
    chosen = [(shares or {}).get(n, [share] * 26) for n, share in enumerate(SHARES)]
    totals = np.full(26, 100)
    return [Series(f"a{n}", "complaints", random.binomial(totals, share), totals) for n, share in enumerate(chosen)]


def test_stable_streams_hardly_ever_show_a_change() -> None:
    alarms = sum(bool(find_change_points(stream(seed), draws=299)) for seed in range(400))
    assert alarms <= 20


def test_a_share_that_doubles_is_found_with_its_week() -> None:
    found = [find_change_points(stream(seed, {1: [0.12] * 14 + [0.24] * 12})) for seed in range(20)]
    places = [point.place for points in found for point in points if point.id == "a1"]
    assert len(places) >= 19
    assert np.median(np.abs(np.array(places) - 14)) <= 1
    point = next(point for point in found[0] if point.id == "a1")
    assert point.before == pytest.approx(0.12, abs=0.03)
    assert point.after == pytest.approx(0.24, abs=0.03)
    assert (point.before_reviews, point.after_reviews) == (100 * point.place, 2600 - 100 * point.place)
    assert point.p <= 0.05


def test_a_share_that_rises_and_falls_again_has_two_changes() -> None:
    found = find_change_points(stream(3, {0: [0.1] * 9 + [0.3] * 8 + [0.1] * 9}))
    points = [point for point in found if point.id == "a0"]
    assert [point.place for point in points] == [17, 9]
    assert points[0].after < points[0].before
    assert ROUNDS >= 2


@pytest.mark.parametrize("hits", [[0, 0, 0, 0], [30, 30, 30, 30], [9, 0, 0, 0]])
def test_nothing_is_said_where_nobody_or_everybody_says_it_or_there_are_too_few(hits: list[int]) -> None:
    totals = np.full(4, 30 if sum(hits) != 9 else 9)
    assert find_change_points([Series("a", "complaints", np.array(hits), totals)]) == []
