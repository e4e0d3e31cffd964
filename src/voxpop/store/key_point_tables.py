"""Key points in the file: which statements make each, and their counts from the opinions as they are now.

A statement counts as long as the opinion that holds it does, on the aspect that this opinion is on. So edits of the
table change the key points without any further work.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

import duckdb
import numpy as np
import pyarrow as pa

from voxpop.aggregate.key_points import FEWEST, StatementGroup, Statements
from voxpop.store.counting import ALL_OPINIONS
from voxpop.store.sql_query import REVIEW_LANGUAGE
from voxpop.types import KeyPoint, Quote, Span

if TYPE_CHECKING:
    from voxpop.store.writable import Writable

GAP = 24  # characters between a target and its verdict up to which both are told as one clause
CLAUSE = f"""CASE WHEN s.target_start IS NULL
    OR greatest(s.target_start, s.words_start) - least(s.target_end, s.words_end) > {GAP} THEN s.words_{{0}}
    ELSE {{1}}(s.target_{{0}}, s.words_{{0}}) END"""
START, END = CLAUSE.format("start", "least"), CLAUSE.format("end", "greatest")
# The opinion that holds a statement: on its target, with its words among those of the verdict.
HELD = """o.review = s.review AND list_contains(o.opinion_words, s.words_start) AND CASE WHEN s.target_start IS NULL
    THEN o.start = s.words_start ELSE o.start < s.target_end AND s.target_start < o."end" END"""
STATEMENTS = f"""SELECT s.*, {START} AS start, substring(r.text, {START} + 1, {END} - ({START})) AS text,
    substring(r.text, greatest({START} - 1, 1), least(2, {START})) AS before,
    coalesce(s.target_start BETWEEN {START} AND {END}, false) AS has_target
    FROM statements s JOIN reviews r ON r.seq = s.review WHERE {REVIEW_LANGUAGE} = ?
    AND EXISTS (FROM opinions o WHERE {HELD}) ORDER BY s.review, s.words_start, s.target_start"""
# The statements of key points with the columns of the opinions that hold them.
MEMBERS = f"""SELECT o.* REPLACE (s.polarity AS polarity, {START} AS start, {END} AS "end"), k.key_point, k.closeness,
    coalesce(s.target_start, s.words_start) AS aspect_start, coalesce(s.target_end, s.words_start) AS aspect_end,
    s.words_start, s.words_end FROM key_point_statements k JOIN statements s ON s.review = k.review
    AND s.words_start = k.words_start AND s.target_start IS NOT DISTINCT FROM k.target_start
    JOIN {{source}} o ON {HELD}"""
# Of two names that are given equally often, the first in the alphabet.
POINTS = f"""WITH counts AS (SELECT key_point, count(DISTINCT review) AS reviews,
    mode(aspect ORDER BY aspect) AS aspect, mode(category ORDER BY category) AS category FROM {{members}}
    GROUP BY key_point HAVING reviews >= {FEWEST})
    SELECT p.id, substring(r.text, p.start + 1, p."end" - p.start) AS text, p.kind, p.lang, c.reviews, c.aspect,
    c.category FROM counts c JOIN key_points p ON p.id = c.key_point JOIN reviews r ON r.seq = p.review
    ORDER BY c.reviews DESC, p.id"""
# Ranked before the texts are looked up: of the many who say the same, few are quoted.
QUOTES = """WITH clearest AS (SELECT * FROM {members} WHERE list_contains(?, key_point)
    QUALIFY row_number() OVER (PARTITION BY key_point, review ORDER BY closeness DESC, start) = 1),
    quoted AS (SELECT * FROM clearest
    QUALIFY ? IS NULL OR row_number() OVER (PARTITION BY key_point ORDER BY closeness DESC, review) <= ?)
    SELECT m.key_point, m.start, m."end", m.polarity, m.aspect_start, m.aspect_end, m.words_start, m.words_end,
    r.id AS review_id, substring(r.text, m.start + 1, m."end" - m.start) AS text
    FROM quoted m JOIN reviews r ON r.seq = m.review ORDER BY m.key_point, m.closeness DESC, m.review"""
REVIEWS = """SELECT DISTINCT p.id, p.kind, p.lang, m.review FROM key_points p JOIN {members} m ON m.key_point = p.id"""


def members_of(where: str, source: str = ALL_OPINIONS) -> str:
    """Return a query for the statements of key points that some opinions of a source hold, with all its columns."""
    return f"({MEMBERS.format(source=f'(SELECT * FROM {source} WHERE {where})')})"


def reviews_of_key_points(cursor: duckdb.DuckDBPyConnection, where: str) -> pa.Table:
    """Return which reviews make each key point: the columns id, kind, lang, review."""
    return cursor.sql(REVIEWS.format(members=members_of(where))).to_arrow_table()


def read_statements(cursor: duckdb.DuckDBPyConnection, lang: str) -> Statements:
    """Return the statements of a language that an opinion holds."""
    table: pa.Table = cursor.sql(STATEMENTS, params=[lang]).to_arrow_table()
    size = len(table)
    meaning = np.frombuffer(b"".join(table["meaning"].to_pylist()), np.int8).reshape(size, -1 if size else 0)
    return Statements(
        review=table["review"].to_numpy(),
        start=table["start"].to_numpy(),
        text=table["text"].to_pylist(),
        has_target=table["has_target"].to_numpy(),
        polarity=table["polarity"].to_numpy(),
        wish=table["wish"].to_numpy(),
        meaning=meaning,
        target_start=table["target_start"].to_pylist(),
        words_start=table["words_start"].to_numpy(),
        before=table["before"].to_pylist(),
    )


def put_key_points(store: Writable, groups: Iterable[StatementGroup], lang: str) -> None:
    """Add the key points of a language."""
    statements = store.statements(lang)
    points: list[dict[str, Any]] = []
    members: list[dict[str, Any]] = []
    first = store.count("key_points")
    for number, group in enumerate(groups, start=first):
        at = group.label
        start = int(statements.start[at])
        points.append({
            "id": number, "lang": lang, "kind": group.kind, "review": int(statements.review[at]), "start": start,
            "end": start + len(statements.text[at]),
        })  # fmt: skip
        members += (
            {
                "key_point": number, "review": int(statements.review[place]),
                "target_start": statements.target_start[place], "words_start": int(statements.words_start[place]),
                "closeness": float(closeness),
            }
            for place, closeness in zip(group.members.tolist(), group.closeness.tolist(), strict=True)
        )  # fmt: skip
    if points:
        store._insert("key_points", pa.Table.from_pylist(points))
        store._insert("key_point_statements", pa.Table.from_pylist(members))


def read_key_points(
    cursor: duckdb.DuckDBPyConnection,
    of: dict[str, int],
    *,
    members: str,
    params: Sequence[object] = (),
    only: int | None = None,
    limit: int | None = None,
    quotes: int | None = None,
) -> list[KeyPoint]:
    """Return the key points of some statements (a query such as ``members_of``), those of most reviews first.

    ``of`` has the number of reviews in each language that they are counted among. ``only`` asks for one by its id,
    ``limit`` is for each kind and language, ``quotes`` for each key point.
    """
    rows = cursor.execute(POINTS.format(members=members), list(params)).fetchall()
    rows = [row for row in rows if only in (None, row[0])]
    shown: dict[tuple[str, str], list[Any]] = {}
    for row in rows:
        shown.setdefault((row[3], row[2]), []).append(row)
    chosen = {row[0] for kind in shown.values() for row in kind[:limit]}
    quotes_of: dict[int, list[Quote]] = {}
    if quotes != 0:
        query = cursor.sql(QUOTES.format(members=members), params=[*params, sorted(chosen), quotes, quotes])
        for row in query.to_arrow_table().to_pylist():
            quotes_of.setdefault(row["key_point"], []).append(_quote(row))
    return [
        KeyPoint(id, text, kind, lang, reviews, of.get(lang, 0), aspect, category, tuple(quotes_of.get(id, ())))
        for id, text, kind, lang, reviews, aspect, category in rows
        if id in chosen
    ]


def _quote(row: dict[str, Any]) -> Quote:
    words = Span(row["words_start"], row["words_end"])
    target = Span(row["aspect_start"], row["aspect_end"])
    return Quote(row["review_id"], row["start"], row["end"], row["text"], row["polarity"], target, (words,))
