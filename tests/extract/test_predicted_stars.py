from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from voxpop.extract.predicted_stars import LEVEL, MIN_DEVIATION, place_of_quantile, predict_stars, tempered


def floats(*values: float) -> np.ndarray:
    return np.array(values, np.float32)


def test_the_interval_is_the_mean_and_some_deviations() -> None:
    found = predict_stars(floats(0.0, 0.1, 0.8, 0.1, 0.0), {"deviations": 2.0})
    assert found.stars == pytest.approx(3.0, abs=1e-5)
    assert (found.low, found.high) == (
        pytest.approx(3 - 2 * 0.2**0.5, abs=1e-5),
        pytest.approx(3 + 2 * 0.2**0.5, abs=1e-5),
    )


def test_the_interval_keeps_to_the_scale_and_is_no_sliver() -> None:
    found = predict_stars(floats(0.0, 0.0, 0.0, 0.0, 1.0), {"deviations": 1.0})
    assert (found.low, found.high) == (pytest.approx(5 - MIN_DEVIATION), 5.0)


def test_a_file_with_few_stars_does_not_say_how_wide_the_intervals_are() -> None:
    assert place_of_quantile(29) is None
    assert place_of_quantile(30) == 24


@given(st.integers(30, 400), st.integers(0, 10))
def test_the_quantile_holds_a_further_star_as_often_as_promised(count: int, seed: int) -> None:
    errors = np.random.default_rng(seed).exponential(size=count)
    assert LEVEL <= np.mean(errors <= np.sort(errors)[place_of_quantile(count)]) <= LEVEL + 2 / count


def test_temperature_makes_less_sure() -> None:
    chances = floats(0.02, 0.03, 0.05, 0.1, 0.8)
    assert tempered(chances, {}) == pytest.approx(chances.tolist(), abs=1e-6)
    assert max(tempered(chances, {"temperature": 2.0})) < 0.6
    assert max(tempered(chances, {"temperature": 0.5})) > 0.9


@given(
    st.lists(st.floats(0, 1, width=32), min_size=5, max_size=5).filter(lambda values: sum(values) > 0.01),
    st.floats(0.3, 3.0),
    st.floats(0.1, 4),
)
def test_the_interval_holds_the_mean(values: list[float], temperature: float, deviations: float) -> None:
    chances = np.array(values, np.float32) / np.float32(sum(values))
    found = predict_stars(chances, {"temperature": temperature, "deviations": deviations})
    assert 1 <= found.low <= found.stars + 1e-9
    assert found.stars - 1e-9 <= found.high <= 5
    assert sum(found.chances) == pytest.approx(1)
