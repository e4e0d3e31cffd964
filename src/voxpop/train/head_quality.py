"""How good heads are: for each category and over all, with bootstrap intervals over reviews."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any

import numpy as np

from voxpop.extract.heads import CLASSES
from voxpop.metrics import MEASURES, Interval
from voxpop.train.cross_validation import HeadPredictions
from voxpop.train.head_training import NOT_MENTIONED, Labels

NAMES = {1: "positive", 0: "neutral", -1: "negative"}


@dataclass(frozen=True, slots=True)
class CategoryQuality:
    """How well one category, or all together, is found and judged; None where there is nothing to judge."""

    name: str
    reviews: int  # that mention it
    detection_f1: Interval | None  # of finding it
    polarity_accuracy: Interval | None  # where it is mentioned
    polarity_macro_f1: Interval | None  # the mean of the classes there are
    found_and_right_f1: Interval | None = None  # of finding it with the right polarity

    @property
    def cells(self) -> list[str]:
        """The figures of finding it and of its polarity, in per cent with their intervals."""
        figures = (self.detection_f1, self.polarity_accuracy, self.polarity_macro_f1)
        return [
            f"{100 * figure.value:.1f} [{100 * figure.low:.0f}, {100 * figure.high:.0f}]" if figure is not None else "—"
            for figure in figures
        ]

    def to_json(self) -> dict[str, Any]:
        """Return the figures as plain data."""
        facts = {field.name: getattr(self, field.name) for field in fields(self)}
        return {
            name: {"value": value.value, "interval": [value.low, value.high]} if isinstance(value, Interval) else value
            for name, value in facts.items()
        }


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
    mentioned, detected = (
        [dict.fromkeys(np.flatnonzero(row).astype(str), "yes") for row in cells] for cells in (is_mentioned, is_found)
    )
    detection = measure(mentioned, detected)["unmasked_detection"].interval(seed=seed)
    has_polarity = np.isin(gold, CLASSES)
    if not has_polarity.any():
        return CategoryQuality(name, int(is_mentioned.sum()), detection, None, None)
    gold_labels = _polarities(gold, has_polarity)
    classes = sorted({NAMES[label] for labels in (gold, predicted) for label in labels[has_polarity].tolist()})
    on_mentioned = measure(gold_labels, _polarities(predicted, has_polarity), labels=classes)
    is_judged = is_found & ~(is_mentioned & ~has_polarity)
    on_found = measure(gold_labels, _polarities(predicted, is_judged), labels=list(NAMES.values()))
    return CategoryQuality(
        name,
        int(is_mentioned.sum()),
        detection,
        on_mentioned["masked_accuracy"].interval(seed=seed),
        on_mentioned["masked_macro"].interval(seed=seed),
        on_found["unmasked"].interval(seed=seed),
    )


def _polarities(labels: Labels, keep: np.ndarray) -> list[dict[str, str]]:
    """Return the polarities of each review by the number of the category, where they are kept."""
    return [
        {str(n): NAMES[int(row[n])] for n in np.flatnonzero(is_kept)} for row, is_kept in zip(labels, keep, strict=True)
    ]
