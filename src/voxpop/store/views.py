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
import numpy.typing as npt
import pyarrow as pa

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
PICKED = """SELECT rowid AS place, review, start, "end", evidence_start, evidence_end, polarity, words, term, worth,
    rating, date FROM row_opinions WHERE {where}"""
POINTS_OF_ROW = """SELECT o.rowid AS place, k.key_point FROM key_point_statements k
    JOIN (SELECT rowid, * FROM row_opinions WHERE row_id = ?) o
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

    @property
    def place(self) -> tuple[str, int, int]:
        """What tells the opinion from all others."""
        return self.opinion["row_id"], self.opinion["review"], self.opinion["start"]


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
        return SIDES[self.side]

    @cached_property
    def table(self) -> list[Aspect]:
        return list(self.aspects)

    @cached_property
    def places(self) -> dict[str, int]:
        """The place of each row of the table, by its id."""
        return {aspect.id: place for place, aspect in enumerate(self.table)}

    def row_named(self, name: str) -> int:
        """Return the place of a row of the table that is given by its id, its name or one of its terms."""
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
        most = "SELECT {0} FROM reviews WHERE {0} IS NOT NULL GROUP BY 1 ORDER BY count(*) DESC, 1 LIMIT 200"
        queries = {name: most.format(name) for name in ("source", "product", "lang")}
        queries["about"] = f"SELECT DISTINCT about FROM {PLACED_OPINIONS} ORDER BY 1"
        values_of = {name: [value for (value,) in self._all(query)] for name, query in queries.items()}
        return {name: values if len(values) > 1 else [] for name, values in values_of.items()}

    def reviews_within(self, chosen: ReviewFilter) -> int:
        where, params = chosen.reviews()
        return int(self._all(f"SELECT count(*) FROM reviews WHERE {where}", params)[0][0])

    def star_sums(self, chosen: ReviewFilter = EVERYTHING) -> StarSums:
        where, params = chosen.reviews()
        return StarSums(*self._all(f"{STAR_SUMS.format(stars='stars')} WHERE {where}", params)[0])

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
        """Return the opinions behind a row of the table, over the reviews chosen."""
        return RowOpinions(self, row, chosen)

    @cached_property
    def point_facts(self) -> dict[int, PointFacts]:
        """What is known of each key point whatever reviews are chosen."""
        return {id: PointFacts(*facts) for id, *facts in self._all(POINT_FACTS)}

    def points_of_row(self, row: int) -> tuple[npt.NDArray[Any], npt.NDArray[Any]]:
        """Return the places in ``row_opinions`` of the statements on a row of the table, and the key point of each."""
        if row not in self._points_of_rows:
            columns = self._columns(POINTS_OF_ROW, [self.table[row].id])
            self._points_of_rows[row] = columns["place"], columns["key_point"]
        return self._points_of_rows[row]

    @cached_property
    def _points_of_rows(self) -> dict[int, tuple[npt.NDArray[Any], npt.NDArray[Any]]]:
        return {}

    def opinions_at(self, places: Sequence[tuple[int, int, int]]) -> list[dict[str, Any]]:
        """Return opinions by their row, review and start, with their reviews, in the order asked for."""

        def read(missing: Sequence[tuple[int, int, int]]) -> dict[tuple[int, int, int], dict[str, Any]]:
            ids = [self.table[row].id for row, _, _ in missing]
            rows = self._each(OPINIONS_AT, ids, *([place[n] for place in missing] for n in (1, 2)))
            return {(self.places[row["row_id"]], row["review"], row["start"]): row for row in rows}

        opinion_at = self._recent_opinions.find(places, read)
        return [opinion_at[place] for place in places if place in opinion_at]

    def evidence(self, limit: int) -> Iterator[dict[str, Any]]:
        """Yield up to ``limit`` opinions of each verdict behind every row, as ``opinions_at`` does: those that the
        document quotes, in the same order."""
        where, params = self.opinion_clause(EVERYTHING)
        query = f"""WITH chosen AS (SELECT * FROM {PLACED_OPINIONS} WHERE {where}
            QUALIFY row_number() OVER (PARTITION BY row, sign(polarity)
            ORDER BY hash(review, start), review, start) <= ?)
            SELECT c.*, {OF_REVIEW} FROM chosen c JOIN reviews r ON r.seq = c.review
            ORDER BY c.row, sign(c.polarity) DESC, c.date DESC NULLS LAST, c.review, c.start, c."end" """
        return self._each(query, *params, limit)

    def opinion_clause(self, chosen: ReviewFilter) -> Clause:
        """Return the condition for opinions on what the table counts, unless something else was asked for."""
        counted = chosen if chosen.about else replace(chosen, about=self.sides)
        return counted.opinions()

    def clause_of(self, row: int, chosen: ReviewFilter) -> Clause:
        """Return the condition for the opinions on one row of the table."""
        return together([("row_id = ?", [self.table[row].id]), self.opinion_clause(chosen)])

    def _columns(self, query: str, params: Sequence[object] = ()) -> dict[str, npt.NDArray[Any]]:
        """Return the columns of a query whose texts are never NULL; other values that are NULL become NaN or NaT."""
        with reading():
            read = self._connection.cursor().execute(query, list(params)).fetchnumpy()
        missing = {name: np.datetime64("NaT") if column.dtype.kind == "M" else np.nan for name, column in read.items()}
        return {name: np.ma.filled(column, missing[name]) for name, column in read.items()}

    def _each(self, query: str, *params: object) -> Iterator[dict[str, Any]]:
        """Yield the rows of a query; for few rows faster than by way of Arrow."""
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
        columns = views._columns(PICKED.format(where=self._where), self._params)
        order = np.argsort(columns["place"])
        self._opinions = {name: column[order] for name, column in columns.items()}

    @cached_property
    def months(self) -> dict[str | None, OpinionCounts]:
        """Their numbers month by month; None has those without a date."""
        month = self._opinions["date"].astype("M8[M]")
        counted = counts_by(month, *(self._opinions[name] for name in ("review", "polarity", "rating")))
        return {None if np.isnat(month) else str(month): counts for month, counts in counted.items()}

    @property
    def counts(self) -> OpinionCounts:
        """Their numbers."""
        return sum(self.months.values(), OpinionCounts())

    def terms(self, *, limit: int = 12) -> list[tuple[str, int]]:
        """What people call it, most often first."""
        length, evidence = (self._opinions[f"{name}end"] - self._opinions[f"{name}start"] for name in ("", "evidence_"))
        counts = Counter(self._opinions["term"][length != evidence].tolist())
        return sorted(counts.items(), key=lambda item: (-item[1], item[0]))[:limit]

    def sayings(self, *, limit: int, offset: int = 0, folded: bool = True) -> dict[SideName, list[Saying]]:
        """What is said on each side, with the same words said once; the newest of the clearest stands for them."""
        words, worth, sign = self._opinions["words"], self._opinions["worth"], np.sign(self._opinions["polarity"])
        group = -1 - np.arange(len(words))  # one of its own for each that is not folded
        if folded:
            codes = pa.array(words, pa.string()).dictionary_encode().indices.to_numpy(zero_copy_only=False)
            group = np.where(words != "", codes * 3 + sign + 1, group)
        by_worth = np.lexsort((-worth, group))  # the clearest of each group comes first in it, the earlier of two
        _, first, counts = np.unique(group[by_worth], return_index=True, return_counts=True)
        shown = by_worth[first]
        chosen: dict[SideName, list[tuple[int, int]]] = {}
        for side, side_sign in SIGNS.items():
            of_side = sign[shown] == side_sign
            at, number = shown[of_side], counts[of_side]
            if len(at) > offset + limit > 0:  # words are compared only of those that may be among the first
                last = np.lexsort((-worth[at], -number))[offset + limit - 1]
                fewer = (number == number[last]) & (worth[at] < worth[at[last]]) | (number < number[last])
                at, number = at[~fewer], number[~fewer]
            first_ones = nsmallest(
                offset + limit,
                zip(at.tolist(), number.tolist(), strict=True),
                key=lambda pair: (-pair[1], -worth[pair[0]], words[pair[0]], pair[0]),
            )
            chosen[side] = first_ones[offset:]
        review, start = self._opinions["review"], self._opinions["start"]
        shown_at = [at for pairs in chosen.values() for at, _ in pairs]
        places = {at: (self._row, int(review[at]), int(start[at])) for at in shown_at}
        opinion_at = dict(zip(places, self._views.opinions_at(list(places.values())), strict=True))
        return {side: [Saying(words[at], n, opinion_at[at]) for at, n in pairs] for side, pairs in chosen.items()}

    def key_points(self, *, limit: int, quotes: int) -> list[KeyPoint]:
        """Return the key points of the row, counted among the reviews chosen that speak of it."""
        facts, of = self._views.point_facts, self.counts.reviews
        place, point = self._views.points_of_row(self._row)
        is_chosen = np.isin(place, self._opinions["place"])
        review = self._opinions["review"][np.searchsorted(self._opinions["place"], place[is_chosen])]
        of_each_review = np.unique(point[is_chosen].astype(np.int64) << 40 | review) >> 40
        ids, reviews = np.unique(of_each_review, return_counts=True)
        counted = sorted((-n, id) for id, n in zip(ids.tolist(), reviews.tolist(), strict=True) if n >= FEWEST)
        points = [KeyPoint(id, reviews=-n, of=of, **facts[id]._asdict()) for n, id in counted]
        with reading():
            cursor = self._views._connection.cursor()
            if quotes:
                members = MEMBERS.format(source="row_opinions", where=self._where)
                cursor.execute(FOUND.format(members=members), self._params)
            return quoted_points(cursor, points, limit=limit, quotes=quotes)
