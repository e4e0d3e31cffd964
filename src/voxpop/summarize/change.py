"""Since when more, or fewer, reviews complain: one turning point, if chance is no good explanation."""

from __future__ import annotations

from collections import Counter

from voxpop.aggregate.share import chance, difference

EACH_SIDE = 8  # reviews with an opinion on the thing, before and after
LEVEL = 0.05


def turn(blame: Counter[str], others: Counter[str], *, tests: int = 1) -> tuple[str, bool] | None:
    """The month since which the share of blame has most clearly changed, and whether it got worse.

    Every month is tried as the first of the new time, so the level is divided by the number of months tried, and by
    ``tests``, the number of things that were looked at.
    """
    months = sorted(set(blame) | set(others))
    tried: list[tuple[float, str]] = []
    for month in months[1:]:
        late, early = counts(blame, others, month), counts(blame, others, month, before=True)
        if min(late[1], early[1]) >= EACH_SIDE:
            tried.append((difference(*late, *early), month))
    if not tried:
        return None
    z, month = max(tried, key=lambda one: (abs(one[0]), one[1]))
    return (month, z > 0) if chance(z) < LEVEL / (len(tried) * max(tests, 1)) else None


def counts(blame: Counter[str], others: Counter[str], month: str, *, before: bool = False) -> tuple[int, int]:
    """Blame and all, since a month or before it."""
    bad = sum(n for day, n in blame.items() if (day < month) == before)
    return bad, bad + sum(n for day, n in others.items() if (day < month) == before)
