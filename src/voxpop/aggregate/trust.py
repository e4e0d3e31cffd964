"""How far a table can be trusted: the share of its opinions that a person found right, with an interval."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

from voxpop.aggregate.share import share_interval

Answer = Literal["yes", "no", "fix"]
ANSWERS: tuple[Answer, ...] = ("yes", "no", "fix")
ROUND = 30  # opinions that are asked about at a time


@dataclass(frozen=True, slots=True)
class Precision:
    """Of some opinions that were checked, how many are right; Wilson's interval of their share."""

    right: int
    checked: int
    share: float | None  # None: nothing was checked
    low: float
    high: float


def precision(right: int, checked: int) -> Precision:
    """
    >>> found = precision(27, 30)
    >>> round(found.low, 2), round(found.high, 2)
    (0.74, 0.97)
    """
    low, high = share_interval(right, checked)
    return Precision(right, checked, right / checked if checked else None, low, high)


def overall(rows: Iterable[Precision], sizes: Mapping[int, int]) -> Precision:
    """Of the whole table, each row weighing as many opinions as it has; rows that nobody checked say nothing.

    The interval is Wilson's for as many opinions drawn from everywhere alike as would tell as much.
    """
    checked_rows = [(row, sizes[place]) for place, row in enumerate(rows) if row.checked and sizes.get(place)]
    right, checked = sum(row.right for row, _ in checked_rows), sum(row.checked for row, _ in checked_rows)
    weight = sum(size for _, size in checked_rows)
    if not weight:
        return precision(0, 0)
    share = sum(size / weight * (row.share or 0.0) for row, size in checked_rows)
    worth = 1 / sum((size / weight) ** 2 / row.checked for row, size in checked_rows)
    low, high = share_interval(share * worth, worth)
    return Precision(right, checked, share, low, high)
