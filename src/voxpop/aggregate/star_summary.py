"""Stars overall and by month, from counts of (month, star) that merge by adding."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class MonthStars:
    """The number and the mean of the stars of one month."""

    month: str  # "2024-05"
    reviews: int
    mean: float | None


@dataclass(frozen=True, slots=True)
class StarSummary:
    """``histogram`` counts reviews at the nearest whole star; ``by_month`` is in order and skips empty months."""

    mean: float | None
    histogram: dict[int, int]
    by_month: tuple[MonthStars, ...]


def summarise_stars(counts: Iterable[tuple[str | None, float | None, int]]) -> StarSummary:
    """From rows (month, stars, how many); either may be unknown."""
    histogram = Counter(dict.fromkeys(range(1, 6), 0))
    reviews: Counter[str] = Counter()
    starred: Counter[str | None] = Counter()
    total: dict[str | None, float] = {}
    for month, stars, n in counts:
        if month is not None:
            reviews[month] += n
        if stars is not None:
            histogram[nearest_star(stars)] += n
            starred[month] += n
            total[month] = total.get(month, 0.0) + stars * n
    months = (MonthStars(m, reviews[m], total[m] / starred[m] if starred[m] else None) for m in sorted(reviews))
    mean = sum(total.values()) / starred.total() if starred else None
    return StarSummary(mean, dict(sorted(histogram.items())), tuple(months))


def nearest_star(stars: float) -> int:
    """Halves go up, as people round: 3.5 is four stars."""
    return min(5, max(1, int(stars + 0.5)))
