"""What speaks against stars, and what it comes to."""

from __future__ import annotations

import random
from collections.abc import Sequence
from math import log

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from voxpop.aggregate.audit_odds import (
    MOST,
    Calibration,
    Doubts,
    DoubtWeights,
    calibration,
    doubts,
    estimated_share,
    longest,
    probabilities,
)
from voxpop.assets import find
from voxpop.lang import language

UNSURE = (0.2, 0.2, 0.2, 0.2, 0.2)
chances = st.lists(st.floats(0.001, 1), min_size=5, max_size=5).map(lambda raw: [x / sum(raw) for x in raw])


def doubt(stars: float, chances: Sequence[float]) -> tuple[float, float, float]:
    gap, surprise, entropy = doubts(np.array([stars], float), np.array([chances], float))
    return float(gap[0]), float(surprise[0]), float(entropy[0])


def odds(numbers: Calibration, *values: float) -> float:
    return float(numbers.odds(Doubts(*(np.array([value]) for value in values)))[0])


def test_doubt_by_hand() -> None:
    gap, surprise, _ = doubt(1, (0.01, 0.01, 0.02, 0.16, 0.80))
    assert gap == pytest.approx(0.01 * 1 + 0.01 * 2 + 0.02 * 3 + 0.16 * 4 + 0.8 * 5 - 1)
    assert surprise == pytest.approx(-log(0.02))
    assert doubt(3, UNSURE) == pytest.approx((0.0, -log(0.6), log(5)))
    assert doubt(4.5, (0, 0, 0, 0.5, 0.5))[1] == pytest.approx(0)  # half a star from both
    assert doubt(1, (0, 0, 0, 0, 1))[1] == pytest.approx(-log(1e-4))  # never without end


def test_no_odds_are_greater_than_misreading_allows() -> None:
    numbers = Calibration(0.0, DoubtWeights(2, 2, 0), 0.01, 0.01)
    assert odds(numbers, 0, 0, 0) == pytest.approx(-log(1.01))
    assert odds(numbers, 4, 9, 0) == pytest.approx(log(100), abs=1e-3)
    assert odds(numbers, 4, 900, 0) == pytest.approx(log(100), abs=1e-3)


def test_probabilities_by_hand() -> None:
    assert probabilities(np.array([0.0, log(9)]), 0.1) == pytest.approx([0.1, 0.5])


@pytest.mark.parametrize("share", [0.002, 0.03, 0.1, 0.3])
def test_the_share_of_mismatches_is_found_in_the_file(share: float) -> None:
    """Right and wrong stars whose odds are drawn from two bells of distance 4; the odds of such a draw are 4x − 8."""
    dice = random.Random(1)
    wrong = round(20_000 * share)
    places = [dice.gauss(4, 1) for _ in range(wrong)] + [dice.gauss(0, 1) for _ in range(20_000 - wrong)]
    odds = np.array([4 * x - 8 for x in places])
    found = estimated_share(odds, usual=0.01)
    assert found == pytest.approx(share, rel=0.1, abs=0.001)
    sure = probabilities(odds, found)
    order = np.argsort(-sure)
    listed = order[: longest(sure[order], 0.8)]
    if len(listed):
        assert 0.78 <= (listed < wrong).mean() <= 1


def test_a_small_file_keeps_to_the_usual_share_and_none_is_mostly_wrong() -> None:
    assert estimated_share(np.array([5.0]), usual=0.01) < 0.02
    assert estimated_share(np.full(5000, 8.0), usual=0.01) == MOST


def test_the_longest_list_that_keeps_the_promise() -> None:
    sure = np.array([0.99, 0.9, 0.8, 0.6, 0.41, 0.3])
    assert longest(sure, 0.8) == 4  # the mean of four is .8225, of five .74
    assert longest(sure, 0.95) == 1
    assert longest(np.array([0.99] * 10 + [0.39]), 0.8) == 10  # however sure the others, this one is not listed
    assert longest(sure[3:], 0.8) == 0
    assert longest(np.array([]), 0.8) == 0


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_the_shipped_numbers_are_monotone(lang: str) -> None:
    numbers = calibration(lang)
    assert numbers.weights.gap >= 0
    assert numbers.weights.surprise >= 0
    assert numbers.weights.gap + numbers.weights.surprise > 0
    assert numbers.weights.entropy <= 0
    assert 0 < numbers.misread < 0.1
    assert 0 < numbers.usual < 0.1


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_the_numbers_were_fitted_with_the_reader_that_ships(lang: str) -> None:
    """After a new reader: python -m research.experiments.audit --data DIR --fit"""
    made = language(lang).star_audit.CALIBRATION
    assert find(f"reader-{lang}").sha256.startswith(made["reader"])
    assert len(made["reader"]) == 12


@given(chances)
def test_stars_farther_from_the_text_are_never_more_credible(raw: list[float]) -> None:
    rising = sorted(raw)
    low = [odds(calibration("en"), *doubt(star, rising)) for star in (1, 2, 3)]
    expected = sum(k * p for k, p in enumerate(rising, start=1))
    reached = [value for star, value in zip((1, 2, 3), low, strict=True) if star <= expected]
    assert reached == sorted(reached, reverse=True)
