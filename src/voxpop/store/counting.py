"""What a count is: every number of opinions in a table, a document, a page, an export or a comparison.

``numbers`` counts rows of the table ``opinions`` in SQL; ``counts_by`` counts, in numpy, rows that a page has read
already. ``tests/store/test_page_tables.py`` holds that both give the same.
``row_opinions`` says which of them stand behind a row of the table, ``topic_opinions`` which a summary counts.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import duckdb
import numpy as np
import numpy.typing as npt
import pyarrow as pa

from voxpop.aggregate.aspect_table import MEMBERS
from voxpop.aggregate.opinion_counts import GRID, OpinionCounts
from voxpop.aggregate.quotes import choose_quotes
from voxpop.settings import SIDES
from voxpop.store.file_schema import pairs
from voxpop.store.sql_query import REVIEW_LANGUAGE
from voxpop.types import Aspect, Opinion, Span

Texts = Callable[[Any], dict[str, str]]
COUNTED = 100_000  # reviews whose opinions are counted at a time
SAMPLE = 200  # opinions of each verdict that quotes are chosen from
MAX_WORDS_SPAN = 24  # characters between the first and the last opinion word that are still read as one saying
TERM = r"lower(regexp_replace(trim(o.text), '\s+', ' ', 'g'))"
WORDS = f"""CASE WHEN len(o.opinion_words) = 0 THEN ''
    WHEN o.opinion_words[-1] - o.opinion_words[1] <= {MAX_WORDS_SPAN} AND o.opinion_words[-1] > o.opinion_words[1]
    THEN lower(substring(r.text, o.opinion_words[1] + 1, o.opinion_words[-1] - o.opinion_words[1]))
    ELSE array_to_string(list_transform(range(0, len(o.opinion_words) // 2), lambda i: lower(substring(r.text,
    o.opinion_words[2 * i + 1] + 1, o.opinion_words[2 * i + 2] - o.opinion_words[2 * i + 1]))), ' … ') END"""
# How well an opinion stands for others: clearly felt, surely read, in about a line.
WORTH = "abs(o.polarity) + o.confidence - abs(o.evidence_end - o.evidence_start - 60) / 200.0"
SIDE = " ".join(
    f"WHEN o.about IN ({', '.join(map(repr, abouts))}) THEN '{side}'" for side, abouts in SIDES.items() if side != "all"
)
COLUMNS = f"""o.review, o.start, o."end", o.text, o.aspect, o.category, o.polarity, o.opinion_words, o.evidence_start,
    o.evidence_end, o.about, o.confidence, o.entity, {TERM} AS term, {WORDS} AS words, {WORTH} AS worth,
    CASE {SIDE} END AS side, r.id AS review_id, {REVIEW_LANGUAGE} AS lang, r.stars, r.date, r.source, r.product,
    strftime(r.date, '%Y-%m') AS month, coalesce(r.stars, r.predicted_stars) AS rating"""
ALL_OPINIONS = f"(SELECT {COLUMNS} FROM opinions o JOIN reviews r ON r.seq = o.review)"
# An opinion stands behind the row of its aspect, of its category, or of the one within the other.
BEHIND = {
    "k.category IS NULL": "o.aspect = k.name",
    "k.category IS NOT NULL AND k.parent IS NULL": "o.category = k.category",
    "k.parent IS NOT NULL": "o.aspect = k.name AND o.category = k.category",
}
BY_REVIEW = f"""count(*) AS n, count(*) FILTER (polarity > 0) AS p, count(*) FILTER (polarity = 0) AS z,
    count(*) FILTER (polarity < 0) AS g, any_value(rating) AS s,
    floor(avg(polarity) FILTER (polarity <> 0) * {GRID} + 0.5) / {GRID} AS m"""
NUMBERS = """sum(n)::BIGINT, count(*), sum(p)::BIGINT, sum(z)::BIGINT, sum(g)::BIGINT, count(m), coalesce(sum(m), 0),
    coalesce(sum(m * m), 0), count(*) FILTER (g > 0), count(s) FILTER (g > 0),
    coalesce(sum(round(s * 1000)) FILTER (g > 0), 0) / 1000"""
SUMS = """sum(mentions)::BIGINT, sum(reviews)::BIGINT, sum(positive)::BIGINT, sum(neutral)::BIGINT,
    sum(negative)::BIGINT, sum(voiced)::BIGINT, sum(total), sum(squares), sum(complaints)::BIGINT,
    sum(rated_complaints)::BIGINT, sum(round(complaint_stars * 1000)) / 1000"""
FRACTIONS = "total", "squares", "complaint_stars"  # the numbers that are not whole
SAMPLED = "review_id", "start", "end", "text", "polarity", "opinion_words", "evidence_start", "evidence_end"
PLACE = ", ".join(f"'{name}': " + f'"{name}"' for name in SAMPLED)
NAMES = """SELECT row, coalesce(CASE WHEN is_category THEN aspect END, term) AS name, count(*) AS n FROM {source}
    WHERE (evidence_start <> start OR evidence_end <> "end" OR is_category AND aspect IS NOT NULL) AND {where}
    GROUP BY ALL ORDER BY n DESC, name"""


def row_opinions(rows: str = "aspects") -> str:
    """Return a query for the opinions behind rows; ``rows`` names a table of them. The texts are looked up last."""
    behind = f"""SELECT o.*, k.position AS row, k.id AS row_id, k.category IS NOT NULL AND k.parent IS NULL
        AS is_category FROM opinions o JOIN reviews r ON r.seq = o.review JOIN {rows} k ON k.lang = {REVIEW_LANGUAGE}"""
    every = " UNION ALL ".join(f"{behind} AND {on} WHERE {kind}" for kind, on in BEHIND.items())
    return f"(SELECT o.row, o.row_id, o.is_category, {COLUMNS} FROM ({every}) o JOIN reviews r ON r.seq = o.review)"


def topic_opinions() -> str:
    """Return a query for the opinions on each topic of a summary.

    A topic is a row at the top of the table, with the opinions behind it. Other opinions are on their aspect, or on
    their category if they have none or the table is of categories; on no topic if a row has, or had, that name.
    """
    return f"""(SELECT o.* EXCLUDE (row, row_id, is_category), k.name AS topic FROM {row_opinions()} o
        JOIN aspects k ON k.id = o.row_id AND k.parent IS NULL UNION ALL BY NAME
        SELECT o.* FROM (SELECT *, if((SELECT count(category) > 0 FROM aspects), category, coalesce(aspect, category))
        AS topic FROM {ALL_OPINIONS}) o ANTI JOIN (SELECT lang, name FROM aspects UNION SELECT lang, name
        FROM found_aspects) k ON k.lang = o.lang AND k.name = o.topic WHERE o.topic IS NOT NULL)"""


def numbers(
    cursor: duckdb.DuckDBPyConnection,
    source: str,
    *by: str,
    where: str = "true",
    params: Sequence[object] = (),
    counted: bool = False,
) -> dict[Any, OpinionCounts]:
    """Return the numbers of the opinions of a source for each value of some columns (of a tuple, if several).

    ``counted`` says that the source has numbers already, which are added up.
    """
    keys = ", ".join(by)
    chosen = f"FROM {source} WHERE {where}"
    sums = SUMS if counted else NUMBERS
    inner = chosen if counted else f"FROM (SELECT {keys}, review, {BY_REVIEW} {chosen} GROUP BY {keys}, review)"
    query = f"SELECT {sums}, {keys} {inner} GROUP BY {keys} ORDER BY {keys}"
    size = len(OpinionCounts.__slots__)
    rows = cursor.execute(query, list(params)).fetchall()
    return {row[size] if len(by) == 1 else row[size:]: OpinionCounts(*row[:size]) for row in rows}


def counts_by(
    group: npt.NDArray[Any], review: npt.NDArray[Any], polarity: npt.NDArray[Any], rating: npt.NDArray[Any]
) -> dict[Any, OpinionCounts]:
    """Return the same as ``numbers``, of some opinions that were read already; all of a review are in one group."""
    _, first, of = np.unique(review, return_index=True, return_inverse=True)
    mentions, good, bad = (np.bincount(of, which) for which in (polarity == polarity, polarity > 0, polarity < 0))
    voiced, stars = good + bad, rating[first]
    mean = np.floor(np.bincount(of, polarity) / np.maximum(voiced, 1) * GRID + 0.5) / GRID
    rated = (bad > 0) & ~np.isnan(stars)
    columns = {
        "mentions": mentions,
        "reviews": mentions > 0,
        "positive": good,
        "neutral": mentions - voiced,
        "negative": bad,
        "voiced": voiced > 0,
        "total": mean,
        "squares": mean * mean,
        "complaints": bad > 0,
        "rated_complaints": rated,
        "complaint_stars": np.where(rated, np.floor(stars * 1000 + 0.5), 0),
    }
    groups, group_of = np.unique(group[first], return_inverse=True)
    sums: dict[str, npt.NDArray[Any]] = {
        name: np.bincount(group_of, column, len(groups)) for name, column in columns.items()
    }
    sums["complaint_stars"] = sums["complaint_stars"] / 1000
    exact = [sums[name] if name in FRACTIONS else sums[name].astype(int) for name in sums]
    rows = zip(*(column.tolist() for column in exact), strict=True)
    return {name: OpinionCounts(*row) for name, row in zip(groups, rows, strict=True)}


def votes(cursor: duckdb.DuckDBPyConnection, source: str, *, where: str = "true") -> pa.Table:
    """Return which reviews say something bad, or good, of each row: the columns row, review, bad, good."""
    query = f"""SELECT row, review, g > 0 AS bad, p > 0 AS good FROM (SELECT row, review, {BY_REVIEW} FROM {source}
        WHERE {where} GROUP BY row, review) WHERE g > 0 OR p > 0 ORDER BY row, review"""
    return cursor.sql(query).to_arrow_table()


def samples(
    cursor: duckdb.DuckDBPyConnection, source: str, *by: str, where: str = "true", size: int = SAMPLE
) -> dict[Any, list[Opinion]]:
    """Return some of the opinions that praise and then of those that blame, evenly drawn, keyed as ``numbers``."""
    query = f"""SELECT arg_min({{{PLACE}}}, hash(review_id, start, "end"), {size}), {", ".join(by)} FROM {source}
        WHERE polarity <> 0 AND {where} GROUP BY {", ".join(by)}, sign(polarity) ORDER BY sign(polarity) DESC"""
    drawn: dict[Any, list[Opinion]] = {}
    for places, *key in cursor.execute(query).fetchall():
        drawn.setdefault(key[0] if len(by) == 1 else tuple(key), []).extend(map(sampled, places))
    return drawn


def of_side(about: str) -> str:
    """Return the condition that opinions are about one side."""
    return f"about IN ({', '.join(map(repr, SIDES[about]))})"


def count_rows(
    connection: duckdb.DuckDBPyConnection, rows: Sequence[Aspect], *, about: str
) -> dict[int, OpinionCounts]:
    """Return the numbers of rows, by their places. They are sums over ranges of reviews, so that memory stays flat."""
    cursor = with_rows(connection, rows)
    ((last,),) = cursor.execute("SELECT coalesce(max(seq), -1) FROM reviews").fetchall()
    counts: dict[int, OpinionCounts] = {}
    for first in range(0, last + 1, COUNTED):
        where = f"{of_side(about)} AND review >= {first} AND review < {first + COUNTED}"
        for row, counted in numbers(cursor, row_opinions("counted_rows"), "row", where=where).items():
            counts[row] = counts[row] + counted if row in counts else counted
    return dict(sorted(counts.items()))


def fill_rows(
    connection: duckdb.DuckDBPyConnection, rows: Sequence[Aspect], *, about: str, texts: Texts
) -> list[Aspect | None]:
    """Return rows with their numbers, their terms by frequency and their quotes; None for one that nobody speaks of."""
    counts = count_rows(connection, rows, about=about)
    cursor, source = with_rows(connection, rows), row_opinions("counted_rows")
    names: dict[int, dict[str, int]] = {}
    for row, name, n in cursor.execute(NAMES.format(source=source, where=of_side(about))).fetchall():
        names.setdefault(row, {})[name] = n
    drawn = samples(cursor, source, "row", where=of_side(about))
    text_of = texts({opinion.review_id for own in drawn.values() for opinion in own})
    return [
        _filled(row, counts[place], names.get(place, {}), drawn.get(place, []), text_of) if place in counts else None
        for place, row in enumerate(rows)
    ]


def _filled(
    row: Aspect, counts: OpinionCounts, names: Mapping[str, int], drawn: Sequence[Opinion], text_of: dict[str, str]
) -> Aspect:
    terms = tuple(sorted(row.terms, key=lambda term: -names.get(term, 0)))
    if row.category is not None and row.parent is None:
        terms = (terms or tuple(names))[:MEMBERS]
    sides = ([opinion for opinion in drawn if (opinion.polarity > 0) == is_praise] for is_praise in (True, False))
    quotes = tuple(quote for side in sides for quote in choose_quotes(side, text_of))
    return replace(row, terms=terms, quotes=quotes, **counts.row_numbers())


def sampled(place: Mapping[str, Any]) -> Opinion:
    evidence = Span(place["evidence_start"], place["evidence_end"])
    words = pairs(place["opinion_words"])
    start, end, text = place["start"], place["end"], place["text"]
    return Opinion(place["review_id"], start, end, text, "", place["polarity"], None, words, evidence)


def with_rows(connection: duckdb.DuckDBPyConnection, rows: Sequence[Aspect]) -> duckdb.DuckDBPyConnection:
    """Return a cursor that knows rows as the table ``counted_rows``."""
    columns: dict[str, pa.Array] = {"position": pa.array(range(len(rows)), pa.int64())}
    for name in ("id", "lang", "name", "category", "parent"):
        columns[name] = pa.array([getattr(row, name) for row in rows], pa.string())
    cursor = connection.cursor()
    cursor.register("counted_rows", pa.table(columns))
    return cursor
