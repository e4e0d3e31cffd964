"""A row of the table counted anew from the opinions behind it, as the pipeline would have counted it."""

from __future__ import annotations

from heapq import nsmallest

import pyarrow as pa

from voxpop.aggregate.aspect_table import MEMBERS
from voxpop.aggregate.opinion_counts import GRID, OpinionCounts
from voxpop.aggregate.tally import SAMPLE, AspectTally, ticket
from voxpop.store.file_schema import spans
from voxpop.store.rows import rows_of
from voxpop.store.store import OPINIONS, Store, behind
from voxpop.types import Aspect, Opinion

TERM = r"lower(regexp_replace(trim(o.text), '\s+', ' ', 'g'))"
BEHIND = "FROM opinions o JOIN reviews r ON r.seq = o.review WHERE {where}"
NUMBERS = """SELECT coalesce(sum(n), 0)::BIGINT, count(*), coalesce(sum(p), 0)::BIGINT, coalesce(sum(z), 0)::BIGINT,
    coalesce(sum(g), 0)::BIGINT, count(m), coalesce(sum(m), 0), coalesce(sum(m * m), 0)"""
# Of opinions grouped by review, what ``aggregate.opinion_counts.review_mean`` makes of them among it.
BY_REVIEW = f"""count(*) AS n, count(*) FILTER (polarity > 0) AS p, count(*) FILTER (polarity = 0) AS z,
    count(*) FILTER (polarity < 0) AS g,
    floor(avg(polarity) FILTER (polarity <> 0) * {GRID} + 0.5) / {GRID} AS m"""
TICKETS = f"SELECT r.id, o.start {BEHIND} AND sign(o.polarity) = {{sign}}"
WORDS = f"""SELECT {TERM}, count(*) {BEHIND} AND (o.evidence_start <> o.start OR o.evidence_end <> o."end")
    GROUP BY 1"""


def recount(store: Store, aspect: Aspect, *, keep_order: bool = False) -> Aspect | None:
    """The row with its numbers, its terms by frequency and its quotes; None if there are no opinions on it."""
    where, params = behind(aspect, about=store.side)
    counted = f"{NUMBERS} FROM (SELECT {BY_REVIEW} {BEHIND.format(where=where)} GROUP BY o.review)"
    tally = AspectTally(OpinionCounts(*store._all(counted, params)[0]))
    if not tally.counts.mentions:
        return None
    tally.samples = {sign: sample(store, where, params, sign) for sign in (1, -1)}
    terms = aspect.terms
    if not keep_order:
        frequency = dict(store._all(WORDS.format(where=where), params))
        terms = tuple(sorted(terms, key=lambda term: -frequency.get(term, 0)))
    if aspect.category is not None and aspect.parent is None:
        terms = terms[:MEMBERS]
    facts = {name: getattr(aspect, name) for name in ("id", "name", "lang", "category", "parent")}
    return tally.aspect(terms, texts=store.texts, **facts)


def sample(store: Store, where: str, params: list[str], sign: int) -> list[Opinion]:
    """The opinions of one verdict that the same lottery would have kept."""
    drawn = nsmallest(
        SAMPLE,
        store._all(TICKETS.format(where=where, sign=sign), params),
        key=lambda place: ticket(*place),
    )
    cursor = store._connection.cursor()
    columns = {
        "id": pa.array([id for id, _ in drawn], pa.string()),
        "start": pa.array([at for _, at in drawn], pa.int64()),
    }
    cursor.register("drawn", pa.table(columns))
    query = OPINIONS.where(where, *params).where("sign(o.polarity) = ?", sign)
    query = query.where("(r.id, o.start) IN (SELECT id, start FROM drawn)")
    return [Opinion(**spans(row)) for row in rows_of(cursor, query.sql, *query.params)]
