"""The numbers of one row of the table over any part of the reviews, from sums that merge by adding."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import floor

from voxpop.aggregate.interval import mean_interval

GRID = 65536  # a review's mean is kept to 1/65536: sums of two million of them and of their squares are then exact,
# and the same in whatever order, by whichever worker and in whichever database they are added


def review_mean(polarities: Sequence[float]) -> float:
    """What one review feels about something, from all that it says about it."""
    return floor(sum(polarities) / len(polarities) * GRID + 0.5) / GRID


@dataclass(slots=True)
class OpinionCounts:
    """How often something is spoken of and how people feel; in the mean each review weighs the same.

    These are the columns that ``store`` counts in the database, in this order.
    """

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
        """The 95 % interval of the mean."""
        return mean_interval(self.voiced, self.total, self.squares)

    def add_review(self, polarities: Sequence[float]) -> None:
        """Count what one review says of it."""
        self.mentions += len(polarities)
        self.reviews += 1
        self.positive += sum(polarity > 0 for polarity in polarities)
        self.neutral += sum(polarity == 0 for polarity in polarities)
        self.negative += sum(polarity < 0 for polarity in polarities)
        if voiced := [polarity for polarity in polarities if polarity]:
            mean = review_mean(voiced)
            self.voiced += 1
            self.total += mean
            self.squares += mean * mean

    def merge(self, other: OpinionCounts) -> None:
        """Add the counts of other reviews."""
        for name in OpinionCounts.__slots__:
            setattr(self, name, getattr(self, name) + getattr(other, name))
