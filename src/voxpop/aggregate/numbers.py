"""The numbers of one row of the table over any part of the reviews, from sums that merge by adding."""

from __future__ import annotations

from collections.abc import Sequence
from math import floor
from typing import NamedTuple

from voxpop.aggregate.interval import mean_interval

GRID = 65536  # a review's mean is kept to 1/65536: sums of two million of them and of their squares are then exact,
# and the same in whatever order, by whichever worker and in whichever database they are added


def review_mean(polarities: Sequence[float]) -> float:
    """What one review feels about something, from all that it says about it."""
    return floor(sum(polarities) / len(polarities) * GRID + 0.5) / GRID


class Numbers(NamedTuple):
    """How often something is spoken of and how people feel; in the mean each review weighs the same."""

    mentions: int = 0
    reviews: int = 0
    positive: int = 0
    neutral: int = 0
    negative: int = 0
    voiced: int = 0  # reviews that say something good or bad of it
    total: float = 0.0  # of those reviews' own means
    squares: float = 0.0

    @property
    def mean(self) -> float:
        return self.total / self.voiced if self.voiced else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        return mean_interval(self.voiced, self.total, self.squares)
