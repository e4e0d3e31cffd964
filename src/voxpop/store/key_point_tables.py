"""Key points in the file: which statements make each, and their counts from the opinions as they are now.

A statement counts as long as the opinion that holds it does, on the aspect that this opinion is on. So edits of the
table change the key points without any further work.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

import duckdb
import pyarrow as pa

from voxpop.aggregate.key_points import FEWEST, PointFinder
from voxpop.aggregate.statement_tables import grouped_rows, sampled_rows
from voxpop.lang import language
from voxpop.store.file_schema import QUOTES, quotes_by
from voxpop.store.rows import rows_with_texts
from voxpop.store.sql_query import Query
from voxpop.types import KeyPoint, MapInOrder

if TYPE_CHECKING:
    from voxpop.store.writable import Writable

GAP = 24  # characters between a target and its verdict up to which both are told as one clause
CLAUSE = f"""CASE WHEN s.target_start IS NULL
    OR greatest(s.target_start, s.words_start) - least(s.target_end, s.words_end) > {GAP} THEN s.words_{{0}}
    ELSE {{1}}(s.target_{{0}}, s.words_{{0}}) END"""
START, END = CLAUSE.format("start", "least"), CLAUSE.format("end", "greatest")
# The opinion that holds a statement: on its target, with its words among those of the verdict.
ON_TARGET = """CASE WHEN s.target_start IS NULL THEN o.start = s.words_start
    ELSE o.start < s.target_end AND s.target_start < o."end" END"""
HELD = f"o.review = s.review AND list_contains(o.opinion_words, s.words_start) AND {ON_TARGET}"
# A row for each opinion that holds a statement; opinions are looked up by the offsets of their words.
STATEMENTS = Query(
    f"""SELECT s.*, s.rowid AS id, {START} AS start, {END} AS "end",
    coalesce(s.target_start BETWEEN {START} AND {END}, false) AS has_target, o.of_whole
    FROM statements s JOIN (SELECT review, start, "end", unnest(opinion_words) AS word,
    coalesce(list_contains(?, category), false) AS of_whole FROM opinions) o
    ON o.review = s.review AND o.word = s.words_start AND {ON_TARGET} JOIN reviews r ON r.seq = s.review""",
    number="s.review",
)
GROUPED = "CREATE OR REPLACE TEMP TABLE grouped (id BIGINT, review BIGINT, number BIGINT, chance FLOAT)"
ADD = f"""INSERT INTO key_point_statements BY NAME SELECT DISTINCT n.id AS key_point, g.review, g.chance AS closeness,
    s.polarity, s.target_start, s.target_end, s.words_start, s.words_end, {START} AS start, {END} AS "end",
    o.start AS opinion_start, o."end" AS opinion_end FROM grouped g JOIN numbered n ON n."group" = g.number
    JOIN statements s ON s.rowid = g.id JOIN opinions o ON {HELD}
    ORDER BY key_point, g.review, s.words_start, s.target_start, s.words_end, s.target_end"""
# The statements of key points whose opinions are there; found once, they are counted and then quoted.
MEMBERS = """SELECT k.*, o.aspect, o.category FROM key_point_statements k JOIN (SELECT * FROM {source} WHERE {where}) o
    ON o.review = k.review AND o.start = k.opinion_start AND o."end" = k.opinion_end"""
FILE_MEMBERS = MEMBERS.format(source="opinions", where="{where}")
FOUND = "CREATE OR REPLACE TEMP TABLE found AS {members}"
# Of two names that are given equally often, the first in the alphabet; no aspect, where most are on none. DuckDB's own
# ``mode`` would hold all statements in memory.
NAMES = """SELECT key_point, first({0} ORDER BY n DESC, {0}) AS {0} FROM (SELECT key_point, {1} AS {0}, count(*) AS n
    FROM found GROUP BY ALL HAVING {0} IS NOT NULL) GROUP BY key_point"""
COUNTS = f"""SELECT c.key_point, c.reviews, nullif(a.aspect, '') AS aspect, g.category
    FROM (SELECT key_point, count(*) AS reviews FROM (SELECT DISTINCT key_point, review FROM found) GROUP BY key_point
    HAVING count(*) >= {FEWEST}) c JOIN ({NAMES.format("aspect", "coalesce(aspect, '')")}) a USING (key_point)
    LEFT JOIN ({NAMES.format("category", "category")}) g USING (key_point)"""
POINTS = """SELECT p.id, substring(r.text, p.start + 1, p."end" - p.start) AS text, p.kind, p.lang, c.reviews, c.aspect,
    c.category FROM ({counts}) c JOIN key_points p ON p.id = c.key_point JOIN reviews r ON r.seq = p.review
    WHERE {only} ORDER BY c.reviews DESC, p.id"""
# One quote of each review, the clearest first. They are ranked before texts are looked up: few of many are quoted.
RANKED = """SELECT key_point,
    row_number() OVER (PARTITION BY key_point ORDER BY closeness DESC, review) - 1 AS position, review, start, "end",
    polarity, coalesce(target_start, words_start) AS aspect_start, coalesce(target_end, words_start) AS aspect_end,
    [words_start, words_end] AS opinion_words FROM (FROM found WHERE {only}
    QUALIFY row_number() OVER (PARTITION BY key_point, review ORDER BY closeness DESC, start, "end") = 1)"""
REVIEWS = f"""WITH members AS ({FILE_MEMBERS}) SELECT DISTINCT p.id, p.kind, p.lang, m.review FROM key_points p
    JOIN members m ON m.key_point = p.id"""


def reviews_of_key_points(cursor: duckdb.DuckDBPyConnection, where: str) -> pa.Table:
    """Return which reviews make each key point: the columns id, kind, lang, review."""
    return cursor.sql(REVIEWS.format(where=where)).to_arrow_table()


def find_key_points(store: Writable, lang: str, *, fast: bool, map_in_order: MapInOrder = map) -> None:
    """Find the key points of a language and put them into the file; ``fast`` says that the small reader read it.

    ``map_in_order`` does work on batches, as ``map`` does, perhaps in other processes.
    """
    finder, overall = PointFinder(lang, fast=fast), sorted(language(lang).topic_names.OVERALL_NAMES)
    held = partial(rows_with_texts, store._connection.cursor(), replace(STATEMENTS, params=(overall,)), lang)
    bounded = ((tables, finder.highest) for tables in held())
    for rows in map_in_order(partial(sampled_rows, lang=lang), bounded):
        finder.keep(rows)
    store._write(GROUPED)
    for grouped in map_in_order(partial(grouped_rows, nearest=finder.nearest), held()):
        finder.count(*(grouped[name].to_numpy() for name in ("number", "review", "chance")))
        store._insert("grouped", grouped)
    first = store.count("key_points")
    points = [
        {**point._asdict(), "id": number, "lang": lang} for number, point in enumerate(finder.points(), start=first)
    ]
    if points:
        table = pa.Table.from_pylist(points)
        store._insert("key_points", table.drop_columns(["group", "text"]))
        store._write(ADD, numbered=table.select(["group", "id"]))


def quoted_points(
    cursor: duckdb.DuckDBPyConnection,
    points: Sequence[KeyPoint],
    *,
    counted: bool = False,
    limit: int | None,
    quotes: int | None,
    offset: int = 0,
) -> list[KeyPoint]:
    """Return at most ``limit`` key points of each kind and language, with ``quotes`` of each from ``offset`` on.

    The quotes come from the table ``found``, or where they are ``counted`` from what the file holds.
    """
    shown: dict[tuple[str, str], list[int]] = {}
    for point in points:
        shown.setdefault((point.lang, point.kind), []).append(point.id)
    ids = {id for group in shown.values() for id in group[:limit]}
    chosen = [point for point in points if point.id in ids]
    if not ids or quotes == 0:
        return chosen
    wanted = f"key_point IN ({', '.join(map(str, sorted(ids)))})"
    table = "key_point_quotes" if counted else f"({RANKED.format(only=wanted)})"
    end = "" if quotes is None else f" AND position < {offset + quotes:d}"
    rows = f"(SELECT * FROM {table} WHERE {wanted} AND position >= {offset:d}{end})"
    quote_rows = cursor.sql(QUOTES.format(table=rows, keys="q.key_point")).to_arrow_table().to_pylist()
    quotes_of = quotes_by(quote_rows, "key_point")
    return [replace(point, quotes=quotes_of.get(point.id, ())) for point in chosen]
