"""What the pages of the web app ask of a .voxpop file (``store/page_tables.py``), fast enough for a million reviews.

The file itself is never written; a part of it is laid out in memory.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import count
from pathlib import Path
from typing import Any, Self

import duckdb

from voxpop.aggregate.compare import StarSums
from voxpop.aggregate.opinion_counts import OpinionCounts
from voxpop.settings import SIDES
from voxpop.store.database import reading
from voxpop.store.filters import EVERYTHING, SIGNS, Clause, ReviewFilter, SideName, together
from voxpop.store.key_point_tables import MEMBERS, read_key_points
from voxpop.store.page_tables import PLACED_DAYS, PLACED_OPINIONS
from voxpop.store.rows import rows_of
from voxpop.store.selection import Selection, lay_out_part
from voxpop.store.store import STAR_SUMS, Store
from voxpop.types import Aspect, KeyPoint

MEMORY = "1GB"  # DuckDB spills to disk beyond this
NUMBERS_OF_VIEWS = count(1)
TEXTS = "(SELECT seq, lower(text) AS text FROM reviews)"


@dataclass(frozen=True, slots=True)
class Saying:
    """Opinions on one side that use the same words, and the one shown for all of them."""

    words: str
    count: int
    review: int
    start: int


class Views(Store):
    """One analysis, for a web page: everything a ``Store`` has, and queries with filters, limits and counts."""

    selection = Selection()  # the part of the file that this is; by default all of it
    _memory: str | None = None  # the database that holds a part

    @classmethod
    def open(cls, path: str | Path) -> Self:
        store = Store.open(path)
        views = cls(store._connection, store.path)
        with reading():
            views._connection.execute(f"SET memory_limit = '{MEMORY}'; SET threads = 2")
        return views

    @classmethod
    @contextmanager
    def over(cls, store: Store, selection: Selection = Selection()) -> Iterator[Self]:  # noqa: B008
        """Yield the queries over a store, or a part of it, that is open already, and stays open."""
        views = cls.part_of(store, selection)
        try:
            yield views
        finally:
            views._detach()

    @classmethod
    def part_of(cls, store: Store, selection: Selection) -> Self:
        """Return a part of an open store as if it were a file of its own; ``close`` leaves the store open."""
        views = cls(store._connection, store.path)
        views.selection = selection
        if selection:
            views._memory = f"memory_{next(NUMBERS_OF_VIEWS)}"  # connections to one file share what is attached to it
            with reading():
                store._connection.execute(f"ATTACH ':memory:' AS {views._memory} (READ_WRITE)")
                views._connection = lay_out_part(store, selection, views._memory)  # type: ignore[assignment]
        return views

    def close(self) -> None:
        self._detach()
        super().close()

    def _detach(self) -> None:
        if self._memory is not None:
            with suppress(duckdb.Error):
                self._connection.execute(f"DETACH {self._memory}")

    @cached_property
    def sides(self) -> tuple[str, ...]:
        """What the opinions that the table counts are about."""
        return SIDES[str(self.facts()["settings"].get("about", "main"))]

    @cached_property
    def table(self) -> list[Aspect]:
        return list(self.aspects)

    @cached_property
    def places(self) -> dict[str, int]:
        """The place of each row of the table, by its id."""
        return {aspect.id: place for place, aspect in enumerate(self.table)}

    @cached_property
    def period(self) -> tuple[Any, Any]:
        """The first and the last day that anyone wrote on; None, None without dates."""
        days: tuple[Any, Any] = self._all("SELECT min(date), max(date) FROM reviews")[0]
        return days

    @cached_property
    def choices(self) -> dict[str, list[str]]:
        """What filters can choose from; a name that all reviews share is no choice."""
        values_of = {}
        for name in ("source", "product", "lang"):
            query = (
                f"SELECT {name} FROM reviews WHERE {name} IS NOT NULL GROUP BY 1 ORDER BY count(*) DESC, 1 LIMIT 200"
            )
            values_of[name] = [value for (value,) in self._all(query)]
        values_of["about"] = [
            value for (value,) in self._ask(f"SELECT about FROM {PLACED_OPINIONS} GROUP BY 1 ORDER BY 1")
        ]
        return {name: values if len(values) > 1 else [] for name, values in values_of.items()}

    def mean_stars(self) -> float | None:
        mean: float | None = self._all("SELECT avg(stars) FROM reviews")[0][0]
        return mean

    def reviews_within(self, chosen: ReviewFilter) -> int:
        where, params = chosen.reviews(TEXTS)
        return int(self._ask(f"SELECT count(*) FROM reviews WHERE {where}", params)[0][0])

    def star_sums(self, chosen: ReviewFilter) -> StarSums:
        where, params = chosen.reviews(TEXTS)
        return StarSums(*self._ask(f"{STAR_SUMS.format(stars='stars')} WHERE {where}", params)[0])

    def row_numbers(self, chosen: ReviewFilter = EVERYTHING) -> dict[int, OpinionCounts]:
        """Return the numbers of every row of the table over the opinions chosen."""
        return self._numbers(chosen, "row")

    def numbers_of(self, row: int, chosen: ReviewFilter) -> OpinionCounts:
        """Return the numbers of one row over the opinions chosen."""
        return self._numbers(chosen, "row", row=row).get(row, OpinionCounts())

    def months(self) -> dict[int, dict[str, OpinionCounts]]:
        """Return the numbers of every row month by month."""
        by_month: dict[int, dict[str, OpinionCounts]] = {}
        for (place, month), counts in self._numbers(EVERYTHING, "row", "month").items():
            if month is not None:
                by_month.setdefault(place, {})[month] = counts
        return by_month

    def months_of(self, row: int, chosen: ReviewFilter) -> dict[str | None, OpinionCounts]:
        """Return the numbers of one row month by month; None has those without a date."""
        return self._numbers(chosen, "month", row=row)

    def _numbers(self, chosen: ReviewFilter, *by: str, row: int | None = None) -> dict[Any, OpinionCounts]:
        """Return the numbers of rows over the opinions chosen; of some days, as they were counted day by day."""
        counted = chosen == ReviewFilter(since=chosen.since, until=chosen.until)
        clause = chosen.reviews(TEXTS) if counted else self._opinion_clause(chosen)
        where, params = clause if row is None else together([("row = ?", [row]), clause])
        source = PLACED_DAYS if counted else PLACED_OPINIONS
        return self.numbers(source, *by, where=where, params=params, counted=counted)

    def terms(self, row: int, chosen: ReviewFilter, *, limit: int = 12) -> list[tuple[str, int]]:
        """What people call it, most often first."""
        where, params = self._of(row, chosen)
        query = f"""SELECT term, count(*) AS n FROM {PLACED_OPINIONS} WHERE {where}
            AND evidence_end - evidence_start <> "end" - start GROUP BY 1 ORDER BY n DESC, term LIMIT ?"""
        return self._ask(query, [*params, limit])

    def key_points_of(self, row: int, chosen: ReviewFilter, *, of: int, limit: int, quotes: int) -> list[KeyPoint]:
        """The key points of a row of the table, counted among the reviews that speak of it, which are ``of``."""
        where, params = self._of(row, chosen)
        with reading():
            of_language, members = {self.table[row].lang: of}, MEMBERS.format(source=PLACED_OPINIONS, where=where)
            return read_key_points(
                self._connection.cursor(), of_language, members=members, params=params, limit=limit, quotes=quotes
            )

    def sayings(
        self, row: int, chosen: ReviewFilter, *, limit: int, offset: int = 0, folded: bool = True
    ) -> dict[SideName, list[Saying]]:
        """What is said on each side, with the same words said once; the newest of the clearest stands for them."""
        where, params = self._of(row, chosen)
        place = "struct_pack(r := review, s := start)"
        same = f"words, CASE WHEN words = '' THEN {place} END" if folded else f"words, {place}"
        query = f"""SELECT side, words, n, shown FROM (SELECT sign(polarity) AS side, words, count(*) AS n,
            arg_max({place}, worth) AS shown, max(worth) AS worth FROM {PLACED_OPINIONS} WHERE {where}
            GROUP BY sign(polarity), {same})
            QUALIFY row_number() OVER (PARTITION BY side ORDER BY n DESC, worth DESC, words, shown) BETWEEN ? AND ?
            ORDER BY n DESC, worth DESC, words, shown"""
        rows = self._ask(query, [*params, offset + 1, offset + limit])
        return {
            side: [Saying(words, n, shown["r"], shown["s"]) for found, words, n, shown in rows if found == sign]
            for side, sign in SIGNS.items()
        }

    def opinions_at(self, row: int, places: Sequence[tuple[int, int]]) -> list[dict[str, Any]]:
        """Opinions of a row by review and start, with their reviews, in the order asked for."""
        if not places:
            return []
        query = f"""SELECT s.*, r.id AS review_id, r.text AS review_text, r.predicted_stars, r.predicted_low,
            r.predicted_high, r.extra FROM (SELECT unnest(?::BIGINT[]) AS review, unnest(?::BIGINT[]) AS start) w
            JOIN {PLACED_OPINIONS} s ON s.row = ? AND s.review = w.review AND s.start = w.start
            JOIN reviews r ON r.seq = w.review"""
        reviews, starts = (list(values) for values in zip(*places, strict=True))
        rows = self._each(query, reviews, starts, row)
        opinion_at = {(opinion["review"], opinion["start"]): opinion for opinion in rows}
        return [opinion_at[place] for place in places if place in opinion_at]

    def evidence(self, limit: int) -> Iterator[dict[str, Any]]:
        """Yield up to ``limit`` opinions of each verdict behind every row, as ``opinions_at`` does: those that the
        document quotes, in the same order."""
        where, params = self._opinion_clause(EVERYTHING)
        query = f"""WITH chosen AS (SELECT * FROM {PLACED_OPINIONS} WHERE {where}
            QUALIFY row_number() OVER (PARTITION BY row, sign(polarity) ORDER BY hash(review, start)) <= ?)
            SELECT c.*, r.id AS review_id, r.text AS review_text, r.predicted_stars, r.predicted_low, r.predicted_high,
            r.extra FROM chosen c JOIN reviews r ON r.seq = c.review
            ORDER BY c.row, sign(c.polarity) DESC, c.date DESC NULLS LAST, c.review, c.start"""
        return self._each(query, *params, limit)

    def _opinion_clause(self, chosen: ReviewFilter) -> Clause:
        """Opinions on what the table counts, unless something else was asked for."""
        counted = chosen if chosen.about else replace(chosen, about=self.sides)
        return counted.opinions(TEXTS)

    def _of(self, row: int, chosen: ReviewFilter) -> Clause:
        return together([("row = ?", [row]), self._opinion_clause(chosen)])

    def _ask(self, query: str, params: Sequence[object] = ()) -> list[Any]:
        with reading():
            return self._connection.cursor().execute(query, list(params)).fetchall()

    def _each(self, query: str, *params: object) -> Iterator[dict[str, Any]]:
        return rows_of(self._connection.cursor(), query, *params)
