"""A file over time: its series by period, change points in them, marks of the user, and what moved since a day."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from datetime import date as Date
from itertools import groupby
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from voxpop.aggregate.alerts import LEVEL, Movement, find_movements
from voxpop.aggregate.change_points import ChangePoint, Series, find_change_points
from voxpop.aggregate.key_points import FEWEST as MIN_POINT_REVIEWS
from voxpop.aggregate.segments import UNITS
from voxpop.errors import OptionError
from voxpop.store.counting import of_side, row_opinions, votes
from voxpop.store.database import reading
from voxpop.store.key_point_tables import reviews_of_key_points
from voxpop.store.selection import parse_day
from voxpop.store.sql_query import REVIEW_LANGUAGE
from voxpop.store.store import Store
from voxpop.store.writable import Writable

Ints = NDArray[np.int64]
MAX_PERIODS = 60  # periods
WEEK = 7  # days that a look goes back at least
BEFORE = 365  # days before a look that it is held against
MIN_REVIEWS = 20  # new reviews that a look needs, and reviews before
LOW_STARS = 2  # stars, at most, of a bad rating
MAX_MARK_LENGTH = 60  # characters of a mark
NO_DATES = (
    "The reviews have no dates, so nothing can be said about time. "
    "If the source has dates, name their column: voxpop analyze INPUT --date-column NAME."
)


class Mark(NamedTuple):
    """A day that the user marked: a version, a campaign, a move."""

    day: Date
    text: str


@dataclass(frozen=True, slots=True)
class Trends:
    """The series of a file by period, what changed when, and the marks."""

    unit: str
    periods: tuple[Date, ...]  # their first days
    series: tuple[Series, ...]
    changes: tuple[ChangePoint, ...]
    marks: tuple[Mark, ...]


@dataclass(frozen=True, slots=True)
class WatchResult:
    """What moved since a day. ``told`` are the movements that the last look reported too, which are no news."""

    since: Date
    until: Date
    before: Date  # the first day of the reviews that these are held against
    reviews: int
    reviews_before: int
    movements: tuple[Movement, ...]
    told: frozenset[str] = frozenset()
    names: tuple[tuple[str, str], ...] = ()  # of the rows and key points that moved, by id

    @property
    def alarms(self) -> list[Movement]:
        """What is worse and was not told before."""
        return [move for move in self.movements if move.is_worse and key_of(move) not in self.told]

    @property
    def has_enough(self) -> bool:
        return min(self.reviews, self.reviews_before) >= MIN_REVIEWS

    def name_of(self, id: str) -> str:
        """Return the name of a row, or the text of a key point; empty for the stars."""
        return dict(self.names).get(id, "")


class DatedReviews(NamedTuple):
    """The reviews with a date, by number."""

    seq: Ints
    days: Ints  # since the year 1
    langs: NDArray[np.object_]
    stars: NDArray[np.float64]  # given or read from the text


def key_of(movement: Movement) -> str:
    """What tells one movement from another."""
    return f"{movement.kind} {movement.id}"


def dated_reviews(store: Store) -> DatedReviews:
    """Return the reviews with a date. Raises an OptionError where there are none."""
    with reading():
        query = f"""SELECT seq, date - DATE '0001-01-01' + 1 AS day, {REVIEW_LANGUAGE} AS lang,
            coalesce(stars, predicted_stars) AS stars FROM reviews r WHERE date IS NOT NULL ORDER BY seq"""
        table = store._connection.cursor().sql(query).to_arrow_table()
    if not len(table):
        raise OptionError(NO_DATES)
    seq, days = (table[name].to_numpy().astype(np.int64) for name in ("seq", "day"))
    langs = table["lang"].to_numpy(zero_copy_only=False).astype(object)
    return DatedReviews(seq, days, langs, table["stars"].to_numpy(zero_copy_only=False).astype(float))


def row_series(store: Store, dated: DatedReviews, period: Ints) -> list[Series]:
    """Return bad ratings, and complaints and praise of each row at the top of the table, by the period of each review.

    Reviews whose period is negative are left out.
    """
    with reading():
        judged = votes(store._connection.cursor(), row_opinions(), where=of_side(store.side))
    rows, reviews = judged["row"].to_numpy(), judged["review"].to_numpy()
    series = [_series(dated, period, "", "low stars", dated.seq[dated.stars <= LOW_STARS + 0.5])]
    for place, row in enumerate(store.aspects):
        if row.parent is None:
            for kind, side in (("complaints", "bad"), ("praise", "good")):
                speaking = reviews[(rows == place) & judged[side].to_numpy()]
                series.append(_series(dated, period, row.id, kind, speaking, lang=row.lang))
    return series


def point_series(store: Store, dated: DatedReviews, period: Ints) -> list[Series]:
    """Return how many reviews make each key point, by period."""
    with reading():
        table = reviews_of_key_points(store._connection.cursor(), of_side(store.side))
    points: dict[tuple[int, str, str], list[int]] = {}
    for id, kind, lang, review in zip(*(column.to_pylist() for column in table.columns), strict=True):
        points.setdefault((id, kind, lang), []).append(review)
    return [
        _series(dated, period, f"point:{id}", kind, np.array(speaking, np.int64), lang=lang)
        for (id, kind, lang), speaking in sorted(points.items())
        if len(speaking) >= MIN_POINT_REVIEWS
    ]


def _series(
    dated: DatedReviews, period: Ints, id: str, kind: str, speaking: Ints, *, lang: str | None = None
) -> Series:
    """Return how many of the reviews of each period, or of those in a language, are among those that speak so."""
    everyone = period >= 0 if lang is None else (period >= 0) & (dated.langs == lang)
    hits = everyone & np.isin(dated.seq, speaking)
    size = int(period.max(initial=-1)) + 1
    return Series(id, kind, *(np.bincount(period[mask], minlength=size) for mask in (hits, everyone)))


def find_trends(store: Store) -> Trends:
    """Return the series of a file and their change points. Raises an OptionError where no review has a date."""
    dated = dated_reviews(store)
    days = [Date.fromordinal(int(day)) for day in dated.days]
    first, last = min(days), max(days)
    unit, starts = periods_between(first, last)
    ordinals = np.array([day.toordinal() for day in starts])
    series = row_series(store, dated, np.searchsorted(ordinals, dated.days, side="right") - 1)
    return Trends(unit, tuple(starts), tuple(series), tuple(find_change_points(series)), tuple(read_marks(store)))


def periods_between(first: Date, last: Date) -> tuple[str, list[Date]]:
    """Return the finest unit of which few periods lie between two days, and the first day of each."""
    days = [first + timedelta(days=n) for n in range((last - first).days + 1)]
    of_units = [(unit, [day for day, _ in groupby(days, key=start)]) for unit, start in UNITS.items()]
    return next((pair for pair in of_units if len(pair[1]) <= MAX_PERIODS), of_units[-1])


def look(store: Store, since: Date | None = None, *, level: float = LEVEL) -> WatchResult:
    """Return what moved since a day; without one, since the last look, but a week and 20 reviews at least.

    Raises an OptionError where no review has a date.
    """
    dated = dated_reviews(store)
    last = Date.fromordinal(int(dated.days.max()))
    seen = store.fact("look", {}) if since is None else {}
    if since is None:
        since = last - timedelta(days=WEEK - 1)
        if seen and (next_day := parse_day(seen["until"]) + timedelta(days=1)) <= last:
            since = min(since, next_day)
        newest = np.sort(dated.days)[-MIN_REVIEWS:]
        since = min(since, Date.fromordinal(int(newest[0])))
    start = since.toordinal()
    weeks_before = -(-(start - dated.days) // WEEK)  # 1 for the week before
    weeks = int(min(max(weeks_before.max(initial=0), 0), BEFORE // WEEK))
    period = np.where(dated.days >= start, weeks, weeks - weeks_before)
    before = Date.fromordinal(int(dated.days[period >= 0].min(initial=start)))
    sizes = int((period == weeks).sum()), int(((period >= 0) & (period < weeks)).sum())
    empty = WatchResult(since, last, before, *sizes, (), frozenset(seen.get("told", ())))
    if not empty.has_enough:
        return empty
    series = [*row_series(store, dated, period), *point_series(store, dated, period)]
    movements = tuple(find_movements(series, since=weeks, level=level))
    names = {row.id: row.name for row in store.aspects}
    if any(movement.id.startswith("point:") for movement in movements):
        names |= {f"point:{point.id}": point.text for point in store.key_points(quotes=0)}
    names_moved = tuple((movement.id, names.get(movement.id, "")) for movement in movements)
    return WatchResult(since, last, before, *sizes, movements, empty.told, names_moved)


def remember_look(store: Writable, seen: WatchResult) -> None:
    """Keep in the file when it was looked at and what was told, so that the next look tells what is new."""
    worse = sorted(key_of(movement) for movement in seen.movements if movement.is_worse)
    made = datetime.now(UTC).isoformat(timespec="seconds")
    store.put({"look": {"made": made, "until": seen.until.isoformat(), "told": worse}})


def read_marks(store: Store) -> list[Mark]:
    """Return the marks of a file, oldest first."""
    return sorted(Mark(parse_day(mark["day"]), mark["text"]) for mark in store.fact("marks", []))


def add_mark(store: Writable, mark: Mark) -> None:
    """Mark a day."""
    text = " ".join(mark.text.split())
    if not text or len(text) > MAX_MARK_LENGTH:
        raise OptionError(f"A mark has a name of 1 to {MAX_MARK_LENGTH} characters, such as: version 4.2.")
    _put_marks(store, {*read_marks(store), Mark(mark.day, text)})


def remove_mark(store: Writable, text: str) -> None:
    """Remove the marks with a name, or of a day."""
    marks = read_marks(store)
    kept = [mark for mark in marks if text.strip() not in (mark.text, mark.day.isoformat())]
    if len(kept) == len(marks):
        names = ", ".join(mark.text for mark in marks)
        raise OptionError(f"There is no mark {text!r}. There are: {names or 'none'}.")
    _put_marks(store, kept)


def _put_marks(store: Writable, marks: Sequence[Mark] | set[Mark]) -> None:
    store.put({"marks": [{"day": mark.day.isoformat(), "text": mark.text} for mark in sorted(marks)]})


def day_of(store: Store, text: str) -> Date:
    """Read a day: 2024-05-31, 30d (the last 30 days that have reviews), or the name of a mark."""
    marks = read_marks(store)
    for mark in marks:
        if mark.text == text.strip():
            return mark.day
    if text.strip().lower().removesuffix("d").isdecimal():
        (last,) = store._all("SELECT coalesce(max(date), current_date) FROM reviews")[0]
        day: Date = last - timedelta(days=int(text.strip().lower().removesuffix("d")) - 1)
        return day
    try:
        return parse_day(text)
    except OptionError:
        names = ", ".join(mark.text for mark in marks)
        raise OptionError(
            f"A day is written as 2024-05-31, 30d for the last 30 days, or as the name of a mark"
            f"{f' ({names})' if names else ''}; given: {text!r}."
        ) from None
