"""Shares with intervals, and differences between them."""

from __future__ import annotations

from collections.abc import Callable
from math import sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import hypergeom

from voxpop.aggregate.share import Z95, chance, difference, mean_interval, share_interval


def test_wilson_by_hand() -> None:
    assert share_interval(8, 10) == pytest.approx((0.4902, 0.9433), abs=1e-4)
    assert share_interval(0, 10) == pytest.approx((0.0, 0.2775), abs=1e-4)
    assert share_interval(3, 3) == pytest.approx((0.4385, 1.0), abs=1e-4)
    assert share_interval(0, 0) == (0.0, 1.0)


@given(st.integers(1, 500), st.data())
def test_the_interval_holds_the_share(n: int, data: st.DataObject) -> None:
    k = data.draw(st.integers(0, n))
    low, high = share_interval(k, n)
    assert 0 <= low <= k / n <= high <= 1


def test_differences() -> None:
    assert difference(30, 40, 10, 40) == pytest.approx(4.4721, abs=1e-4)
    assert difference(10, 40, 30, 40) == pytest.approx(-4.4721, abs=1e-4)
    assert difference(5, 5, 7, 7) == 0
    assert difference(0, 0, 3, 5) == 0


@given(st.integers(1, 40), st.integers(1, 40), st.data())
def test_the_chance_of_a_difference_is_that_of_the_exact_test(n: int, others: int, data: st.DataObject) -> None:
    k, other = data.draw(st.integers(0, n)), data.draw(st.integers(0, others))
    spread = hypergeom(n + others, k + other, n)
    sides = spread.sf(k), spread.cdf(k - 1)  # more than k, and fewer
    rarer = min(side + spread.pmf(k) / 2 for side in sides)
    assert chance(k, n, other, others) == pytest.approx(min(1, 2 * rarer), rel=1e-6, abs=1e-12)


def test_a_few_of_few_are_no_change_though_their_shares_lie_four_standard_errors_apart() -> None:
    assert difference(2, 21, 1, 268) > 3.9
    assert chance(2, 21, 1, 268) > 0.01
    assert chance(120_000, 500_000, 80_000, 500_000) < 1e-300
    assert chance(0, 5, 0, 7) == 1


def interval(values: np.ndarray) -> tuple[float, float]:
    return mean_interval(len(values), float(values.sum()), float((values**2).sum()))


def test_equals_agresti_coull_for_yes_and_no() -> None:
    z2 = Z95**2
    share = (7 + z2 / 2) / (10 + z2)  # 7 yes, 3 no
    half = Z95 * sqrt(share * (1 - share) / (10 + z2))
    assert mean_interval(10, 7 - 3, 10) == pytest.approx((2 * (share - half) - 1, 2 * (share + half) - 1))


def test_nothing_known_is_everything_possible() -> None:
    assert mean_interval(0, 0.0, 0.0) == (-1.0, 1.0)


def test_six_of_one_mind_are_enough() -> None:
    low, high = mean_interval(6, 6 * 0.4, 6 * 0.16)
    assert 0 < low < 0.4 < high


def test_one_rave_is_no_certainty() -> None:
    low, high = mean_interval(1, 1.0, 1.0)
    assert low < 0 < high <= 1


def coverage(draw: Callable[[], np.ndarray], truth: float) -> float:
    bounds = [interval(draw()) for _ in range(1000)]
    return sum(low <= truth <= high for low, high in bounds) / len(bounds)


@pytest.mark.parametrize("n", [2, 5, 10, 30, 200])
def test_covers_the_truth_about_95_times_in_100(n: int) -> None:
    random = np.random.default_rng(7)
    coins = [
        coverage(lambda good=good: random.choice([-1.0, 1.0], n, p=[1 - good, good]), 2 * good - 1)
        for good in (0.5, 0.6, 0.7, 0.8, 0.9, 0.95)
    ]
    graded = coverage(lambda: random.choice([-0.8, -0.3, 0.4, 0.9], n, p=[0.1, 0.2, 0.3, 0.4]), 0.34)
    mild = coverage(lambda: random.choice([-0.2, 0.4, 0.5, 0.6], n, p=[0.1, 0.3, 0.3, 0.3]), 0.43)
    every = [*coins, graded, mild]
    assert min(every) >= 0.9  # counts are whole numbers, so single cases lie around it
    assert 0.93 <= np.mean(every) <= (0.99 if n < 10 else 0.975)


@given(st.lists(st.floats(-1, 1), min_size=1, max_size=50))
def test_stays_in_range_and_holds_the_mean_within_reason(values: list[float]) -> None:
    low, high = interval(np.array(values))
    assert -1 <= low <= high <= 1


def test_more_reviews_narrow_it() -> None:
    widths = [high - low for low, high in (mean_interval(n, 0.5 * n, 0.4 * n) for n in (5, 50, 500))]
    assert widths[0] > widths[1] > widths[2]
