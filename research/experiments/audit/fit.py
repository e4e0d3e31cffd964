"""The numbers of the audit, fitted on judged reviews: ``python -m research.experiments.audit --data DIR --fit``."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import exp
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize

from research.experiments.audit.judged import StarredReview
from voxpop.aggregate.audit import Calibration, Direction, Doubt
from voxpop.aggregate.share import share_interval

Floats = NDArray[np.float64]
RIDGE = 0.2  # pulls the weights to zero, as much as a few reviews would
MISREAD = 0.3  # a kind is misread where surely a smaller share of its doubtful reviews are mismatches


class JudgedDoubt(NamedTuple):
    """A doubtful review that was judged, and what contradicts its stars; None: its opinions do not."""

    entry: StarredReview
    doubt: Doubt | None


def fitted(doubts: Sequence[JudgedDoubt], kind_of: Callable[[str], str | None], *, reviews: int) -> Calibration:
    """Return the numbers that make the judgements likeliest: a slope and a bias for each direction.

    Each file adds a number of its own to the odds, drawn from a normal distribution around 0, whose standard deviation
    is the spread; it is integrated out. ``reviews`` is how many reviews were read to find the doubtful ones.
    """
    chosen = [(one.entry, one.doubt) for one in doubts if one.doubt]
    better = np.array([doubt.gap > 0 for _, doubt in chosen], float)
    gap = np.array([abs(doubt.gap) for _, doubt in chosen])
    agreement = np.array([doubt.agreement for _, doubt in chosen])
    design = np.column_stack([better, better * gap, 1 - better, (1 - better) * gap, agreement])
    real = np.array([entry.is_mismatch for entry, _ in chosen])
    _, file = np.unique([f"{entry.review.lang} {entry.domain}" for entry, _ in chosen], return_inverse=True)
    places, masses = np.polynomial.hermite_e.hermegauss(15)

    def loss(weights: Floats) -> float:
        odds = (design @ weights[:5])[:, None] + np.exp(weights[5]) * places
        likely = np.zeros((file.max() + 1, len(places)))
        np.add.at(likely, file, -np.logaddexp(0, np.where(real[:, None], -odds, odds)))
        total = np.logaddexp.reduce(likely + np.log(masses / masses.sum()), axis=1).sum()
        return float(RIDGE * (weights[[1, 3, 4]] ** 2).sum() - total)

    bounds = [(None, None), (0, None), (None, None), (0, None), (0, None), (-4, 1)]
    start = np.array([0.0, 0.0, 0.0, 0.0, 0.0, -1.0])
    found = minimize(loss, start, bounds=bounds, method="L-BFGS-B").x.round(4).tolist()
    shares = [round(float(real[better == side].sum()) / reviews, 5) for side in (1, 0)]
    directions = (Direction(found[0], found[1], shares[0]), Direction(found[2], found[3], shares[1]))
    return Calibration(*directions, found[4], round(exp(found[5]), 4), misread_kinds(doubts, kind_of))


def misread_kinds(doubts: Sequence[JudgedDoubt], kind_of: Callable[[str], str | None]) -> tuple[str, ...]:
    """Return the kinds of product of which surely few doubtful reviews are mismatches: the reader misreads them."""
    real: dict[str, list[bool]] = {}
    for one in doubts:
        if kind := kind_of(one.entry.domain):
            real.setdefault(kind, []).append(one.entry.is_mismatch)
    return tuple(sorted(kind for kind, each in real.items() if share_interval(sum(each), len(each))[1] < MISREAD))


def plain(numbers: Calibration) -> dict[str, Any]:
    """Return the numbers as the file has them."""
    return {
        **numbers._asdict(),
        "better": numbers.better._asdict(),
        "worse": numbers.worse._asdict(),
        "misread_kinds": list(numbers.misread_kinds),
    }
