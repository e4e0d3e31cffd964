"""What the pages of the web app ask of a .voxpop file (``store/page_tables.py``), fast enough for a million reviews.

The file itself is never written; a part of it is laid out in memory.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from functools import cached_property
from heapq import nsmallest
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple, Self

import duckdb
import numpy as np

from voxpop.aggregate.aspect_table import find_id
from voxpop.aggregate.compare import StarSums
from voxpop.aggregate.key_points import FEWEST
from voxpop.aggregate.opinion_counts import OpinionCounts
from voxpop.settings import SIDES
from voxpop.store.counting import counts_by
from voxpop.store.database import reading
from voxpop.store.filters import EVERYTHING, SIGNS, Clause, ReviewFilter, SideName, together
from voxpop.store.key_point_tables import FOUND, MEMBERS, quoted_points
from voxpop.store.page_tables import PLACED_DAYS, PLACED_OPINIONS
from voxpop.store.recent_rows import RecentRows
from voxpop.store.rows import BATCH
from voxpop.store.selection import Selection, lay_out_part
from voxpop.store.store import STAR_SUMS, Store
from voxpop.types import Aspect, KeyPoint, KeyPointKind

MEMORY = "1GB"  # DuckDB spills to disk beyond this
NUMBERS_OF_VIEWS = count(1)
RECENT = 4096  # opinions with their reviews that are kept once they were read
# The opinions behind a row; one that holds several statements of key points comes once for each.
PICKED = """SELECT o.rowid AS place, o.review, o.start, o.polarity, o.words, o.term, o.worth,
    o.evidence_end - o.evidence_start <> o."end" - o.start AS is_named, coalesce(o.rating, 'NaN'::DOUBLE) AS rating,
    coalesce(100 * year(o.date) + month(o.date), 0) AS month, coalesce(k.key_point, -1) AS key_point
    FROM (SELECT rowid, * FROM row_opinions WHERE {where}) o LEFT JOIN key_point_statements k
    ON o.review = k.review AND o.start = k.opinion_start AND o."end" = k.opinion_end"""
POINT_FACTS = """SELECT p.id, substring(r.text, p.start + 1, p."end" - p.start), p.kind, p.lang, c.aspect, c.category
    FROM key_points p JOIN reviews r ON r.seq = p.review LEFT JOIN key_point_counts c ON c.key_point = p.id"""
OF_REVIEW = "r.id AS review_id, r.text AS review_text, r.predicted_stars, r.predicted_low, r.predicted_high, r.extra"
OPINIONS_AT = f"""SELECT s.*, {OF_REVIEW} FROM (SELECT unnest(?::VARCHAR[]) AS row_id, unnest(?::BIGINT[]) AS review,
    unnest(?::BIGINT[]) AS start) w JOIN row_opinions s USING (row_id, review, start)
    JOIN reviews r ON r.seq = s.review"""


@dataclass(frozen=True, slots=True)
class Saying:
    """Opinions on one side that use the same words, and the one shown for all of them."""

    words: str
    count: int
    opinion: dict[str, Any]  # as ``Views.opinions_at`` gives it


class PointFacts(NamedTuple):
    """What a key point says, and what most of its statements are on in the whole file."""

    text: str
    kind: KeyPointKind
    lang: str
    aspect: str | None
    category: str | None


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
    def _recent_opinions(self) -> RecentRows[tuple[int, int, int], dict[str, Any]]:
        return RecentRows(RECENT)

    @cached_property
    def sides(self) -> tuple[str, ...]:
        """What the opinions that the table counts are about."""
        return SIDES[str(self.fact("settings").get("about", "main"))]

    @cached_property
    def table(self) -> list[Aspect]:
        return list(self.aspects)

    @cached_property
    def places(self) -> dict[str, int]:
        """The place of each row of the table, by its id."""
        return {aspect.id: place for place, aspect in enumerate(self.table)}

    def row_named(self, name: str) -> int:
        """The place of a row of the table that is given by its id, its name or one of its terms."""
        terms = {term.casefold(): row.id for row in reversed(self.table) for term in row.terms}
        return self.places[find_id(name, {row.id: row.name for row in self.table}, terms)]

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
        where, params = chosen.reviews()
        return int(self._ask(f"SELECT count(*) FROM reviews WHERE {where}", params)[0][0])

    def star_sums(self, chosen: ReviewFilter) -> StarSums:
        where, params = chosen.reviews()
        return StarSums(*self._ask(f"{STAR_SUMS.format(stars='stars')} WHERE {where}", params)[0])

    def row_numbers(self, chosen: ReviewFilter = EVERYTHING) -> dict[int, OpinionCounts]:
        """Return the numbers of every row of the table over the opinions chosen."""
        return self._numbers(chosen, "row")

    def months(self) -> dict[int, dict[str, OpinionCounts]]:
        """Return the numbers of every row month by month."""
        by_month: dict[int, dict[str, OpinionCounts]] = {}
        for (place, month), counts in self._numbers(EVERYTHING, "row", "month").items():
            if month is not None:
                by_month.setdefault(place, {})[month] = counts
        return by_month

    def _numbers(self, chosen: ReviewFilter, *by: str) -> dict[Any, OpinionCounts]:
        """Return the numbers of rows over the opinions chosen; of some days, as they were counted day by day."""
        counted = chosen == ReviewFilter(since=chosen.since, until=chosen.until)
        where, params = chosen.reviews() if counted else self.opinion_clause(chosen)
        source = PLACED_DAYS if counted else PLACED_OPINIONS
        return self.numbers(source, *by, where=where, params=params, counted=counted)

    def opinions_behind(self, row: int, chosen: ReviewFilter = EVERYTHING) -> RowOpinions:
        """The opinions behind a row of the table, over the reviews chosen."""
        return RowOpinions(self, row, chosen)

    @cached_property
    def point_facts(self) -> dict[int, PointFacts]:
        """What is known of each key point whatever reviews are chosen."""
        return {id: PointFacts(*facts) for id, *facts in self._ask(POINT_FACTS)}

    def opinions_at(self, places: Sequence[tuple[int, int, int]]) -> list[dict[str, Any]]:
        """Opinions by their row, review and start, with their reviews, in the order asked for."""

        def read(missing: Sequence[tuple[int, int, int]]) -> dict[tuple[int, int, int], dict[str, Any]]:
            ids = [self.table[row].id for row, _, _ in missing]
            found = self._each(OPINIONS_AT, ids, *([place[n] for place in missing] for n in (1, 2)))
            return {(self.places[row["row_id"]], row["review"], row["start"]): row for row in found}

        opinion_at = self._recent_opinions.find(places, read)
        return [opinion_at[place] for place in places if place in opinion_at]

    def evidence(self, limit: int) -> Iterator[dict[str, Any]]:
        """Yield up to ``limit`` opinions of each verdict behind every row, as ``opinions_at`` does: those that the
        document quotes, in the same order."""
        where, params = self.opinion_clause(EVERYTHING)
        query = f"""WITH chosen AS (SELECT * FROM {PLACED_OPINIONS} WHERE {where}
            QUALIFY row_number() OVER (PARTITION BY row, sign(polarity) ORDER BY hash(review, start)) <= ?)
            SELECT c.*, {OF_REVIEW} FROM chosen c JOIN reviews r ON r.seq = c.review
            ORDER BY c.row, sign(c.polarity) DESC, c.date DESC NULLS LAST, c.review, c.start"""
        return self._each(query, *params, limit)

    def opinion_clause(self, chosen: ReviewFilter) -> Clause:
        """Opinions on what the table counts, unless something else was asked for."""
        counted = chosen if chosen.about else replace(chosen, about=self.sides)
        return counted.opinions()

    def clause_of(self, row: int, chosen: ReviewFilter) -> Clause:
        """The same, on one row of the table."""
        return together([("row_id = ?", [self.table[row].id]), self.opinion_clause(chosen)])

    def _ask(self, query: str, params: Sequence[object] = ()) -> list[Any]:
        with reading():
            return self._connection.cursor().execute(query, list(params)).fetchall()

    def _each(self, query: str, *params: object) -> Iterator[dict[str, Any]]:
        """The rows of a query; for few rows faster than by way of Arrow."""
        with reading():
            result = self._connection.cursor().execute(query, list(params))
            names = [column[0] for column in result.description or ()]
            while rows := result.fetchmany(BATCH):
                yield from (dict(zip(names, row, strict=True)) for row in rows)


class RowOpinions:
    """The opinions behind a row of the table, over the reviews chosen: found by one query, then counted and quoted."""

    def __init__(self, views: Views, row: int, chosen: ReviewFilter) -> None:
        self._views, self._row = views, row
        self._where, self._params = views.clause_of(row, chosen)
        with reading():
            cursor = views._connection.cursor().execute(PICKED.format(where=self._where), self._params)
            found = cursor.fetchnumpy()
        self._points = found["key_point"], found["review"]
        _, first = np.unique(found["place"], return_index=True)
        self._opinions = {name: column[first] for name, column in found.items()}

    @cached_property
    def months(self) -> dict[str | None, OpinionCounts]:
        """Their numbers month by month; None has those without a date."""
        columns = (self._opinions[name] for name in ("month", "review", "polarity", "rating"))
        counted = counts_by(*columns)
        undated = {None: counted.pop(0)} if 0 in counted else {}
        return {f"{month // 100:04}-{month % 100:02}": counts for month, counts in counted.items()} | undated

    @property
    def counts(self) -> OpinionCounts:
        """Their numbers."""
        return sum(self.months.values(), OpinionCounts())

    def terms(self, *, limit: int = 12) -> list[tuple[str, int]]:
        """What people call it, most often first."""
        counts = Counter(self._opinions["term"][self._opinions["is_named"]].tolist())
        return sorted(counts.items(), key=lambda item: (-item[1], item[0]))[:limit]

    def sayings(self, *, limit: int, offset: int = 0, folded: bool = True) -> dict[SideName, list[Saying]]:
        """What is said on each side, with the same words said once; the newest of the clearest stands for them."""
        words, worth, sign = self._opinions["words"], self._opinions["worth"], np.sign(self._opinions["polarity"])
        numbers: dict[object, int] = {}
        same = [
            numbers.setdefault((word, side) if folded and word else at, len(numbers))
            for at, (word, side) in enumerate(zip(words.tolist(), sign.tolist(), strict=True))
        ]
        by_worth = np.lexsort((-worth, same))  # the clearest of each group comes first in it, the earlier of two
        _, first, counts = np.unique(np.array(same, int)[by_worth], return_index=True, return_counts=True)
        shown = by_worth[first]
        chosen: dict[SideName, list[tuple[int, int]]] = {}
        for side, side_sign in SIGNS.items():
            of_side = sign[shown] == side_sign
            first_ones = nsmallest(
                offset + limit,
                zip(shown[of_side].tolist(), counts[of_side].tolist(), strict=True),
                key=lambda pair: (-pair[1], -worth[pair[0]], words[pair[0]], pair[0]),
            )
            chosen[side] = first_ones[offset:]
        places = {at: self._place(at) for pairs in chosen.values() for at, _ in pairs}
        opinion_at = dict(zip(places, self._views.opinions_at(list(places.values())), strict=True))
        return {side: [Saying(words[at], n, opinion_at[at]) for at, n in pairs] for side, pairs in chosen.items()}

    def _place(self, at: int) -> tuple[int, int, int]:
        return self._row, int(self._opinions["review"][at]), int(self._opinions["start"][at])

    def key_points(self, *, limit: int, quotes: int) -> list[KeyPoint]:
        """The key points of the row, counted among the reviews chosen that speak of it."""
        facts, of = self._views.point_facts, self.counts.reviews
        reviews = Counter(point for point, _ in set(zip(*(column.tolist() for column in self._points), strict=True)))
        counted = sorted((-n, id) for id, n in reviews.items() if id >= 0 and n >= FEWEST)
        points = [KeyPoint(id, reviews=-n, of=of, **facts[id]._asdict()) for n, id in counted]
        with reading():
            cursor = self._views._connection.cursor()
            if quotes:
                members = MEMBERS.format(source="row_opinions", where=self._where)
                cursor.execute(FOUND.format(members=members), self._params)
            return quoted_points(cursor, points, limit=limit, quotes=quotes)
