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
        named = {"detection_f1": self.detection, "polarity_accuracy": self.accuracy, "polarity_macro_f1": self.macro,
                 "found_and_right_f1": self.both}  # fmt: skip
        told = {name: figure and {"value": figure.value, "interval": [figure.low, figure.high]}
                for name, figure in named.items()}  # fmt: skip
        return {"name": self.name, "reviews": self.reviews, **told}


def category_qualities(
    labels: Labels, answers: HeadPredictions, categories: Sequence[str], *, present: float, seed: int = 0
) -> list[CategoryQuality]:
    """One for each category, and last of all one for all together."""
    each = [
        _quality(name, labels[:, [n]], answers.labels[:, [n]], answers.presence[:, [n]] >= present, seed)
        for n, name in enumerate(categories)
    ]
    return [*each, _quality("all", labels, answers.labels, answers.presence >= present, seed)]


def _quality(name: str, gold: Labels, said: Labels, found: np.ndarray, seed: int) -> CategoryQuality:
    there = gold != NOT_MENTIONED
    if not there.any():
        return CategoryQuality(name, 0, None, None, None)
    measure = MEASURES["labels"]
    cells = [[str(n) for n in range(gold.shape[1])]] * len(gold)
    where = [{n: "yes" for n, is_there in zip(*row, strict=True) if is_there} for row in zip(cells, there, strict=True)]
    told = [{n: "yes" for n, is_said in zip(*row, strict=True) if is_said} for row in zip(cells, found, strict=True)]
    detection = measure(where, told)["unmasked_detection"]
    judged = np.isin(gold, CLASSES)
    if not judged.any():
        return CategoryQuality(name, int(there.sum()), _figure(detection, seed), None, None)
    right = [_said(row, keep) for row, keep in zip(gold, judged, strict=True)]
    classes = sorted({NAMES[int(label)] for label in gold[judged]} | {NAMES[int(label)] for label in said[judged]})
    given = measure(right, [_said(row, keep) for row, keep in zip(said, judged, strict=True)], labels=classes)
    free = measure(
        right, [_said(row, keep) for row, keep in zip(said, found & ~(there & ~judged), strict=True)],
        labels=list(NAMES.values()),
    )  # fmt: skip
    return CategoryQuality(name, int(there.sum()), _figure(detection, seed), _figure(given["masked_accuracy"], seed),
                   _figure(given["masked_macro"], seed), _figure(free["unmasked"], seed))  # fmt: skip


def _said(row: np.ndarray, keep: np.ndarray) -> dict[str, str]:
    return {str(n): NAMES[int(label)] for n, (label, kept) in enumerate(zip(row, keep, strict=True)) if kept}


def _figure(score: Score, seed: int) -> Estimate:
    drawn = score.interval(seed=seed)
    return Estimate(score.value, drawn.low, drawn.high)
