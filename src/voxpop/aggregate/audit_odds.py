"""How likely it is that stars do not belong to a text, from what speaks against them.

A small monotone model weighs the doubts; its numbers were fitted on reviews with right and wrong stars, and stand in
``data/audit.json`` with the command that made them. How many stars of a file are wrong is estimated from the file, so
that the same doubt counts for more where many are: the probabilities hold for a clean file as for a spoiled one.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from math import exp, log
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

STARS = (1, 2, 3, 4, 5)
NEAR = 1.0  # stars this close to those given are no surprise
LEAST = 1e-4  # no probability is smaller, so that one sure reading does not outweigh everything
MOST = 0.5  # no file is believed to be more wrong than right
TRUST = 200  # reviews that the usual share counts for
ROUNDS = 50

Floats = NDArray[np.float64]


class Doubt(NamedTuple):
    """What speaks against the stars given."""

    gap: float  # stars between those given and those expected from the text
    surprise: float  # −log of how likely the text makes the stars given, one more or one less
    entropy: float  # how unsure the reading is, in nats


@dataclass(frozen=True, slots=True)
class Calibration:
    """The fitted numbers of a language."""

    bias: float
    weights: Doubt
    misread: float  # share of texts that the reader takes for the opposite, so that no doubt is beyond doubt
    usual: float  # share of mismatches that is assumed before a file is seen

    def odds(self, doubt: Doubt) -> float:
        """How much likelier this doubt is in a mismatch than in another review, as a logarithm."""
        raw = min(50.0, self.bias + sum(weight * x for weight, x in zip(self.weights, doubt, strict=True)))
        return raw - log(1 + self.misread * exp(raw))


@cache
def calibration(lang: str) -> Calibration:
    """The numbers shipped for a language."""
    raw = json.loads((files("voxpop.aggregate") / "data" / "audit.json").read_text(encoding="utf-8"))["languages"][lang]
    return Calibration(raw["bias"], Doubt(**raw["weights"]), raw["misread"], raw["usual"])


def doubt(stars: float, probabilities: Sequence[float]) -> Doubt:
    expected = sum(star * p for star, p in zip(STARS, probabilities, strict=True))
    near = sum(p for star, p in zip(STARS, probabilities, strict=True) if abs(star - stars) <= NEAR)
    entropy = -sum(p * log(p) for p in probabilities if p > 0)
    return Doubt(abs(stars - expected), -log(max(near, LEAST)), entropy)


def probabilities(odds: Floats, share: float) -> Floats:
    """Of a mismatch, where this share of all reviews is one."""
    prior = log(share / (1 - share))
    return np.asarray(1 / (1 + np.exp(-np.clip(odds + prior, -50, 50))))


def estimated_share(odds: Floats, usual: float) -> float:
    """The share of mismatches that fits the odds of a file best; a small file keeps to the usual share.

    Expectation maximisation: the share is the mean probability that it leads to itself.
    """
    share = usual
    for _ in range(ROUNDS):
        expected = float(probabilities(odds, share).sum())
        share = min(MOST, (usual * TRUST + expected) / (TRUST + len(odds)))
    return share


def longest(sure: Floats, precision: float) -> int:
    """How many of these probabilities, in falling order, can be listed for the mean of the list to be ``precision``.

    However sure the first ones are, none is listed that is less than half as likely as that.
    """
    likely = sure[sure >= precision / 2]
    means = np.cumsum(likely) / np.arange(1, len(likely) + 1)
    return int(np.count_nonzero(means >= precision))
