"""Figures on unseen domains, with a model whose answers are written by hand."""

from __future__ import annotations

from typing import Any, cast

import numpy as np
import pytest

from research.evaluation.opinions import ALL, evaluate
from research.training.opinions.labels import ABOUT, CATEGORIES
from voxpop.extract.opinion_decoding import DEFAULT_THRESHOLDS, TokenScores
from voxpop.extract.opinion_model import OpinionModel, TextScores


class AlwaysGood:
    """Finds praise of the food in the last four characters of every text, and four stars."""

    config: dict[str, Any] = {}  # noqa: RUF012
    thresholds = DEFAULT_THRESHOLDS

    def read(self, text: str) -> TextScores:
        tags = np.array([(0.98, 0.01, 0.01), (0.02, 0.96, 0.02)], np.float32)
        food = np.eye(len(CATEGORIES), dtype=np.float32)[[CATEGORIES.index("food")] * 2]
        window = TokenScores(
            spans=np.array([(0, 3), (len(text) - 4, len(text))], np.int32),
            target=np.tile(np.float32([1, 0, 0]), (2, 1)),
            evidence=tags,
            polarity=np.tile(np.float32([0, 0, 0, 0, 1]), (2, 1)),
            category=food,
            about=np.eye(len(ABOUT), dtype=np.float32)[[0, 0]],
            fact=np.zeros(2, np.float32),
            links=np.zeros((2, 2), np.float32),
        )
        return TextScores(
            (window,), (), np.float32([0, 0, 0, 1, 0]), np.ones(1, np.float32), np.zeros((0, 4), np.float32)
        )


def record(polarity: float, category: str, domain: str) -> dict[str, Any]:
    opinion = {"target": None, "words": [4, 8], "polarity": polarity, "category": category, "about": "main"}
    return {"text": "the food", "domain": domain, "opinions": [opinion], "rated": 5, "stars": None}


def test_each_domain_has_its_own_figures() -> None:
    records = [record(1.0, "food", "a"), record(1.0, "price", "a"), record(-1.0, "food", "b")]
    made = evaluate(cast(OpinionModel, AlwaysGood()), records)
    assert (made["a"]["precision"], made["a"]["recall"], made["a"]["category"]) == (1.0, 1.0, 0.5)
    assert (made["b"]["precision"], made["b"]["recall"]) == (0.0, 0.0)
    assert made[ALL]["recall"] == pytest.approx(2 / 3)


def test_intervals_that_miss_are_counted() -> None:
    made = evaluate(cast(OpinionModel, AlwaysGood()), [record(1.0, "food", "a")] * 60)
    assert made[ALL]["coverage"] == 0.0  # four stars, where five were given
    assert made[ALL]["coverage_own"] == 1.0  # in a file where all are
