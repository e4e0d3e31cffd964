"""The logistic models behind the checker's weights."""

from __future__ import annotations

import numpy as np
import pytest

from research.experiments.factuality.logistic import fit, move_threshold


def test_a_model_finds_what_it_was_made_from() -> None:
    draw = np.random.default_rng(1)
    rows = draw.normal(size=(4000, 3))
    chance = 1 / (1 + np.exp(-(2 * rows[:, 0] - rows[:, 1] + 0.5)))
    made = fit(rows, (draw.random(4000) < chance).astype(float), ridge=0.1)
    assert made.weight == pytest.approx([2, -1, 0], abs=0.2)
    assert made.bias == pytest.approx(0.5, abs=0.2)


def test_rows_can_count_more() -> None:
    rows, labels = np.array([[0.0], [0.0], [0.0]]), np.array([1.0, 0.0, 0.0])
    even = fit(rows, labels, importance=np.array([2.0, 1.0, 1.0]))
    assert even(rows)[0] == pytest.approx(0.5, abs=1e-3)


def test_weights_can_be_moved_to_where_supported_begins() -> None:
    made = fit(np.array([[0.0], [1.0], [2.0], [3.0]]), np.array([0.0, 0.0, 1.0, 1.0]))
    before = made(np.array([[1.0]]))[0]
    assert move_threshold(made, before)(np.array([[1.0]]))[0] == pytest.approx(0.5)
    assert move_threshold(made, 0.5)(np.array([[1.0]]))[0] == pytest.approx(before)
