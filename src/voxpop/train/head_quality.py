"""How good heads are: for each category and over all, with bootstrap intervals over reviews."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from voxpop.extract.reader_output import CLASSES
from voxpop.metrics import MEASURES, Score
from voxpop.train.cross_validation import HeadPredictions
from voxpop.train.head_training import NOT_MENTIONED, Labels

NAMES = {1: "positive", 0: "neutral", -1: "negative"}


@dataclass(frozen=True, slots=True)
class Estimate:
    """A figure and its 95 % interval."""

    value: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class CategoryQuality:
    """How well one category, or all together, is found and judged; None where there is nothing to judge."""

    name: str
    reviews: int  # that mention it
    detection: Estimate | None  # F1 of finding it
    accuracy: Estimate | None  # of its polarity where it is mentioned
    macro: Estimate | None  # F1 of polarity, mean of the classes there are
    both: Estimate | None = None  # F1 of finding it with the right polarity

    def to_json(self) -> dict[str, Any]:
        """Return the figures as plain data."""
        named = {
            "detection_f1": self.detection,
            "polarity_accuracy": self.accuracy,
            "polarity_macro_f1": self.macro,
            "found_and_right_f1": self.both,
        }
        estimates = {
            name: figure and {"value": figure.value, "interval": [figure.low, figure.high]}
            for name, figure in named.items()
        }
        return {"name": self.name, "reviews": self.reviews, **estimates}


def category_qualities(
    labels: Labels, answers: HeadPredictions, categories: Sequence[str], *, present: float, seed: int = 0
) -> list[CategoryQuality]:
    """One for each category, and last of all one for all together."""
    by_category = [
        _quality(name, labels[:, [n]], answers.labels[:, [n]], answers.presence[:, [n]] >= present, seed)
        for n, name in enumerate(categories)
    ]
    return [*by_category, _quality("all", labels, answers.labels, answers.presence >= present, seed)]


def _quality(name: str, gold: Labels, predicted: Labels, is_found: np.ndarray, seed: int) -> CategoryQuality:
    is_mentioned = gold != NOT_MENTIONED
    if not is_mentioned.any():
        return CategoryQuality(name, 0, None, None, None)
    measure = MEASURES["labels"]
    cells = [[str(n) for n in range(gold.shape[1])]] * len(gold)
    mentioned_cells = [
        {n: "yes" for n, is_there in zip(*row, strict=True) if is_there}
        for row in zip(cells, is_mentioned, strict=True)
    ]
    found_cells = [
        {n: "yes" for n, is_said in zip(*row, strict=True) if is_said} for row in zip(cells, is_found, strict=True)
    ]
    detection = measure(mentioned_cells, found_cells)["unmasked_detection"]
    has_polarity = np.isin(gold, CLASSES)
    if not has_polarity.any():
        return CategoryQuality(name, int(is_mentioned.sum()), _figure(detection, seed), None, None)
    gold_labels = [_polarities(row, keep) for row, keep in zip(gold, has_polarity, strict=True)]
    classes = sorted(
        {NAMES[int(label)] for label in gold[has_polarity]} | {NAMES[int(label)] for label in predicted[has_polarity]}
    )
    on_mentioned = measure(
        gold_labels, [_polarities(row, keep) for row, keep in zip(predicted, has_polarity, strict=True)], labels=classes
    )
    on_found = measure(
        gold_labels,
        [
            _polarities(row, keep)
            for row, keep in zip(predicted, is_found & ~(is_mentioned & ~has_polarity), strict=True)
        ],
        labels=list(NAMES.values()),
    )
    return CategoryQuality(
        name,
        int(is_mentioned.sum()),
        _figure(detection, seed),
        _figure(on_mentioned["masked_accuracy"], seed),
        _figure(on_mentioned["masked_macro"], seed),
        _figure(on_found["unmasked"], seed),
    )


def _polarities(row: np.ndarray, keep: np.ndarray) -> dict[str, str]:
    return {str(n): NAMES[int(label)] for n, (label, is_kept) in enumerate(zip(row, keep, strict=True)) if is_kept}


def _figure(score: Score, seed: int) -> Estimate:
    drawn = score.interval(seed=seed)
    return Estimate(score.value, drawn.low, drawn.high)
