"""What is new or worse: few false alarms on stable streams, and a complaint that doubles is seen within a week."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import hypergeom, norm

from voxpop.aggregate.alerts import Movement, find_movements, overdispersion, widened
from voxpop.aggregate.change_points import Series
from voxpop.aggregate.share import tail

WEEKS, REVIEWS = 27, 100
ASPECTS = (0.15, 0.12, 0.08, 0.06, 0.05, 0.04, *[0.03] * 5, *[0.02] * 9)
POINTS = (0.08, 0.06, 0.05, 0.05, 0.04, 0.04, *[0.03] * 8, *[0.02] * 16)


def stream(seed: int, *, doubled: float | None = None, noise: float = 0.0) -> list[Series]:
    """Half a year of 100 reviews a week; the first aspect has the share ``doubled``, and twice it in the last week."""
    random = np.random.default_rng(seed)
    totals = np.full(WEEKS, REVIEWS)
    series = []
    for kind, ids, shares in (("complaints", "a{}", ASPECTS), ("complaint", "point:{}", POINTS)):
        for n, share in enumerate(shares):
            by_week = np.full(WEEKS, share)
            if doubled is not None and ids == "a{}" and n == 0:
                by_week[:] = doubled
                by_week[-1] *= 2
            by_week = by_week * np.exp(noise * random.normal(size=WEEKS))
            series.append(Series(ids.format(n), kind, random.binomial(totals, np.minimum(by_week, 1)), totals))
    return series


def look(series: list[Series]) -> list[Movement]:
    return [one for one in find_movements(series, since=WEEKS - 1) if one.is_worse]


def test_at_most_one_look_in_twenty_at_a_stable_stream_is_a_false_alarm() -> None:
    alarms = sum(bool(look(stream(seed))) for seed in range(400))
    assert alarms <= 20


def test_streams_that_vary_by_a_seventh_from_week_to_week_raise_few_false_alarms() -> None:
    alarms = sum(bool(look(stream(seed, noise=0.15))) for seed in range(200))
    assert alarms <= 20


@pytest.mark.parametrize(("share", "least"), [(0.15, 0.9), (0.2, 0.95), (0.1, 0.6)])
def test_a_complaint_that_doubles_is_found_within_a_week_at_100_reviews_a_week(share: float, least: float) -> None:
    found = sum("a0" in {one.id for one in look(stream(seed, doubled=share))} for seed in range(1000, 1200))
    assert found >= least * 200


def test_what_nobody_said_before_is_new() -> None:
    totals = np.full(10, 50)
    hits = np.zeros(10, int)
    hits[-1] = 6
    (found,) = find_movements([Series("point:1", "complaint", hits, totals)], since=9)
    assert (found.is_new, found.is_worse, found.before, found.now) == (True, True, 0, 6)


def test_praise_that_rises_or_complaints_that_fall_are_no_alarm() -> None:
    totals = np.full(10, 50)
    praise, complaints = np.full(10, 5), np.full(10, 25)
    praise[-1], complaints[-1] = 25, 5
    series = [Series("a", "praise", praise, totals), Series("a", "complaints", complaints, totals)]
    found = find_movements(series, since=9)
    assert {(one.kind, one.rises, one.is_worse) for one in found} == {
        ("complaints", False, False), ("praise", True, False),
    }  # fmt: skip


@pytest.mark.parametrize(("k", "n", "marked", "size"), [(3, 20, 30, 400), (0, 5, 2, 50), (9, 10, 12, 40), (5, 5, 5, 9)])
def test_the_tail_is_that_of_the_hypergeometric_distribution(k: int, n: int, marked: int, size: int) -> None:
    chances = hypergeom(size, marked, n)
    assert tail(k, n, marked, size) == pytest.approx(chances.sf(k) + chances.pmf(k) / 2)


def test_a_wider_spread_makes_a_chance_larger() -> None:
    assert widened(0.001, 1.5) == pytest.approx(norm.cdf(norm.ppf(0.001) / 1.5))
    assert widened(0.001, 1.0) == 0.001
    assert widened(0.7, 2.0) == 0.7


def test_weeks_vary_beyond_chance_only_where_they_do() -> None:
    assert np.mean([overdispersion(stream(seed), until=WEEKS - 1) for seed in range(20)]) < 0.01
    assert overdispersion(stream(1, noise=0.3), until=WEEKS - 1) == pytest.approx(0.09, rel=0.6)
    assert overdispersion([Series("a", "complaints", np.array([1, 9]), np.array([9, 9]))], until=2) == 0
