"""The numbers of one row of the table over any part of the reviews, as ``store/counting.py`` counts them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from voxpop.aggregate.share import mean_interval

ROW_NUMBERS = ("mentions", "reviews", "positive", "neutral", "negative", "mean")
GRID = 65536  # a review's mean is kept to 1/65536: sums of two million of them and of their squares are then exact,
# and the same in whatever order, by whichever worker and in whichever database they are added


@dataclass(slots=True)
class OpinionCounts:
    """How often something is spoken of and how people feel; in the mean each review weighs the same.

    These are the columns that the database counts, in this order.
    """

    mentions: int = 0
    reviews: int = 0
    positive: int = 0
    neutral: int = 0
    negative: int = 0
    voiced: int = 0  # reviews that say something good or bad of it
    total: float = 0.0  # of those reviews' own means
    squares: float = 0.0
    complaints: int = 0  # reviews that say something bad of it
    rated_complaints: int = 0  # those of them with stars, given or read from the text
    complaint_stars: float = 0.0  # the sum of those stars

    def __add__(self, other: OpinionCounts) -> OpinionCounts:
        """The numbers of these reviews and of others."""
        sums = {name: getattr(self, name) + getattr(other, name) for name in self.__slots__}
        stars = round(sums.pop("complaint_stars"), 3)  # kept to thousandths, so that the order of sums does not matter
        return OpinionCounts(**sums, complaint_stars=stars)

    def __sub__(self, part: OpinionCounts) -> OpinionCounts:
        """The numbers of the other reviews."""
        return OpinionCounts(*(getattr(self, name) - getattr(part, name) for name in self.__slots__))

    @property
    def mean(self) -> float:
        return self.total / self.voiced if self.voiced else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the mean."""
        return mean_interval(self.voiced, self.total, self.squares)

    def row_numbers(self) -> dict[str, Any]:
        """Return the numbers that a row of the table has."""
        low, high = self.interval
        return {**{name: getattr(self, name) for name in ROW_NUMBERS}, "low": low, "high": high}
