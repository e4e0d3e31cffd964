from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from voxpop.extract.predicted_stars import expected, predict_stars, run, tempered


def floats(*values: float) -> np.ndarray:
    return np.array(values, np.float32)


def test_the_mean_and_the_shortest_run_of_stars() -> None:
    found = predict_stars(floats(0.0, 0.05, 0.15, 0.6, 0.2), {"interval": 0.8})
    assert found.stars == pytest.approx(3.95, abs=1e-5)
    assert (found.low, found.high) == (3.5, 5.0)  # four and five stars hold 0.8; the scale ends with five


@pytest.mark.parametrize(
    ("chances", "mass", "low", "high"),
    [
        ((0.0, 0.0, 0.03, 0.85, 0.12), 0.8, 3.5, 4.5),  # four stars: all that is rounded to four, not 4 to 4.09
        ((0.85, 0.1, 0.03, 0.01, 0.01), 0.8, 1.0, 1.5),
        ((0.01, 0.01, 0.03, 0.1, 0.85), 0.8, 4.5, 5.0),
        ((0.1, 0.4, 0.4, 0.1, 0.0), 0.8, 1.5, 3.5),
        ((0.39, 0.0, 0.0, 0.0, 0.61), 0.6, 3.44, 5.0),  # five stars alone, stretched to the mean
    ],
)
def test_an_interval_goes_half_a_star_beyond_its_stars(
    chances: tuple[float, ...], mass: float, low: float, high: float
) -> None:
    assert expected(chances, mass)[1:] == (pytest.approx(low), pytest.approx(high))


def test_of_equally_short_runs_the_likeliest() -> None:
    assert run([0.4, 0.1, 0.0, 0.0, 0.5], 0.45) == (5.0, 5.0)
    assert run([0.2] * 5, 0.9) == (1.0, 5.0)
    assert run([0.2] * 5, 0.8) == (1.0, 4.0)


def test_temperature_makes_less_sure() -> None:
    chances = floats(0.02, 0.03, 0.05, 0.1, 0.8)
    assert tempered(chances, {}) == pytest.approx(chances.tolist(), abs=1e-6)
    assert max(tempered(chances, {"temperature": 2.0})) < 0.6
    assert max(tempered(chances, {"temperature": 0.5})) > 0.9


@given(
    st.lists(st.floats(0, 1, width=32), min_size=5, max_size=5).filter(lambda values: sum(values) > 0.01),
    st.floats(0.3, 3.0),
    st.floats(0.5, 0.99),
)
def test_the_interval_holds_its_mass_and_the_mean(values: list[float], temperature: float, mass: float) -> None:
    chances = np.array(values, np.float32) / np.float32(sum(values))
    found = predict_stars(chances, {"temperature": temperature, "interval": mass})
    assert 1 <= found.low <= found.stars <= found.high <= 5
    assert sum(found.chances) == pytest.approx(1)
    held = sum(chance for star, chance in enumerate(found.chances, start=1) if found.low <= star <= found.high)
    low, high = run(found.chances, mass)
    assert sum(found.chances[int(low) - 1 : int(high)]) >= mass - 1e-6
    assert held >= mass - 1e-6
    inside = [star for star in range(1, 6) if found.low <= star <= found.high]
    assert inside == [star for star in range(1, 6) if min(low, found.stars) <= star <= max(high, found.stars)]
    assert found.high - found.low >= 0.5  # never a sliver
