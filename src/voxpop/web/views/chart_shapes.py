"""Where things stand in the drawings, as percentages of a width, so that a chart fits a phone without scaling type."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from voxpop.schema import AspectMonth, StarsMonth
from voxpop.store.filters import SideName
from voxpop.store.time_series import Mark

SIDES: tuple[SideName, ...] = ("positive", "neutral", "negative")
MOST_COLUMNS = 36  # a small trend with more months than this is drawn by quarter, then by year
LONGEST_GAP_FILLED = 600  # months; a stray date in 1970 must not draw five hundred empty columns


@dataclass(frozen=True, slots=True)
class MonthColumn:
    """A column of the stars chart. ``line`` is the mean's height, None when nobody gave stars."""

    month: str
    reviews: int
    mean: float | None
    x: float
    width: float
    middle: float
    height: float
    line: float | None

    @property
    def first(self) -> str:
        """The month that it begins with, as of a column of a trend."""
        return self.month

    last = first


@dataclass(frozen=True, slots=True)
class TrendColumn:
    """A column of a small trend: praise upwards, blame downwards from ``zero``, all in percent of the height."""

    first: str
    last: str
    positive: int
    neutral: int
    negative: int
    x: float
    width: float
    zero: float
    up: float
    down: float


def stack(counts: Mapping[str, Any]) -> list[tuple[SideName, int, float, float]]:
    """Return the sides beside each other over the full width, each with its count, where it begins and how wide it is.

    A side without opinions takes no room.
    """
    total = sum(counts[side] for side in SIDES)
    parts, x = [], 0.0
    for side in SIDES:
        if counts[side] > 0:
            width = 100 * counts[side] / total
            parts.append((side, counts[side], round(x, 2), round(width, 2)))
            x += width
    return parts


def axis(numbers: Mapping[str, Any]) -> tuple[float, float, float] | None:
    """Return where a mean stands on the axis from −1 to 1, where its interval begins, and how wide that is.

    It is None when there is no mean to draw.
    """
    values = [numbers[name] for name in ("low", "mean", "high")]
    if any(not isinstance(value, int | float) or math.isnan(value) for value in values):
        return None
    left, middle, right = (round(50 * (min(1.0, max(-1.0, value)) + 1), 2) for value in values)
    return middle, left, round(max(0.0, right - left), 2)


def verdict(numbers: Mapping[str, Any]) -> str:
    """Return the side that the whole 95 % interval of the mean lies on, else "mixed"."""
    return "positive" if numbers["low"] > 0 else "negative" if numbers["high"] < 0 else "mixed"


def star_columns(months: Sequence[StarsMonth]) -> list[MonthColumn]:
    """Return reviews as bars and mean stars as a line, with the months nobody wrote in kept as gaps."""
    by_name = {month["month"]: month for month in months}
    names = _without_gaps(by_name)
    most = max((month["reviews"] for month in months), default=0) or 1
    step = 100 / max(1, len(names))
    columns = []
    for place, name in enumerate(names):
        month = by_name.get(name, StarsMonth(month=name, reviews=0, mean=None))
        mean = month["mean"]
        columns.append(
            MonthColumn(
                month=name,
                reviews=month["reviews"],
                mean=mean,
                x=round((place + 0.12) * step, 3),
                width=round(0.76 * step, 3),
                middle=round((place + 0.5) * step, 3),
                height=round(100 * month["reviews"] / most, 2),
                line=None if mean is None else round(25 * (mean - 1), 2),
            )
        )
    return columns


def ticks(count: int, *, most: int = 6) -> list[int]:
    """Return evenly spaced places among ``count`` columns that get a label."""
    step = max(1, math.ceil(count / most))
    return list(range(0, count, step))


def trend(months: Sequence[AspectMonth]) -> list[TrendColumn]:
    """Return praise and blame over time, by month, quarter or year, whichever is fine enough and still legible."""
    by_name = {month["month"]: month for month in months}
    names = _without_gaps(by_name)
    groups = _grouped(names)
    sums = [[sum(by_name[name][side] for name in group if name in by_name) for side in SIDES] for group in groups]
    highest, lowest = (max((counts[side] for counts in sums), default=0) for side in (0, 2))
    scale = 100 / max(1, highest + lowest)
    step = 100 / max(1, len(groups))
    return [
        TrendColumn(
            first=group[0],
            last=group[-1],
            positive=positive,
            neutral=neutral,
            negative=negative,
            x=round((place + 0.18) * step, 2),
            width=round(0.64 * step, 2),
            zero=round(scale * highest, 2),
            up=round(scale * positive, 2),
            down=round(scale * negative, 2),
        )
        for place, (group, (positive, neutral, negative)) in enumerate(zip(groups, sums, strict=True))
    ]


def mark_lines(marks: Sequence[Mark], columns: Sequence[MonthColumn | TrendColumn]) -> list[tuple[float, str]]:
    """Return where the user's marks stand between columns of months, in percent, with their names."""
    lines = []
    for mark in marks:
        month, part = f"{mark.day:%Y-%m}", (mark.day.day - 1) / 31
        for place, column in enumerate(columns):
            if column.first <= month <= column.last and _are_months([column.first, column.last]):
                first, last = _number(column.first), _number(column.last)
                share = (_number(month) - first + part) / (last - first + 1)
                lines.append((round(100 * (place + share) / len(columns), 2), mark.text))
    return lines


def _grouped(names: list[str]) -> list[list[str]]:
    """Return months one by one, or by quarter or year where they are too many to draw."""
    size = next((size for size in (1, 3, 12) if len(names) <= size * MOST_COLUMNS), 12)
    if size == 1 or not _are_months(names):
        return [[name] for name in names]
    return [list(group) for _, group in groupby(names, key=lambda name: _number(name) // size)]


def _without_gaps(months: Iterable[str]) -> list[str]:
    """Return every month from the first to the last; only those given where one is none or they lie too far apart."""
    names = sorted(months)
    if not names or not _are_months(names):
        return names
    first, last = _number(names[0]), _number(names[-1])
    if last - first > LONGEST_GAP_FILLED:
        return names
    return [f"{number // 12:04}-{number % 12 + 1:02}" for number in range(first, last + 1)]


def _are_months(names: Iterable[str]) -> bool:
    return all(re.fullmatch(r"[0-9]{4}-(0[1-9]|1[0-2])", name) for name in names)


def _number(month: str) -> int:
    year, _, place = month.partition("-")
    return 12 * int(year) + int(place) - 1
