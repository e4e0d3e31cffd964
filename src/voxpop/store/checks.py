"""What people said of sampled opinions: right, wrong, or how it should be."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from typing import Any

import pyarrow as pa

from voxpop.aggregate.table_edits import clean_name
from voxpop.aggregate.trust import ANSWERS, Answer, Precision, precision
from voxpop.errors import OptionError, choose
from voxpop.store.filters import ReviewFilter
from voxpop.store.page_tables import PLACED_OPINIONS
from voxpop.store.rows import rows_of
from voxpop.store.sql_query import REVIEW_LANGUAGE
from voxpop.store.store import Store
from voxpop.store.views import Views
from voxpop.store.writable import Writable
from voxpop.types import side_of

SAME = 'c.review = s.review AND c.start = s.start AND c."end" = s."end"'
# Opinions in an order that stays the same: one of every row first, then each row in proportion to its size. What stands
# in two rows of a tree is asked about once, in the finer one.
QUEUE = """WITH drawn AS (SELECT row, review, start, "end", row_number() OVER (PARTITION BY row
        ORDER BY hash(review, start, "end")) AS place, count(*) OVER (PARTITION BY row) AS size
        FROM {row_opinions} WHERE {where} AND ({rows}))
    SELECT row, review, start FROM drawn s WHERE NOT EXISTS (FROM checks c WHERE {same})
    QUALIFY row_number() OVER (PARTITION BY review, start, "end" ORDER BY row DESC) = 1
    ORDER BY CASE WHEN place = 1 THEN -size ELSE (place - 0.5) / size END, row, review, start LIMIT ?"""
JUDGED = """SELECT s.row, count(*) FILTER (c.verdict = 'yes'), count(*) FROM checks c JOIN {row_opinions} s ON {same}
    AND c.polarity = s.polarity
    WHERE {where} GROUP BY s.row"""
LABELS = """SELECT coalesce(substring(r.text, s.start + 1, s."end" - s.start), r.text) AS sentence, r.id AS review,
    c.start, c."end", coalesce(a.name, c.name) AS name, c.polarity, c.verdict, c.right_name, c.right_polarity, c.made,
    c.who FROM checks c JOIN reviews r ON r.seq = c.review LEFT JOIN aspects a ON a.id = c.aspect
    LEFT JOIN sentences s ON s.review = c.review AND s.start <= c.start AND c.start < s."end" ORDER BY c.seq"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """What a person says of an opinion, by its place and the row of the table that it was shown under."""

    review_id: str
    start: int
    aspect: str
    verdict: Answer
    right_name: str | None = None  # of a fix: what it is about; None: what it says
    right_polarity: float | None = None


def queue(views: Views, *, limit: int, rows: Sequence[int] | None = None) -> list[tuple[int, int, int]]:
    """Return the next opinions to ask about, as (row, review, start); of some rows or of all."""
    where, params = views.opinion_clause(ReviewFilter())
    chosen = "true" if rows is None else f"row IN ({', '.join(map(str, rows)) or 'NULL'})"
    return views._all(QUEUE.format(row_opinions=PLACED_OPINIONS, where=where, rows=chosen, same=SAME), [*params, limit])


def judged(views: Views) -> dict[int, Precision]:
    """How many of the opinions on each row were found right, of those that were checked."""
    where, params = views.opinion_clause(ReviewFilter())
    rows = views._all(JUDGED.format(row_opinions=PLACED_OPINIONS, where=where, same=SAME), params)
    return {row: precision(right, checked) for row, right, checked in rows}


def add_checks(store: Writable, checks: Sequence[Check], *, who: str) -> int:
    """Keep what someone said; it takes the place of what was said of the same opinions before."""
    made = datetime.now(UTC).replace(tzinfo=None)
    rows = [{**_as_row(check), "place": place, "made": made, "who": who} for place, check in enumerate(checks)]
    new_checks = pa.Table.from_pylist(rows, schema=NEW_CHECKS)
    store._write(
        f"""CREATE TEMP TABLE matched AS SELECT k.*, r.seq AS review, o."end", o.polarity, a.name FROM new_checks k
        JOIN reviews r ON r.id = k.review_id JOIN aspects a ON a.id = k.aspect JOIN opinions o ON o.review = r.seq
        AND o.start = k.start AND {REVIEW_LANGUAGE} = a.lang
        AND (a.category IS NULL OR o.category = a.category)
        AND ((a.category IS NOT NULL AND a.parent IS NULL) OR o.aspect = a.name)
        QUALIFY row_number() OVER (PARTITION BY k.place ORDER BY o."end" DESC) = 1""",
        new_checks=new_checks,
    )
    places = {place for (place,) in store._connection.execute("SELECT place FROM matched").fetchall()}
    for place, check in enumerate(checks):
        if place not in places:
            raise OptionError(
                f"There is no opinion on {check.aspect!r} at character {check.start} of review {check.review_id!r}. "
                "Was the table edited meanwhile? Load the page again."
            )
    store._write(
        """DELETE FROM checks c USING matched t WHERE c.review = t.review AND c.start = t.start AND c."end" = t."end";
        INSERT INTO checks BY NAME SELECT (SELECT coalesce(max(seq), 0) + 1 FROM checks) + place AS seq, made, who,
        review, start, "end", aspect, name, polarity, verdict, right_name, right_polarity FROM matched ORDER BY place;
        DROP TABLE matched"""
    )
    return len(checks)


NEW_CHECKS = pa.schema({
    "place": pa.int64(), "review_id": pa.string(), "start": pa.int64(), "aspect": pa.string(), "verdict": pa.string(),
    "right_name": pa.string(), "right_polarity": pa.float64(), "made": pa.timestamp("us"), "who": pa.string(),
})  # fmt: skip


def _as_row(check: Check) -> dict[str, Any]:
    choose("answer", check.verdict, ANSWERS)
    fixed = check.verdict == "fix"
    if fixed and check.right_name is None and check.right_polarity is None:
        raise OptionError("A correction says what the opinion is about, or how it feels, or both.")
    if check.right_polarity is not None and not -1 <= check.right_polarity <= 1:
        raise OptionError(f"A polarity lies between -1 and 1, not at {check.right_polarity}.")
    name = clean_name(check.right_name) if fixed and check.right_name else None
    return {**asdict(check), "right_name": name, "right_polarity": check.right_polarity if fixed else None}


def labels(store: Store) -> Iterator[dict[str, Any]]:
    """Yield what was said, as labelled sentences that ``voxpop train`` takes; one that is wrong is about nothing."""
    for row in rows_of(store._connection.cursor(), LABELS):
        right = row["verdict"] != "no"
        feeling = row["polarity"] if row["right_polarity"] is None else row["right_polarity"]
        yield {
            "text": row["sentence"],
            "aspect": (row["right_name"] or row["name"]) if right else "",
            "polarity": side_of(feeling) if right else "",
            "verdict": row["verdict"],
            "found_aspect": row["name"],
            "found_polarity": side_of(row["polarity"]),
            **{name: row[name] for name in ("review", "start", "end")},
            "checked": row["made"].isoformat(timespec="seconds"),
            "who": row["who"],
        }
