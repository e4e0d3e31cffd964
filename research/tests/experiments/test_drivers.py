"""Intervals of drivers hold the truth of simulated reviews as often as they say."""

from __future__ import annotations

import numpy as np
import pytest

from research.experiments.drivers.simulated import USUAL, Coverage, draw, random_segments, true_values


@pytest.fixture(scope="module")
def coverage() -> Coverage:
    made = Coverage(USUAL, true_values(USUAL, 300_000))
    for seed in range(60):
        made.simulate(400, np.random.default_rng(seed))
    return made


@pytest.mark.parametrize("figure", ["plain", "effect", "on_mean", "asymmetry", "share"])
def test_a_95_percent_interval_holds_the_truth_95_times_in_100(coverage: Coverage, figure: str) -> None:
    hits = coverage.hits[figure]
    assert len(hits) >= 350
    assert 0.93 <= np.mean(hits) <= 0.97


def test_the_effects_of_the_model_are_those_of_its_reviews() -> None:
    stars, bad, good = draw(USUAL, 200_000, np.random.default_rng(5))
    table = np.column_stack([np.ones(len(stars)), bad, good])
    fitted = np.linalg.lstsq(table, stars, rcond=None)[0][1:]
    assert fitted == pytest.approx(np.concatenate([-USUAL.costs, USUAL.gains]), abs=0.03)


def test_groups_that_differ_by_chance_alone_are_rarely_told_apart() -> None:
    alarms = sum(bool(random_segments(USUAL, 400, np.random.default_rng(seed)).differences) for seed in range(30))
    assert alarms <= 4  # 1.5 expected
