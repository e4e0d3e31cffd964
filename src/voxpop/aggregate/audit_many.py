"""The star audit of a whole file at once, in numpy: the same numbers as ``audit``, for pages that cannot wait."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from voxpop.aggregate.audit_odds import (
    LEAST,
    NEAR,
    STARS,
    Calibration,
    Floats,
    calibration,
    estimated_share,
    longest,
    probabilities,
)

Places = NDArray[np.intp]
Flags = NDArray[np.bool_]
MOST = 50.0  # no doubt counts for more, as in ``Calibration.odds``


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


def rank(stars: Floats, chances: Floats, langs: NDArray[np.object_], *, silent: Callable[[Places], Flags]) -> Ranking:
    """``chances`` holds a row of five for each review; ``silent`` says which places hold texts that say nothing."""
    odds, usual = np.zeros(len(stars)), 0.0
    for lang in set(langs.tolist()):
        ours = langs == lang
        numbers = calibration(lang or "en")
        odds[ours] = weighed(stars[ours], chances[ours], numbers)
        usual += numbers.usual * int(ours.sum())
    if not len(odds):
        return Ranking(np.empty(0, np.intp), np.empty(0), 0.0, 0, np.empty(0, np.intp))
    doubtful = np.flatnonzero(odds > 0)
    doubtful = doubtful[np.argsort(-odds[doubtful], kind="stable")]
    mute = silent(doubtful)
    odds[doubtful[mute]] = -np.inf
    share = estimated_share(odds, usual / len(odds))
    places = doubtful[~mute]
    return Ranking(places, probabilities(odds[places], share), share, len(odds), doubtful[mute])


def weighed(stars: Floats, chances: Floats, numbers: Calibration) -> Floats:
    """``Calibration.odds`` of many."""
    scale = np.array(STARS, np.float64)
    gap = np.abs(stars - chances @ scale)
    near = (chances * (np.abs(scale - stars[:, None]) <= NEAR)).sum(1)
    surprise = -np.log(np.maximum(near, LEAST))
    entropy = -(chances * np.log(np.where(chances > 0, chances, 1.0))).sum(1)
    weights = numbers.weights
    raw = numbers.bias + weights.gap * gap + weights.surprise * surprise + weights.entropy * entropy
    raw = np.minimum(MOST, raw)
    return np.asarray(raw - np.log(1 + numbers.misread * np.exp(raw)))
