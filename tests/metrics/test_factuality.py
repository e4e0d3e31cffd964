from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from voxpop.errors import MeasureError, OptionError
from voxpop.metrics import MEASURES
from voxpop.metrics.factuality import choose_threshold, factuality

SCORES = st.sampled_from([0.0, 0.1, 0.25, 0.5, 0.75, 1.0]) | st.floats(-1e6, 1e6)
ITEMS = st.lists(st.tuples(st.booleans(), SCORES), min_size=2, max_size=25).filter(
    lambda items: len({label for label, _ in items}) == 2
)
Items = list[tuple[bool, float]]


def split(items: Items) -> tuple[list[bool], list[float]]:
    return [label for label, _ in items], [score for _, score in items]


@settings(deadline=None)
@given(ITEMS)
def test_equals_scikit_learn(items: Items) -> None:
    metrics = pytest.importorskip("sklearn.metrics")
    labels, scores = split(items)
    found = factuality(labels, scores, threshold=0.5)
    said = [score >= 0.5 for score in scores]
    assert found["auc"].value == pytest.approx(metrics.roc_auc_score(labels, scores), abs=1e-6)
    assert found["balanced_accuracy"].value == pytest.approx(metrics.balanced_accuracy_score(labels, said), abs=1e-6)
    assert found["accuracy"].value == pytest.approx(metrics.accuracy_score(labels, said), abs=1e-6)


@settings(deadline=None)
@given(ITEMS)
def test_auc_is_the_share_of_pairs_in_the_right_order(items: Items) -> None:
    good = [score for label, score in items if label]
    bad = [score for label, score in items if not label]
    wins = sum((a > b) + (a == b) / 2 for a in good for b in bad)
    assert factuality(*split(items))["auc"].value == pytest.approx(wins / len(good) / len(bad))


@settings(deadline=None)
@given(ITEMS)
def test_within_range_never_nan_and_turned_round(items: Items) -> None:
    labels, scores = split(items)
    found = factuality(labels, scores)
    for score in found.values():
        interval = score.interval(resamples=10)
        assert 0 <= interval.low <= interval.high <= 1
        assert 0 <= score.value <= 1
    turned = factuality([not label for label in labels], scores)
    assert turned["auc"].value == pytest.approx(1 - found["auc"].value)
    assert turned["balanced_accuracy"].value == pytest.approx(1 - found["balanced_accuracy"].value)


def test_right_wrong_and_empty_answers() -> None:
    gold = ["consistent", "inconsistent", "consistent", "inconsistent"]
    right = factuality(gold, [1, 0, 1, 0])
    assert [score.value for score in right.values()] == [1, 1, 1]
    wrong = factuality(gold, [0, 1, 0, 1])
    assert [score.value for score in wrong.values()] == [0, 0, 0]
    same = factuality(gold, [0.3] * 4)
    assert [score.value for score in same.values()] == [0.5, 0.5, 0.5]
    lazy = factuality([True] * 9 + [False], [1.0] * 10)
    assert lazy["accuracy"].value == 0.9
    assert lazy["balanced_accuracy"].value == 0.5  # always saying yes is worth nothing


@settings(deadline=None)
@given(ITEMS)
def test_no_threshold_is_better_on_the_data_it_was_chosen_on(items: Items) -> None:
    labels, scores = split(items)
    chosen = choose_threshold(scores, labels)

    def balanced(cut: float) -> float:
        return factuality(labels, scores, threshold=cut)["balanced_accuracy"].value

    assert balanced(chosen.value) == pytest.approx(chosen.balanced_accuracy)
    assert chosen.balanced_accuracy >= max(map(balanced, scores)) - 1e-9
    assert chosen.balanced_accuracy >= 0.5


def test_the_threshold_lies_in_the_widest_gap() -> None:
    assert choose_threshold([0.1, 0.2, 0.8, 0.9], [0, 0, 1, 1]).value == 0.5
    close = [0.5, np.nextafter(0.5, 1)]
    assert choose_threshold(close, [0, 1]).balanced_accuracy == 1
    assert factuality([0, 1], close, threshold=choose_threshold([*close, 0.9], [0, 1, 1]))["accuracy"].value == 1


def test_chosen_on_development_data_and_measured_on_others() -> None:
    chosen = choose_threshold([0.1, 0.3, 0.6], [False, False, True], ids=["d1", "d2", "d3"])
    found = factuality([False, True], [0.4, 0.5], threshold=chosen, ids=["t1", "t2"])
    assert found["balanced_accuracy"].value == 1
    assert found["balanced_accuracy"].details["threshold"] == pytest.approx(0.45)
    assert "threshold:chosen-elsewhere" in found["balanced_accuracy"].signature
    with pytest.raises(MeasureError, match=r"chosen-elsewhere against 0\.5"):
        found["accuracy"].versus(factuality([False, True], [0.4, 0.5])["accuracy"])


def test_the_same_data_are_refused() -> None:
    scores, labels = [0.1, 0.3, 0.6], [False, False, True]
    named = choose_threshold(scores, labels, ids=["a", "b", "c"])
    with pytest.raises(MeasureError, match="1 items are in both: c"):
        factuality([True, False], [0.9, 0.2], threshold=named, ids=["c", "d"])
    assert factuality([*labels], [*scores], threshold=named, ids=["x", "y", "z"])["auc"].value == 1


def test_accuracy_per_substitution_as_in_table_four() -> None:
    types = [("Main", "Main"), ("Main", "Competing"), ("Main", "Competing"), ("Main", "Main")]
    scores = factuality([1, 0, 0, 1], [0.9, 0.8, 0.1, 0.7], types=types)
    assert scores["accuracy:Main→Competing:inconsistent"].value == 0.5
    assert scores["accuracy:Main→Main:consistent"].value == 1
    table = scores["accuracy"].details["by_type"]
    assert table.columns == ("original", "replacement", "label", "n", "accuracy")
    assert table.rows == (("Main", "Main", "consistent", 2, 1.0), ("Main", "Competing", "inconsistent", 2, 0.5))
    plain = factuality([1, 0], [0.9, 0.8], types=["swap", "swap"])
    assert plain["accuracy"].details["by_type"].columns[0] == "type 1"
    assert "by_type" not in factuality([1, 0], [0.9, 0.8])["accuracy"].details


@pytest.mark.parametrize(
    ("call", "told"),
    [
        (lambda: factuality([1], [0.1, 0.2]), "1 items, predictions 2"),
        (lambda: factuality([], []), "nothing to measure"),
        (lambda: factuality([1, 1], [0.1, 0.2]), "All 2 items are consistent"),
        (lambda: choose_threshold([0.1, 0.2], [0, 0]), "All 2 items are inconsistent"),
        (
            lambda: factuality([1, "maybe"], [0.1, 0.2]),
            "Item 2 of the gold: the label 'maybe' is unknown",
        ),
        (lambda: factuality([1, 2], [0.1, 0.2]), "the label 2 is unknown"),
        (
            lambda: factuality([1, 0], [0.1, float("nan")]),
            "Item 2 of the predictions: nan is no finite number",
        ),
        (lambda: factuality([1, 0], [0.1, "high"]), "'high' is no finite number"),
        (lambda: factuality([1, 0], [[0.1], [0.2]]), r"\[0.1\] is no finite number"),
        (lambda: factuality([1, 0], [0.1, 0.2], threshold=float("inf")), "threshold must be a finite number, not inf"),
        (lambda: factuality([1, 0], [0.1, 0.2], types=["a"]), "1 types were given for 2"),
    ],
)
def test_input_that_does_not_fit(call: Any, told: str) -> None:
    with pytest.raises((MeasureError, OptionError), match=told):
        call()


def test_registered_and_compared_by_the_contract() -> None:
    assert MEASURES["factuality"] is factuality
    generator = np.random.default_rng(5)
    labels = [True, False] * 40
    good = factuality(labels, (np.array(labels) + generator.random(80) * 1.2).tolist())
    guess = factuality(labels, generator.random(80).tolist())
    assert good["auc"].versus(guess["auc"], rounds=200).p < 0.05
    low, high = good["auc"].interval(resamples=200).low, good["auc"].interval(resamples=200).high
    assert low < good["auc"].value < high
