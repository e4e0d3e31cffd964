"""How well wrong stars are found: ranking, the list, and whether the probabilities mean what they say."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.stats import rankdata

from research.experiments.audit.predict import Floats
from voxpop.aggregate.audit_odds import Calibration, doubts, estimated_share, longest, probabilities

Flags = NDArray[np.bool_]
BINS = 10


class Listing(NamedTuple):
    """The reviews that an audit lists, surest first, the probability of each of all, and the share it supposes."""

    places: NDArray[np.int64]
    sure: Floats
    share: float


def listing(numbers: Calibration, stars: Floats, chances: Floats, *, silent: Flags, precision: float) -> Listing:
    """``silent``: texts that say nothing, and are no mismatches whatever their stars."""
    odds = numbers.odds(doubts(stars, chances))
    odds[silent & (odds > 0)] = -np.inf
    share = estimated_share(odds, numbers.usual)
    sure = probabilities(odds, share)
    order = np.argsort(-sure, kind="stable")
    return Listing(order[: longest(sure[order], precision)], sure, share)


def area(score: Floats, real: Flags) -> float:
    """Under the ROC curve: how often a wrong one ranks above a right one."""
    ranks = rankdata(score)
    n, m = int(real.sum()), int((~real).sum())
    return float((ranks[real].sum() - n * (n + 1) / 2) / (n * m))


def average_precision(score: Floats, real: Flags) -> float:
    order = np.argsort(-score, kind="stable")
    hits = real[order]
    return float((np.cumsum(hits) / np.arange(1, len(hits) + 1))[hits].mean())


def calibration_error(sure: Floats, real: Flags) -> float:
    """How far probability and share of real ones are apart, over ten bins of equal width, by their size."""
    place = np.minimum((sure * BINS).astype(np.int64), BINS - 1)
    return float(sum(abs(sure[place == b].sum() - real[place == b].sum()) for b in range(BINS)) / len(sure))


def reliability(sure: Floats, real: Flags) -> list[tuple[int, float, float]]:
    """Reviews, mean probability and share of real ones of each bin that holds any."""
    place = np.minimum((sure * BINS).astype(np.int64), BINS - 1)
    bins = [place == b for b in range(BINS)]
    return [(int(b.sum()), float(sure[b].mean()), float(real[b].mean())) for b in bins if b.any()]
