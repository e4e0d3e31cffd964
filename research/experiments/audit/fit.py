"""The numbers of the audit, fitted on development data: python -m research.experiments.audit --data DIR --fit"""

from __future__ import annotations

import random
from collections.abc import Sequence
from math import exp, log
from typing import Any

import numpy as np
from scipy.optimize import minimize

from research.experiments.audit.flips import KINDS, wrong
from research.experiments.audit.judged import judgements
from research.experiments.audit.predict import Floats
from research.experiments.audit.sets import StarredReview
from voxpop.aggregate.audit_odds import Calibration, DoubtWeights, doubts

SHARE = 0.03  # of mismatches while fitting: near the odds at which reviews come to be listed
RIDGE = 1e-5
THREE = 3  # what was not seen among n texts may still be the case for 3 in n: no smaller share misread is believed
SCALE = 1e4  # of the loss, so that the search does not stop before the last digits


def fitted(entries: Sequence[StarredReview], chances: Floats) -> Calibration:
    """A logistic model whose signs are given: gap and surprise speak for a mismatch, an unsure reading against one.

    Right stars are those given, but for reviews judged to be mismatches; wrong ones are made on purpose.
    """
    dice = random.Random(0)
    natural = {i for i, judgement in judgements(entries).items() if judgement.mismatch(entries[i])}
    pairs = list(zip(entries, chances, strict=True))
    right = doubts_of([(one.review.stars or 0.0, row) for i, (one, row) in enumerate(pairs) if i not in natural])
    made = [(wrong(one, kind, dice), row) for one, row in pairs for kind in KINDS]
    false = doubts_of([(stars, row) for stars, row in made if stars is not None])
    y = np.repeat([0.0, 1.0], [len(right), len(false)])
    weight = np.where(y, SHARE / len(false), (1 - SHARE) / len(right))
    bias, gap, surprise, entropy, misread = solve(np.concatenate([right, false]), y, weight)
    return Calibration(bias, DoubtWeights(gap, surprise, entropy), exp(misread), natural_share(entries))


def doubts_of(pairs: Sequence[tuple[float, Floats]]) -> Floats:
    """What speaks against these stars, a row of three for each, given the star probabilities of the texts."""
    stars, chances = zip(*pairs, strict=True)
    return np.column_stack(doubts(np.array(stars, float), np.array(chances)))


def solve(x: Floats, y: Floats, weight: Floats) -> list[float]:
    """Bias, weights and the logarithm of the misread share that make the data likeliest."""
    design = np.column_stack([np.ones(len(x)), x])
    prior = log(SHARE / (1 - SHARE))

    def loss(w: Floats) -> float:
        raw = design @ w[:4]
        odds = raw - np.logaddexp(0, raw + w[4]) + prior
        return float(SCALE * (weight @ np.logaddexp(0, np.where(y, -odds, odds)) + RIDGE * (w[1:4] @ w[1:4])))

    bounds = [(None, None), (0, None), (0, None), (None, 0), (log(THREE / int((y == 0).sum())), log(0.05))]
    found = minimize(loss, np.array([-3.0, 1.0, 1.0, -0.1, log(5e-3)]), bounds=bounds, method="L-BFGS-B")
    return [float(value) for value in found.x]


def natural_share(entries: Sequence[StarredReview]) -> float:
    """The share of mismatches among reviews as they are, estimated from those judged."""
    drawn = [(j.weight, j.mismatch(entries[i])) for i, j in judgements(entries).items() if j.weight]
    return sum(weight for weight, real in drawn if real) / sum(weight for weight, _ in drawn)


def plain(numbers: Calibration) -> dict[str, Any]:
    weights = {name: round(value, 4) for name, value in numbers.weights._asdict().items()}
    return {
        "bias": round(numbers.bias, 4),
        "weights": weights,
        "misread": round(numbers.misread, 5),
        "usual": round(numbers.usual, 4),
    }
