"""The month since which more, or fewer, reviews complain, if chance is no good explanation for it."""

from __future__ import annotations

from collections import Counter

from voxpop.aggregate.share import chance, difference

EACH_SIDE = 8  # reviews with an opinion on the topic, before and after
LEVEL = 0.05


def find_turning_point(blame: Counter[str], others: Counter[str], *, tests: int = 1) -> tuple[str, bool] | None:
    """Return the month since which the share of blame has most clearly changed, and whether it got worse.

    Every month is tried as the first of the new period, so the level is divided by the number of months tried, and by
    ``tests``, the number of topics that were tested.
    """
    months = sorted(set(blame) | set(others))
    tried: list[tuple[float, str]] = []
    for month in months[1:]:
        late, early = blame_counts(blame, others, month), blame_counts(blame, others, month, before=True)
        if min(late[1], early[1]) >= EACH_SIDE:
            tried.append((difference(*late, *early), month))
    if not tried:
        return None
    z, month = max(tried, key=lambda trial: (abs(trial[0]), trial[1]))
    return (month, z > 0) if chance(z) < LEVEL / (len(tried) * max(tests, 1)) else None


def blame_counts(blame: Counter[str], others: Counter[str], month: str, *, before: bool = False) -> tuple[int, int]:
    """Return how many reviews blame, and how many there are, since a month or before it."""
    bad = sum(n for day, n in blame.items() if (day < month) == before)
    return bad, bad + sum(n for day, n in others.items() if (day < month) == before)
