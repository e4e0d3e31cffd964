"""Labels: scikit-learn's numbers, masked beside unmasked, and what wrong answers deserve."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from voxpop.errors import MeasureError
from voxpop.metrics.label_scores import labels

POLARITIES = ["negative", "neutral", "positive"]


def test_agrees_with_scikit_learn() -> None:
    sklearn = pytest.importorskip("sklearn.metrics")
    draw = random.Random(4)
    gold, pred = (draw.choices(POLARITIES, [5, 1, 3], k=400) for _ in range(2))
    ours = labels(gold, pred)
    assert ours["accuracy"].value == pytest.approx(sklearn.accuracy_score(gold, pred), abs=1e-9)
    expected = sklearn.precision_recall_fscore_support(gold, pred, average="macro", zero_division=0)[:3]
    assert list(ours["macro"].values.values()) == pytest.approx(expected, abs=1e-9)
    for i, label in enumerate(POLARITIES):
        each = sklearn.precision_recall_fscore_support(gold, pred, zero_division=0)
        assert ours[f"class {label}"].value == pytest.approx(each[2][i], abs=1e-9)
    confusion = ours["accuracy"].details["confusion"]
    assert [[*row[1:]] for row in confusion.rows] == sklearn.confusion_matrix(gold, pred).tolist()


def test_a_class_never_predicted_scores_nothing_and_is_no_nan() -> None:
    scores = labels(["a", "b", "c"], ["a", "a", "a"])
    assert scores["class b"].values == {"precision": 0.0, "recall": 0.0, "f1": 0.0}
    assert scores["macro"].value == pytest.approx(0.5 / 3)


def test_gold_against_gold_flipped_and_shuffled() -> None:
    gold = ["positive"] * 6 + ["negative"] * 4
    flipped = ["negative" if label == "positive" else "positive" for label in gold]
    assert labels(gold, gold)["macro"].value == labels(gold, gold)["accuracy"].value == 1.0
    assert labels(gold, flipped)["macro"].value == labels(gold, flipped)["accuracy"].value == 0.0
    assert labels(gold, gold[::-1])["accuracy"].value == pytest.approx(0.2)


REVIEWS = [
    {"food": "positive", "price": "negative", "noise": None},
    {"food": "neutral"},
    {},
]


def test_masked_and_unmasked_are_both_reported() -> None:
    pred = [{"food": "positive", "service": "positive"}, {"food": "negative", "price": "negative"}, {}]
    scores = labels(REVIEWS, pred)
    assert scores["masked_accuracy"].value == pytest.approx(1 / 3)  # price was not answered: wrong
    assert scores["unmasked_detection"].values["precision"] == pytest.approx(2 / 4)
    assert scores["unmasked_detection"].values["recall"] == pytest.approx(2 / 3)
    assert scores["unmasked"].values["precision"] == pytest.approx(1 / 4)
    assert scores["masked_accuracy"].n == scores["unmasked"].n == 3
    assert [row[0] for row in scores["unmasked"].details["by_category"].rows] == ["food", "price"]


def test_answering_everything_is_seen_through_by_the_unmasked_score() -> None:
    eager = [dict.fromkeys(("food", "price", "noise", "service"), "positive")] * 3
    scores = labels(REVIEWS, eager, labels=POLARITIES)
    assert scores["masked_accuracy"].value == pytest.approx(1 / 3)
    assert scores["unmasked"].values["precision"] == pytest.approx(1 / 12)


def test_polarity_flipped_keeps_detection_alone() -> None:
    flipped = [{"food": "negative", "price": "positive"}, {"food": "positive"}, {}]
    scores = labels(REVIEWS, flipped)
    assert scores["unmasked_detection"].value == 1.0
    assert scores["unmasked"].value == scores["masked_macro"].value == 0.0
    assert labels(REVIEWS, REVIEWS)["unmasked"].value == labels(REVIEWS, REVIEWS)["masked_macro"].value == 1.0


def test_bad_input() -> None:
    with pytest.raises(
        MeasureError, match=r"Item 2 of the predictions: unknown label 'positiv'\. Known: negative, positive"
    ):
        labels(["positive", "negative"], ["positive", "positiv"])
    with pytest.raises(MeasureError, match="nothing to measure"):
        labels([{}], [{"food": "positive"}])
    with pytest.raises(MeasureError, match="must be as many"):
        labels(["a"], [])


@given(st.lists(st.tuples(st.sampled_from("abc"), st.sampled_from("abc")), min_size=1))
def test_every_figure_lies_between_0_and_1(pairs: list[tuple[str, str]]) -> None:
    gold, pred = zip(*pairs, strict=True)
    for score in labels(gold, pred, labels=["a", "b", "c"]).values():
        assert all(0 <= value <= 1 for value in score.values.values())
        interval = score.interval(resamples=20)
        assert 0 <= interval.low <= interval.high <= 1
