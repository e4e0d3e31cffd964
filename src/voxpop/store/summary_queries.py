"""What a summary counts in the file, beside its key points, and the quotes for its claims."""

from __future__ import annotations

from collections import Counter
from datetime import date as Date

import duckdb

from voxpop.aggregate.compare import StarSums
from voxpop.store.counting import ALL_OPINIONS
from voxpop.store.file_schema import pairs
from voxpop.store.key_point_tables import MEMBERS
from voxpop.store.sql_query import REVIEW_LANGUAGE
from voxpop.summarize.findings import SummaryCounts
from voxpop.types import Quote, Span

OF_LANGUAGE = f"FROM reviews r WHERE {REVIEW_LANGUAGE} = ?"
STARS = "count({0}), coalesce(sum({0}), 0), coalesce(sum({0} * {0}), 0)"
BOTH_STARS = f"{STARS.format('r.stars')}, {STARS.format('coalesce(r.stars, r.predicted_stars)')}"
TOPIC = "coalesce(o.aspect, o.category)"
TOPIC_QUOTES = f"""WITH members AS ({MEMBERS}), clearest AS (SELECT o.* FROM {{source}} o
    WHERE {TOPIC} = ? AND o.lang = ? AND sign(o.polarity) = ? AND (?::DATE IS NULL OR o.date >= ?)
    AND (?::DATE IS NULL OR o.date < ?) AND o.review NOT IN (SELECT review FROM members WHERE key_point = ?)
    QUALIFY row_number() OVER (PARTITION BY o.review ORDER BY o.worth DESC, o.start) = 1)
    SELECT count(*) OVER (), o.review_id, o.evidence_start, o.evidence_end,
    substring(r.text, o.evidence_start + 1, o.evidence_end - o.evidence_start), o.polarity, o.start, o."end",
    o.opinion_words FROM clearest o JOIN reviews r ON r.seq = o.review ORDER BY o.worth DESC, o.review LIMIT ?"""
COMPLAINT_MONTHS = f"""SELECT {TOPIC} AS topic, o.month, count(DISTINCT o.review) FROM {{source}} o
    WHERE o.polarity < 0 AND o.lang = ? AND o.month IS NOT NULL AND {TOPIC} IS NOT NULL GROUP BY ALL ORDER BY ALL"""
SAYING = f"""WITH members AS ({MEMBERS}), saying AS (SELECT DISTINCT key_point, review FROM members)
    SELECT s.key_point, {{columns}} FROM saying s JOIN reviews r ON r.seq = s.review
    JOIN key_points p ON p.id = s.key_point WHERE p.lang = ? """


def read_summary_counts(
    cursor: duckdb.DuckDBPyConnection, lang: str, *, side: str, column: str | None
) -> SummaryCounts:
    """Return the counts for a language; ``side`` is the condition for opinions, ``column`` what splits the reviews."""
    source = f"(SELECT * FROM {ALL_OPINIONS} WHERE {side})"
    group, params = group_column(column)
    totals = f"SELECT count(*), min(r.date), max(r.date), {BOTH_STARS} {OF_LANGUAGE}"
    ((reviews, first, last, *stars),) = cursor.execute(totals, [lang]).fetchall()
    months = cursor.execute(
        f"SELECT strftime(r.date, '%Y-%m') AS month, count(*) {OF_LANGUAGE} AND r.date IS NOT NULL GROUP BY ALL", [lang]
    ).fetchall()
    groups = cursor.execute(
        f"SELECT {group} AS name, count(*) {OF_LANGUAGE} AND name IS NOT NULL GROUP BY ALL", [*params, lang]
    ).fetchall()
    complaints: dict[str, Counter[str]] = {}
    for topic, month, n in cursor.execute(COMPLAINT_MONTHS.format(source=source), [lang]).fetchall():
        complaints.setdefault(topic, Counter())[month] = n
    starred = SAYING.format(source=source, columns=BOTH_STARS)
    sums = cursor.execute(f"{starred} GROUP BY ALL", [lang]).fetchall()
    point_groups: dict[int, Counter[str]] = {}
    if len(groups) > 1:
        named = SAYING.format(source=source, columns=f"{group} AS name, count(*)")
        for point, name, n in cursor.execute(f"{named} AND name IS NOT NULL GROUP BY ALL", [*params, lang]).fetchall():
            point_groups.setdefault(point, Counter())[name] = n
    return SummaryCounts(
        lang=lang,
        reviews=reviews,
        first=first,
        last=last,
        stars=StarSums(*stars[:3]),
        ratings=StarSums(*stars[3:]),
        months=Counter(dict(months)),
        groups=Counter(dict(groups)),
        point_stars={point: StarSums(*found[:3]) for point, *found in sums},
        point_ratings={point: StarSums(*found[3:]) for point, *found in sums},
        point_groups=point_groups,
        complaint_months=complaints,
    )


def group_column(column: str | None) -> tuple[str, list[str]]:
    """Return the expression for the group of a review r, and its parameters: the product, or a column of the source."""
    return ("r.product", []) if column in (None, "product") else ("map_extract(r.extra, ?)[1]", [str(column)])


def read_topic_quotes(
    cursor: duckdb.DuckDBPyConnection,
    topic: str,
    *,
    lang: str,
    sign: int,
    side: str,
    limit: int,
    besides: int | None,
    since: Date | None,
    until: Date | None,
) -> tuple[int, list[Quote]]:
    """Return how many reviews speak well or badly of a topic, and a quote of each of the clearest."""
    source = f"(SELECT * FROM {ALL_OPINIONS} WHERE {side})"
    params = [topic, lang, sign, since, since, until, until, -1 if besides is None else besides, limit]
    rows = cursor.execute(TOPIC_QUOTES.format(source=source), params).fetchall()
    quotes = [
        Quote(id, start, end, text, polarity, Span(first, last), pairs(words))
        for _, id, start, end, text, polarity, first, last, words in rows
    ]
    return rows[0][0] if rows else 0, quotes
