from __future__ import annotations

import csv
from pathlib import Path

import numpy as np

from voxpop.extract.custom_categories import fingerprint
from voxpop.train.cross_validation import HeadPredictions
from voxpop.train.head_training import MIXED, NOT_MENTIONED, Recipe
from voxpop.train.label_table import LabelColumns, read_labelled
from voxpop.train.learning_curve import found_and_right
from voxpop.train.training_run import to_json, train

from .conftest import WordReader, reviews


def test_more_reviews_are_worth_more_to_those_who_have_few(tmp_path: Path, word_reader: WordReader) -> None:
    gains = []
    for count in (60, 240):
        rows = reviews(count)
        with (tmp_path / "mine.csv").open("w", newline="", encoding="utf-8") as lines:
            writer = csv.DictWriter(lines, list(rows[0]))
            writer.writeheader()
            writer.writerows(rows)
        data = read_labelled(tmp_path / "mine.csv", LabelColumns())
        recipe = Recipe(epochs=10, rate=0.01)
        trained = train(data, word_reader, recipe, encoder=fingerprint(word_reader), with_curve=True)
        assert trained.curve is not None
        points = trained.curve.points
        assert points[-1].f1 > points[0].f1 - 0.02
        assert all(point.low <= point.f1 <= point.high for point in points)
        assert to_json(trained, data, None)["learning_curve"]["more"] == 100
        gains.append(trained.curve.gain)
    assert gains[0] > gains[1] > -0.02


def test_found_and_right_by_hand() -> None:
    gold = np.array([[1, NOT_MENTIONED], [MIXED, -1]])
    presence = np.array([[0.9, 0.9], [0.9, 0.1]], np.float32)
    polarity = np.array([[[0.8, 0.1, 0.1], [0.8, 0.1, 0.1]], [[0.1, 0.1, 0.8], [0.1, 0.1, 0.8]]], np.float32)
    # three are found, of which the first and the mixed one are right; three are mentioned
    assert found_and_right(gold, HeadPredictions(presence, polarity), 0.5) == 2 * 2 / 6
