"""What every measure owes: a right answer is perfect, a repeated run is the same, figures stay in range, tests work."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

import pytest

from voxpop.errors import MeasureError
from voxpop.metrics import MEASURES, TESTS, compare


class Case(NamedTuple):
    """Gold, a right answer, a wrong one, the main score, and what perfection is there."""

    gold: Sequence[Any] | dict[str, int]
    right: Sequence[Any]
    wrong: Sequence[Any]
    score: str
    best: float = 1.0


TERMS = {f"t{i}": 40 - i for i in range(20)}
CLUSTERS = [["a", "b"], ["c", "d"]]
CASES = {
    "rouge": Case(["a b c", "d e f"] * 10, ["a b c", "d e f"] * 10, ["x", "e y"] * 10, "rouge1"),
    "opinion": Case(["The room was clean.", "房间很干净。"] * 10, ["The room was clean.", "房间很干净。"] * 10,
                    ["The room was dirty.", "房间很脏。"] * 10, "opinion"),
    "aspects": Case(TERMS, list(TERMS), [f"{kind}{i}" for i in range(20) for kind in "xt"], "awp"),
    "prominent": Case([["a", "b"]] * 10, [["a", "b"]] * 10, [["x", "b"]] * 10, "hard"),
    "labels": Case(["p", "n", "p", "o"] * 5, ["p", "n", "p", "o"] * 5, ["n", "p", "n", "o"] * 5, "macro"),
    "rating": Case([1, 2, 3, 4, 5] * 4, [1, 2, 3, 4, 5] * 4, [5, 4, 3, 2, 1] * 4, "kappa"),
    "spans": Case([[(0, 4)], [(2, 9)]] * 10, [[(0, 4)], [(2, 9)]] * 10, [[(0, 3)], []] * 10, "exact"),
    "tuples": Case([[("a", "b", "p")]] * 20, [[("a", "b", "p")]] * 20, [[("a", "b", "n")]] * 20, "exact"),
    "agreement": Case(["a", "b"] * 10, ["a", "b"] * 10, ["b", "b"] * 10, "alpha"),
    "coref": Case([CLUSTERS] * 10, [CLUSTERS] * 10, [[["a", "c"], ["b", "d"]]] * 10, "conll"),
    "factuality": Case([True, False] * 10, [0.9, 0.2] * 10, [0.3, 0.4] * 10, "auc"),
}  # fmt: skip
EACH = pytest.mark.parametrize("name", CASES)


def test_every_measure_is_here() -> None:
    assert set(CASES) == set(MEASURES)


@EACH
def test_right_is_perfect_and_wrong_is_worse(name: str) -> None:
    case, measure = CASES[name], MEASURES[name]
    assert measure(case.gold, case.right)[case.score].value == pytest.approx(case.best)
    assert measure(case.gold, case.wrong)[case.score].value < case.best - 0.05


@EACH
def test_every_score_is_finite_signed_and_repeatable(name: str) -> None:
    case, measure = CASES[name], MEASURES[name]
    first, again = measure(case.gold, case.wrong), measure(case.gold, case.wrong)
    for key, score in first.items():
        assert score.values == again[key].values
        assert score.signature == again[key].signature
        assert "|v:" in score.signature
        assert score.main in score.values
        assert all(isinstance(value, float) and math.isfinite(value) for value in score.values.values())


@EACH
def test_intervals_and_both_tests_come_with_every_measure(name: str) -> None:
    case, measure = CASES[name], MEASURES[name]
    right, wrong = (measure(case.gold, side)[case.score] for side in (case.right, case.wrong))
    interval = wrong.interval(resamples=50)
    assert math.isfinite(interval.low)
    assert interval.low <= interval.high
    for test in TESTS:
        assert right.versus(wrong, test=test, rounds=400).p <= 0.05, test
        assert right.versus(right, test=test, rounds=100).p == 1.0
    table = compare({"right": right, "wrong": wrong}, resamples=50, rounds=100)
    assert len(table.rows) == 2


@EACH
def test_signatures_of_one_measure_are_distinct_by_score(name: str) -> None:
    scores = MEASURES[name](CASES[name].gold, CASES[name].right)
    assert len({score.signature for score in scores.values()}) == len(scores)


@EACH
def test_unequal_lengths_are_refused(name: str) -> None:
    if name == "aspects":
        pytest.skip("two lists of terms need not be equally long")
    case = CASES[name]
    with pytest.raises(MeasureError):
        MEASURES[name](case.gold, case.right[:-1])
