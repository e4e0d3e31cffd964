"""How reliable each annotator is, without gold: the model of Dawid and Skene (1979), fitted by EM.

Every cell (one category of one review, or one stretch of text) has a true value t. Annotator a gives value v there with
probability π[a, t, v]. Cells of one group (a category) share how frequent the values are; cells of all groups share π.
The π of an annotator leans on that of all annotators by ``PRIOR`` answers, so that a beginner is not judged by three.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
PRIOR = 4.0
SMALL = 0.02  # of a count, so that nothing is impossible
ROUNDS, CLOSE = 100, 1e-5


@dataclass(frozen=True, slots=True)
class Reliability:
    """The probability of each value for each cell, and how often each annotator is right."""

    posterior: Floats  # (cells, values)
    confusion: Floats  # (annotators, true values, values)
    right: Floats  # (annotators,) the probability that an answer is right


def dawid_skene(votes: Ints, groups: Ints, weights: Floats, *, annotators: int, values: int) -> Reliability:
    """Fit the model. ``votes`` has a row (cell, annotator, value) for each answer; cells have a group and a weight."""
    cell, who, value = votes.T
    counted = weights[:, None]
    posterior = np.full((len(groups), values), SMALL)
    np.add.at(posterior, (cell, value), 1.0)
    posterior /= posterior.sum(1, keepdims=True)
    for _ in range(ROUNDS):
        frequency = np.full((int(groups.max()) + 1, values), SMALL)
        np.add.at(frequency, groups, posterior * counted)
        frequency /= frequency.sum(1, keepdims=True)
        confusion = _confusion(votes, (posterior * counted)[cell], annotators, values)
        logs = np.log(frequency)[groups]
        np.add.at(logs, cell, np.log(confusion)[who, :, value])
        updated = np.exp(logs - logs.max(1, keepdims=True))
        updated /= updated.sum(1, keepdims=True)
        moved = np.abs(updated - posterior).max()
        posterior = updated
        if moved < CLOSE:
            break
    truth = np.zeros((annotators, values))
    np.add.at(truth, who, (posterior * counted)[cell])
    truth /= np.maximum(truth.sum(1, keepdims=True), 1e-12)
    return Reliability(posterior, confusion, (truth * np.diagonal(confusion, axis1=1, axis2=2)).sum(1))


def _confusion(votes: Ints, truth: Floats, annotators: int, values: int) -> Floats:
    """Return π, from how likely each true value is at each vote, times its weight."""
    counts = np.zeros((annotators, values, values))
    np.add.at(counts.transpose(0, 2, 1), (votes[:, 1], votes[:, 2]), truth)
    pooled = counts.sum(0) + SMALL
    counts += PRIOR * pooled / pooled.sum(1, keepdims=True)
    return np.asarray(counts / counts.sum(2, keepdims=True))
