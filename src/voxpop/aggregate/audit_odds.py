"""How likely it is that stars do not belong to a text, from what speaks against them.

A small monotone model weighs the doubts; its numbers were fitted on reviews with right and wrong stars, and stand in
``audit_calibration.json`` of each language with the command that made them. How many stars of a file are wrong is
estimated from the file, so that the same doubt counts for more where many are: the probabilities hold for a clean file
as for a spoiled one.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from math import log
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from voxpop.lang import DEFAULT, language

STARS = (1, 2, 3, 4, 5)
NEAR = 1.0  # stars this close to those given are no surprise
LEAST = 1e-4  # no probability is smaller, so that one sure reading does not outweigh everything
GREATEST = 50.0  # no doubt counts for more
MOST = 0.5  # no file is believed to be more wrong than right
TRUST = 200  # reviews that the usual share counts for
ROUNDS = 50

Floats = NDArray[np.float64]
Places = NDArray[np.intp]
Flags = NDArray[np.bool_]


class Doubts(NamedTuple):
    """What speaks against the stars given, for many reviews."""

    gap: Floats  # stars between those given and those expected from the text
    surprise: Floats  # −log of how likely the text makes the stars given, one more or one less
    entropy: Floats  # how unsure the reading is, in nats


class DoubtWeights(NamedTuple):
    """How much each kind of doubt counts."""

    gap: float
    surprise: float
    entropy: float


@dataclass(frozen=True, slots=True)
class Calibration:
    """The fitted numbers of a language."""

    bias: float
    weights: DoubtWeights
    misread: float  # share of texts that the model takes for the opposite, so that no doubt is beyond doubt
    usual: float  # share of mismatches that is assumed before a file is seen

    def odds(self, doubts: Doubts) -> Floats:
        """How much likelier each doubt is in a mismatch than in another review, as a logarithm."""
        raw = self.bias + sum(weight * values for weight, values in zip(self.weights, doubts, strict=True))
        raw = np.minimum(GREATEST, raw)
        return np.asarray(raw - np.log(1 + self.misread * np.exp(raw)))


@cache
def calibration(lang: str) -> Calibration:
    """The numbers shipped for a language."""
    raw = language(lang).star_audit.CALIBRATION
    return Calibration(raw["bias"], DoubtWeights(**raw["weights"]), raw["misread"], raw["usual"])


def doubts(stars: Floats, chances: Floats) -> Doubts:
    """Compare the stars given with the star probabilities of the texts, a row of five for each review."""
    scale = np.array(STARS, np.float64)
    gap = np.abs(stars - (chances * scale).sum(1))
    near = (chances * (np.abs(scale - stars[:, None]) <= NEAR)).sum(1)
    entropy = -(chances * np.log(np.where(chances > 0, chances, 1.0))).sum(1)
    return Doubts(gap, -np.log(np.maximum(near, LEAST)), entropy)


@dataclass(frozen=True, slots=True)
class MismatchOdds:
    """The odds of a mismatch of many reviews, and how many mismatches are usual among them."""

    values: Floats
    usual: float

    def __add__(self, other: MismatchOdds) -> MismatchOdds:
        return MismatchOdds(np.concatenate([self.values, other.values]), self.usual + other.usual)


def mismatch_odds(stars: Floats, chances: Floats, langs: NDArray[np.object_]) -> MismatchOdds:
    """The odds of reviews in one or several languages."""
    odds, usual = np.zeros(len(stars)), 0.0
    for lang in set(langs.tolist()):
        chosen = langs == lang
        numbers = calibration(lang or DEFAULT)
        odds[chosen] = numbers.odds(doubts(stars[chosen], chances[chosen]))
        usual += numbers.usual * int(chosen.sum())
    return MismatchOdds(odds, usual)


@dataclass(frozen=True, slots=True)
class Ranking:
    """Doubtful reviews, by their places in what was given, the most certain first."""

    places: Places
    sure: Floats  # how likely each is a mismatch
    share: float  # of all that seem to be mismatches
    audited: int
    silent: Places  # doubted, but no mismatches: their texts say nothing

    def listed(self, precision: float) -> int:
        """How many of the first to list for ``precision`` of them to be real."""
        return longest(self.sure, precision)


def rank(odds: MismatchOdds, *, silent: Callable[[Places], Flags]) -> Ranking:
    """Rank the doubtful reviews; ``silent`` says which places hold texts that say nothing."""
    values = odds.values.copy()
    if not len(values):
        return Ranking(np.empty(0, np.intp), np.empty(0), 0.0, 0, np.empty(0, np.intp))
    doubtful = np.flatnonzero(values > 0)
    doubtful = doubtful[np.argsort(-values[doubtful], kind="stable")]
    mute = silent(doubtful)
    values[doubtful[mute]] = -np.inf
    share = estimated_share(values, odds.usual / len(values))
    places = doubtful[~mute]
    return Ranking(places, probabilities(values[places], share), share, len(values), doubtful[mute])


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
