"""Figures against hand-worked numbers."""

from __future__ import annotations

import numpy as np
import pytest

from voxpop.train.cross_validation import HeadPredictions
from voxpop.train.head_quality import category_qualities
from voxpop.train.head_training import MIXED, NOT_MENTIONED

GOLD = np.array([[1, NOT_MENTIONED], [-1, 0], [NOT_MENTIONED, MIXED], [1, NOT_MENTIONED]])
SAID = np.array([[1, 1], [1, 0], [1, 1], [1, -1]])
FOUND = np.array([[0.9, 0.1], [0.9, 0.8], [0.7, 0.9], [0.2, 0.2]], np.float32)


def answers() -> HeadPredictions:
    polarity = np.stack([label == SAID for label in (1, 0, -1)], -1).astype(np.float32)
    return HeadPredictions(FOUND, polarity)


def test_each_category_and_all_together() -> None:
    first, second, every = category_qualities(GOLD, answers(), ["food", "noise"], present=0.5)
    assert [each.reviews for each in (first, second, every)] == [3, 2, 5]
    assert first.detection_f1 is not None
    assert first.detection_f1.value == pytest.approx(2 / 3)  # two of three found, two of three right
    assert first.polarity_accuracy is not None
    assert first.polarity_accuracy.value == pytest.approx(2 / 3)
    assert first.polarity_macro_f1 is not None
    assert first.polarity_macro_f1.value == pytest.approx((0.8 + 0) / 2)
    assert second.polarity_accuracy is not None
    assert second.polarity_accuracy.value == 1  # the mixed one has no polarity to get right
    assert every.detection_f1 is not None
    assert every.detection_f1.value == pytest.approx(0.8)
    assert every.found_and_right_f1 is not None
    assert every.found_and_right_f1.value == pytest.approx(2 * 2 / (4 + 4))  # the mixed one is left out on both sides
    assert every.detection_f1.low <= every.detection_f1.value <= every.detection_f1.high


def test_a_category_that_nobody_mentions_has_no_figures() -> None:
    gold = np.array([[1, NOT_MENTIONED]] * 4)
    nothing = category_qualities(gold, answers(), ["food", "noise"], present=0.5)[1]
    assert (nothing.reviews, nothing.detection_f1, nothing.polarity_macro_f1) == (0, None, None)
    assert nothing.to_json()["detection_f1"] is None


def test_wrong_answers_score_what_they_deserve() -> None:
    polarity = np.stack([-label == GOLD for label in (1, 0, -1)], -1).astype(np.float32)
    flipped = category_qualities(
        GOLD, HeadPredictions((GOLD != NOT_MENTIONED).astype(np.float32), polarity), ["a", "b"], present=0.5
    )[0]
    assert flipped.detection_f1 is not None
    assert flipped.detection_f1.value == 1
    assert flipped.polarity_accuracy is not None
    assert flipped.polarity_accuracy.value == 0
