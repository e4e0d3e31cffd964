"""What is new or worse since a day: the share of reviews that say something, held against all reviews before.

Each rise is tested exactly (the hypergeometric tail, mid-p). Of the chance of a false alarm at a look, 5 %, the tests
of aspects and stars get 70 % and those of key points 30 %; within each, what many reviews say gets more of it than what
few say (in proportion to the square of its share), so that a common complaint that doubles is seen within a week. Where
the weeks before clearly vary more than chance explains, the test allows for it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import sqrt
from statistics import NormalDist
from typing import NamedTuple

import numpy as np

from voxpop.aggregate.change_points import Series
from voxpop.aggregate.share import tail

LEVEL = 0.05  # the chance that a look at a stable stream of reviews ends in an alarm
PORTIONS = {"points": 0.3, "shares": 0.7}  # of the level
WEEKS = 6  # periods before from which their variation can be estimated
NEW_BELOW = 0.01  # of the reviews before: what fewer said is new
MIN_RISE = 0.02  # of the new reviews: a smaller rise is no alarm
WORSE = ("complaints", "low stars", "complaint")  # kinds of which a rise is bad
NORMAL = NormalDist()


@dataclass(frozen=True, slots=True)
class Movement:
    """Something that more, or fewer, of the new reviews say than of those before."""

    id: str
    kind: str  # complaints or praise of an aspect, low stars, complaint or praise or wish of a key point
    before: int  # reviews that say it
    now: int
    before_share: float
    now_share: float
    p: float  # adjusted for all tests of the look

    @property
    def rises(self) -> bool:
        return self.now_share > self.before_share

    @property
    def is_worse(self) -> bool:
        return self.kind in WORSE and self.rises

    @property
    def is_new(self) -> bool:
        return self.rises and self.before_share < NEW_BELOW


class _Test(NamedTuple):
    movement: Movement
    chance: float
    weight: float


def find_movements(series: Sequence[Series], *, since: int, level: float = LEVEL) -> list[Movement]:
    """Return what moved: the periods from ``since`` on against those before. What became worse comes first.

    Rises that are bad share one level, and all other movements another.
    """
    dispersion = overdispersion(series, until=since)
    tests = [test for line in series for test in _tests(line, since, dispersion)]
    totals: dict[tuple[str, bool], float] = {}  # of the weights of the tests that share a portion of the level
    for movement, _, weight in tests:
        for may_alarm in (True, False) if movement.kind in WORSE else (False,):
            key = _portion(movement), may_alarm
            totals[key] = totals.get(key, 0.0) + weight * (1 if may_alarm else 2)  # rises and falls
    movements: list[Movement] = []
    for movement, chance, weight in tests:
        portion = _portion(movement)
        p = min(1.0, chance * totals[portion, movement.is_worse] / weight / PORTIONS[portion])
        if p <= level and abs(movement.now_share - movement.before_share) >= MIN_RISE:
            movements.append(replace(movement, p=p))
    return sorted(movements, key=lambda movement: (not movement.is_worse, movement.p, movement.id))


def _portion(movement: Movement) -> str:
    return "points" if movement.id.startswith("point:") else "shares"


def _tests(series: Series, since: int, dispersion: float) -> list[_Test]:
    before, now = int(series.hits[:since].sum()), int(series.hits[since:].sum())
    of_before, of_now = int(series.totals[:since].sum()), int(series.totals[since:].sum())
    if not of_before or not of_now or not before + now:
        return []
    movement = Movement(series.id, series.kind, before, now, before / of_before, now / of_now, 1.0)
    marked, size = before + now, of_before + of_now
    rises = movement.rises
    chance = tail(now, of_now, marked, size) if rises else tail(of_now - now, of_now, size - marked, size)
    expected = of_now * movement.before_share
    noise = sqrt(1 + dispersion * expected / max(1e-9, 1 - movement.before_share))
    return [_Test(movement, widened(chance, noise), (marked / size) ** 2)]


def widened(chance: float, noise: float) -> float:
    """Return a chance for a spread that is ``noise`` times as large."""
    if noise <= 1 or not 0 < chance < 0.5:
        return chance
    return NORMAL.cdf(NORMAL.inv_cdf(max(chance, 1e-300)) / noise)


def overdispersion(series: Sequence[Series], *, until: int) -> float:
    """The squared share by which counts vary from period to period beyond chance: 0.01 is one tenth up or down.

    A count of np has then the variance np(1 − p) + r(np)². It is 0 unless it is clearly more.
    """
    beyond, spread, scale = 0.0, 0.0, 0.0
    for line in series:
        hits, totals = line.hits[:until], line.totals[:until]
        share = hits.sum() / max(1, totals.sum())
        expected, chance = totals * share, totals * share * (1 - share)
        if (periods := int((totals > 0).sum())) >= WEEKS:
            beyond += float(np.sum((hits - expected) ** 2) - np.sum(chance) * (1 - 1 / periods))
            spread += float(2 * np.sum(chance**2))
            scale += float(np.sum(expected**2))
    return max(0.0, beyond - sqrt(spread)) / scale if scale else 0.0
