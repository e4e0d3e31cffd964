"""Stars: scikit-learn's numbers, halves, and raters who never vary."""

from __future__ import annotations

import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from voxpop.errors import MeasureError, OptionError
from voxpop.metrics.rating import nearest, rating


def test_agrees_with_scikit_learn() -> None:
    sklearn = pytest.importorskip("sklearn.metrics")
    draw = random.Random(2)
    gold = [draw.randint(1, 5) for _ in range(300)]
    pred = [star + draw.gauss(0, 0.9) for star in gold]
    ours = rating(gold, pred)
    stars = nearest(np.array(pred), 1, 5)
    assert ours["mae"].value == pytest.approx(sklearn.mean_absolute_error(gold, pred), abs=1e-9)
    assert ours["rmse"].value == pytest.approx(sklearn.mean_squared_error(gold, pred) ** 0.5, abs=1e-9)
    assert ours["accuracy"].value == pytest.approx(sklearn.accuracy_score(gold, stars), abs=1e-9)
    kappa = sklearn.cohen_kappa_score(gold, stars, weights="quadratic", labels=[1, 2, 3, 4, 5])
    assert ours["kappa"].value == pytest.approx(kappa, abs=1e-9)


def test_right_and_upside_down() -> None:
    gold = [1, 2, 3, 4, 5]
    assert {name: score.value for name, score in rating(gold, gold).items()} == {
        "mae": 0.0, "rmse": 0.0, "accuracy": 1.0, "kappa": 1.0,
    }  # fmt: skip
    upside = rating(gold, gold[::-1])
    assert upside["kappa"].value == -1.0
    assert upside["accuracy"].value == 0.2


def test_constant_raters_are_no_nan() -> None:
    assert rating([3, 3], [3, 3])["kappa"].value == 1.0
    assert rating([3, 3], [4, 4])["kappa"].value == 0.0
    assert rating([1, 5], [3, 3])["kappa"].value == 0.0


def test_halves_go_up_and_predictions_beyond_the_scale_to_its_end() -> None:
    assert nearest(np.array([2.5, 2.49, 0.2, 9.0, 4.5]), 1, 5).tolist() == [3, 2, 1, 5, 5]


def test_bad_input() -> None:
    with pytest.raises(MeasureError, match="Item 2 of the gold: the rating 7"):
        rating([5, 7], [5, 5])
    with pytest.raises(MeasureError, match="Item 1 of the predictions: nan"):
        rating([5], [float("nan")])
    with pytest.raises(OptionError, match="must rise"):
        rating([5], [5], low=5, high=1)


@given(st.lists(st.tuples(st.integers(1, 5), st.floats(-10, 10)), min_size=1))
def test_every_figure_lies_in_its_range(pairs: list[tuple[int, float]]) -> None:
    gold, pred = zip(*pairs, strict=True)
    scores = rating(gold, pred)
    assert 0 <= scores["accuracy"].value <= 1
    assert -1 - 1e-9 <= scores["kappa"].value <= 1
    assert 0 <= scores["mae"].value <= scores["rmse"].value + 1e-9
    assert scores["kappa"].interval(resamples=20).high <= 1
