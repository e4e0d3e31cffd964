"""Stars overall and by month, from counts of (month, star) that merge by adding."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from voxpop.schema import Stars, StarsMonth


def summarise_stars(
    counts: Iterable[tuple[str | None, float | None, int]], *, predicted_mean: float | None = None
) -> Stars:
    """Return the stars from rows (month, stars, how many), of which the first two may be unknown.

    The histogram counts reviews at the nearest whole star; months are in order, without those that have no review.
    """
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
    by_month = [
        StarsMonth(month=month, reviews=reviews[month], mean=total[month] / starred[month] if starred[month] else None)
        for month in sorted(reviews)
    ]
    return {
        "mean": sum(total.values()) / starred.total() if starred else None,
        "predicted_mean": predicted_mean,
        "histogram": {str(star): n for star, n in sorted(histogram.items())},
        "by_month": by_month,
    }


def nearest_star(stars: float) -> int:
    """Halves go up, as people round: 3.5 is four stars."""
    return min(5, max(1, int(stars + 0.5)))
