"""From labelled reviews to heads that vote, with figures that no review helped to make for itself.

The reviews are dealt into folds. For each fold, heads learn from the others and answer for it, after every epoch. One
number of epochs, the best over all folds, is kept; the heads of all folds at that epoch vote in what is written, and
their answers to the reviews they did not see are what the figures are about.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from voxpop.extract.heads import CLASSES, Heads, Pass, forward
from voxpop.extract.opinion_decoding import Floats
from voxpop.train.head_training import NOT_MENTIONED, Labels, Recipe, TrainingFeatures, loss, loss_weights, train_heads

PATIENCE = 6  # epochs without a better one, after which it is enough
THRESHOLDS = np.arange(0.2, 0.81, 0.02)
Tick = Callable[[int], None]  # how many rounds are done


@dataclass(frozen=True, slots=True)
class HeadPredictions:
    """What heads say of some reviews."""

    presence: Floats  # (reviews, N)
    polarity: Floats  # (reviews, N, 3)

    @property
    def labels(self) -> Labels:
        """The likeliest polarity, mentioned or not."""
        return np.asarray(np.array(CLASSES)[self.polarity.argmax(-1)], np.int64)


@dataclass(frozen=True, slots=True)
class FittedHeads:
    """The heads of all folds, and what each said of the reviews it had not seen."""

    members: tuple[Heads, ...]
    centre: Floats
    scale: Floats
    answers: HeadPredictions
    present: float
    epochs: int
    losses: tuple[float, ...]  # of the unseen reviews, after each epoch


def fit(
    pieces: Sequence[NDArray[Any]], labels: Labels, recipe: Recipe, *, tick: Tick = lambda done: None
) -> FittedHeads:
    """Train heads on all folds but one, for each fold, and keep the best epoch."""
    states = TrainingFeatures(pieces)
    folds = assign_folds(labels, recipe)
    unseen = [np.flatnonzero(folds == fold) for fold in range(recipe.folds)]
    runs = [
        train_heads(states, labels, np.flatnonzero(folds != fold), recipe, seed=recipe.seed * 1000 + fold)
        for fold in range(recipe.folds)
    ]
    best: tuple[tuple[Heads, ...], HeadPredictions] | None = None
    losses: list[float] = []
    for members in zip(*runs, strict=True):
        parts = [predict(heads, states, labels, part) for heads, part in zip(members, unseen, strict=True)]
        answers = _joined(parts, np.argsort(np.concatenate(unseen)))
        losses.append(loss(labels, answers.presence, answers.polarity, loss_weights(labels, recipe.balance)))
        if losses[-1] == min(losses):
            best = members, answers
        tick(len(losses))
        if len(losses) - int(np.argmin(losses)) > PATIENCE:
            break
    assert best is not None
    members, answers = best
    return FittedHeads(
        members,
        states.centre,
        states.scale,
        answers,
        threshold(labels, answers),
        int(np.argmin(losses)) + 1,
        tuple(losses),
    )


def assign_folds(labels: Labels, recipe: Recipe) -> NDArray[np.int64]:
    """Return the fold of each review; those that share their rarest label are spread over all folds."""
    rng = np.random.default_rng(recipe.seed)
    kinds = {(n, label): int((labels[:, n] == label).sum()) for n in range(labels.shape[1]) for label in range(-1, 3)}
    rarest = [
        min((kinds[n, label], n, label) for n, label in enumerate(row) if (n, label) in kinds)
        if (row != NOT_MENTIONED).any()
        else (len(labels), -1, 0)
        for row in labels
    ]
    order = sorted(rng.permutation(len(labels)), key=lambda place: rarest[place])
    folds = np.empty(len(labels), np.int64)
    folds[order] = np.arange(len(labels)) % recipe.folds
    return folds


def predict(
    heads: Heads, states: TrainingFeatures, labels: Labels, places: NDArray[np.int64], *, size: int = 64
) -> HeadPredictions:
    """Return what heads say of the reviews at some places."""
    order = np.argsort(states.lengths[places], kind="stable")
    passes = []
    for start in range(0, len(order), size):
        batch = states.batch(places[order[start : start + size]], labels)
        passes.append(forward(heads, batch.features, batch.mask))
    return _joined(passes, np.argsort(order))


def _joined(parts: Sequence[HeadPredictions | Pass], order: NDArray[np.int64]) -> HeadPredictions:
    presence, polarity = np.concatenate([x.presence for x in parts]), np.concatenate([x.polarity for x in parts])
    return HeadPredictions(presence[order], polarity[order])


def threshold(labels: Labels, answers: HeadPredictions) -> float:
    """Return the chance from which a category counts as mentioned: the one with the best F1 of finding them."""
    mentioned = labels != NOT_MENTIONED
    predictions = [answers.presence >= chance for chance in THRESHOLDS]
    f1 = [2 * (predicted & mentioned).sum() / max(predicted.sum() + mentioned.sum(), 1) for predicted in predictions]
    best = np.flatnonzero(np.isclose(f1, max(f1)))
    return round(float(THRESHOLDS[best[len(best) // 2]]), 2)
