"""Lists of a .voxpop file, page by page: reviews by search and filter, what they say, and what exports take."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any, Literal

from voxpop.part_files import review_of as as_review
from voxpop.store.file_schema import spans
from voxpop.store.filters import SIGNS, Clause, ReviewFilter, SideName, together
from voxpop.store.page_tables import PLACED_OPINIONS
from voxpop.store.recent_rows import RecentRows
from voxpop.store.views import RECENT, Views
from voxpop.types import Opinion, Review

Order = Literal["file", "newest", "oldest", "lowest", "highest", "longest", "gap"]
ORDERS: dict[Order, str] = {
    "file": "seq",
    "newest": "date DESC NULLS LAST, seq",
    "oldest": "date NULLS LAST, seq",
    "lowest": "stars NULLS LAST, seq",
    "highest": "stars DESC NULLS LAST, seq",
    "longest": "length(text) DESC, seq",
    "gap": "abs(stars - predicted_stars) DESC NULLS LAST, seq",
}
# A join with a list prunes what is read, where IN with many values reads all.
BY_SEQ = "SELECT r.* FROM reviews r JOIN (SELECT unnest(?::BIGINT[]) AS seq) w ON w.seq = r.seq"
OPINIONS = """SELECT o.* REPLACE (coalesce(aspect, category) AS aspect) FROM opinions o
    JOIN (SELECT unnest(?::BIGINT[]) AS seq) w ON w.seq = o.review ORDER BY o.review, o.start, o."end" """
EXPORTED_OPINIONS = """SELECT r.id AS review, k.name AS aspect, s.term, s.words, s.polarity, s.about, s.confidence,
    substring(r.text, s.evidence_start + 1, s.evidence_end - s.evidence_start) AS quote, s.start, s."end", s.stars,
    s.date, s.product, s.source, s.lang, r.extra FROM {row_opinions} s JOIN aspects k ON k.position = s.row
    JOIN reviews r ON r.seq = s.review"""


ReadReview = tuple[Review, list[Opinion]]  # with everything that it says, in the order of its text


class Listing(Views):
    """One analysis with all its lists."""

    def page_of_reviews(
        self,
        chosen: ReviewFilter,
        *,
        order: Order,
        limit: int,
        offset: int = 0,
        row: int | None = None,
        side: SideName | None = None,
    ) -> tuple[int, list[ReadReview]]:
        """How many reviews there are, and some of them in an order; only these have their texts read."""
        where, params = self._reviews(chosen, row, side)
        chosen_rows = f"FROM reviews WHERE {where}"
        query = f"SELECT seq, count(*) OVER () {chosen_rows} ORDER BY {ORDERS[order]} LIMIT ? OFFSET ?"
        rows = self._all(query, [*params, limit, offset])
        total = rows[0][1] if rows else self._all(f"SELECT count(*) {chosen_rows}", params)[0][0]
        return total, self._read([seq for seq, _ in rows])

    def review(self, id: str) -> ReadReview | None:
        """A review by its id."""
        return next(iter(self._read([seq for (seq,) in self._all("SELECT seq FROM reviews WHERE id = ?", [id])])), None)

    def _read(self, wanted: Sequence[int]) -> list[ReadReview]:
        def read(missing: Sequence[int]) -> dict[int, ReadReview]:
            reviews = {row.pop("seq"): as_review(row) for row in self._each(BY_SEQ, list(missing))}
            opinions: dict[int, list[Opinion]] = {seq: [] for seq in missing}
            for row in self._each(OPINIONS, list(missing)):
                seq = row.pop("review")
                opinions[seq].append(Opinion(review_id=reviews[seq].id, **spans(row)))
            return {seq: (reviews[seq], opinions[seq]) for seq in missing}

        read_before = self._recent_reviews.find(wanted, read)
        return [read_before[seq] for seq in wanted]

    @cached_property
    def _recent_reviews(self) -> RecentRows[int, ReadReview]:
        return RecentRows(RECENT)

    def all_reviews(
        self, chosen: ReviewFilter, *, order: Order, row: int | None = None, side: SideName | None = None
    ) -> Iterator[dict[str, Any]]:
        """For an export: what a list shows, all pages of it."""
        where, params = self._reviews(chosen, row, side)
        query = f"""SELECT id, date, stars, predicted_stars, predicted_low, predicted_high, product, lang, source, row,
            text, extra FROM reviews WHERE {where} ORDER BY {ORDERS[order]}"""
        return self._each(query, *params)

    @cached_property
    def extra_columns(self) -> list[str]:
        """The names of the other columns of the reviews, in the order of the first review that has each."""
        query = """SELECT name FROM (SELECT seq, unnest(map_keys(extra)) AS name,
            generate_subscripts(map_keys(extra), 1) AS place FROM reviews)
            GROUP BY name ORDER BY min((seq, place))"""
        return [name for (name,) in self._all(query)]

    def all_opinions(self, row: int | None, chosen: ReviewFilter) -> Iterator[dict[str, Any]]:
        """For an export: the opinions behind a row of the table, or behind all that stand under no other."""
        table, top = PLACED_OPINIONS, "(SELECT position FROM aspects WHERE parent IS NULL)"
        of_row = f"row IN {top}" if row is None else f"row = {row}"
        where, params = together([(of_row, []), self.opinion_clause(chosen)])
        columns = EXPORTED_OPINIONS.format(row_opinions=f"(SELECT * FROM {table} WHERE {where})")
        order = 'sign(s.polarity) DESC, s.date DESC NULLS LAST, s.review, s.start, s."end"'
        return self._each(f"{columns} ORDER BY s.row, {order}", *params)

    def _reviews(self, chosen: ReviewFilter, row: int | None, side: SideName | None) -> Clause:
        parts = [chosen.reviews()]
        if row is not None:
            clauses: list[Clause] = [
                self.clause_of(row, ReviewFilter(about=chosen.about, words=chosen.words, term=chosen.term))
            ]
            if side is not None:
                clauses.append(("sign(polarity) = ?", [SIGNS[side]]))
            where, params = together(clauses)
            parts.append((f"seq IN (SELECT review FROM row_opinions WHERE {where})", params))
        return together(parts)
