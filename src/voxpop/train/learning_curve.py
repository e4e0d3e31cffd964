"""How much more labels would bring: heads trained on parts of the reviews, measured on reviews that none has seen."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from itertools import islice
from typing import Any

import numpy as np
from numpy.typing import NDArray

from voxpop.extract.heads import CLASSES
from voxpop.train.cross_validation import HeadPredictions, predict
from voxpop.train.head_training import NOT_MENTIONED, Labels, Recipe, TrainingFeatures, train_heads

SPLITS, HELD_OUT = 5, 0.25
PARTS = (0.25, 0.5, 0.75, 1.0)
MORE = 100  # labels whose worth is told


@dataclass(frozen=True, slots=True)
class CurvePoint:
    """How well categories are found with the right polarity (F1) after so many reviews, over several splits."""

    reviews: int
    f1: float
    low: float  # the worst and best split
    high: float


@dataclass(frozen=True, slots=True)
class LearningCurve:
    """The points and what another 100 reviews would bring: a line through F1 over log(reviews), split by split."""

    points: tuple[CurvePoint, ...]
    gain: float
    low: float
    high: float

    def to_json(self) -> dict[str, Any]:
        """Return the curve as plain data."""
        return {**asdict(self), "more": MORE}


def learning_curve(
    pieces: Sequence[NDArray[Any]],
    labels: Labels,
    recipe: Recipe,
    *,
    epochs: int,
    present: float,
    report: Callable[[int, int], None] = lambda done, total: None,
) -> LearningCurve:
    """Return the curve for features and labels; ``epochs`` and ``present`` are those that all reviews chose."""
    states, n = TrainingFeatures(pieces), len(labels)
    scores = np.zeros((SPLITS, len(PARTS)))
    sizes = [max(8, round(part * (1 - HELD_OUT) * n)) for part in PARTS]
    for split in range(SPLITS):
        order = np.random.default_rng(recipe.seed + split).permutation(n)
        unseen, seen = order[: round(HELD_OUT * n)], order[round(HELD_OUT * n) :]
        for at, size in enumerate(sizes):
            steps = max(epochs, round(epochs * len(seen) / size / 2))  # fewer reviews are read more often
            run = train_heads(states, labels, seen[:size], recipe, seed=split)
            (heads,) = deque(islice(run, min(steps, recipe.epochs)), maxlen=1)
            scores[split, at] = found_and_right(labels[unseen], predict(heads, states, labels, unseen), present)
            report(split * len(PARTS) + at + 1, SPLITS * len(PARTS))
    slopes = np.array([np.polyfit(np.log(sizes), row, 1)[0] for row in scores])
    gains = slopes * np.log((n + MORE) / n)
    spread = float(1.96 * gains.std(ddof=1) / np.sqrt(SPLITS))
    points = [
        CurvePoint(size, float(column.mean()), float(column.min()), float(column.max()))
        for size, column in zip(sizes, scores.T, strict=True)
    ]
    gain = float(gains.mean())
    return LearningCurve(tuple(points), gain, gain - spread, gain + spread)


def found_and_right(gold: Labels, answers: HeadPredictions, present: float) -> float:
    """Return the F1 of finding a category with the right polarity; of a mixed one, finding it is enough."""
    detected, mentioned = answers.presence >= present, gold != NOT_MENTIONED
    right = detected & mentioned & ((answers.labels == gold) | ~np.isin(gold, CLASSES))
    return float(2 * right.sum() / max(detected.sum() + mentioned.sum(), 1))
