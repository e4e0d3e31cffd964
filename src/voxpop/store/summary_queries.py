"""What a summary counts in the file, beside its key points, and the quotes for its claims."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import duckdb
import pyarrow as pa

from voxpop.aggregate.compare import StarSums
from voxpop.store.counting import ALL_OPINIONS
from voxpop.store.file_schema import pairs
from voxpop.store.key_point_tables import FILE_MEMBERS
from voxpop.store.sql_query import REVIEW_LANGUAGE
from voxpop.summarize.findings import SummaryCounts, TopicQuery
from voxpop.types import Quote, Span

OF_LANGUAGE = f"FROM reviews r WHERE {REVIEW_LANGUAGE} = ?"
STARS = "count({0}), coalesce(sum({0}), 0), coalesce(sum({0} * {0}), 0)"
BOTH_STARS = f"{STARS.format('r.stars')}, {STARS.format('coalesce(r.stars, r.predicted_stars)')}"
TOPIC = "coalesce(o.aspect, o.category)"
TOPIC_QUOTES = f"""WITH members AS ({FILE_MEMBERS}), clearest AS (SELECT w.place, o.* FROM {{source}} o
    JOIN wanted w ON {TOPIC} = w.topic AND sign(o.polarity) = w.sign AND (w.since IS NULL OR o.date >= w.since)
    AND (w.until IS NULL OR o.date < w.until) ANTI JOIN members m ON m.review = o.review AND m.key_point = w.besides
    WHERE o.lang = ?
    QUALIFY row_number() OVER (PARTITION BY w.place, o.review ORDER BY o.worth DESC, o.start, o."end") = 1),
    best AS (SELECT *, count(*) OVER (PARTITION BY place) AS reviews FROM clearest
    QUALIFY row_number() OVER (PARTITION BY place ORDER BY worth DESC, review) <= ?)
    SELECT o.place, o.reviews, o.review_id, o.evidence_start, o.evidence_end,
    substring(r.text, o.evidence_start + 1, o.evidence_end - o.evidence_start), o.polarity, o.start, o."end",
    o.opinion_words FROM best o JOIN reviews r ON r.seq = o.review ORDER BY o.place, o.worth DESC, o.review"""
WANTED = pa.schema({
    "topic": pa.string(), "sign": pa.int64(), "besides": pa.int64(), "since": pa.date32(), "until": pa.date32(),
    "place": pa.int64(),
})  # fmt: skip
COMPLAINT_MONTHS = f"""SELECT {TOPIC} AS topic, o.month, count(DISTINCT o.review) FROM {{source}} o
    WHERE o.polarity < 0 AND o.lang = ? AND o.month IS NOT NULL AND {TOPIC} IS NOT NULL GROUP BY ALL ORDER BY ALL"""
SAYING = f"""WITH members AS ({FILE_MEMBERS}),
    saying AS (SELECT key_point, review, max(closeness) AS closeness FROM members GROUP BY ALL)
    SELECT s.key_point, {{columns}} FROM saying s JOIN reviews r ON r.seq = s.review
    JOIN key_points p ON p.id = s.key_point WHERE p.lang = ? """
# The mean chance that the reviews of a key point say it, without the review that its label is taken from
OTHERS_SAY_IT = "coalesce((sum(s.closeness) - max(s.closeness)) / nullif(count(*) - 1, 0), 0)"


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
    starred = SAYING.format(where=side, columns=f"{BOTH_STARS}, {OTHERS_SAY_IT}")
    sums = cursor.execute(f"{starred} GROUP BY ALL", [lang]).fetchall()
    point_groups: dict[int, Counter[str]] = {}
    if len(groups) > 1:
        named = SAYING.format(where=side, columns=f"{group} AS name, count(*)")
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
        point_stars={point: StarSums(*numbers[:3]) for point, *numbers in sums},
        point_ratings={point: StarSums(*numbers[3:6]) for point, *numbers in sums},
        point_chances={point: numbers[6] for point, *numbers in sums},
        point_groups=point_groups,
        complaint_months=complaints,
    )


def group_column(column: str | None) -> tuple[str, list[str]]:
    """Return the expression for the group of a review r, and its parameters: the product, or a column of the source."""
    return ("r.product", []) if column in (None, "product") else ("map_extract(r.extra, ?)[1]", [str(column)])


def read_topic_quotes(
    cursor: duckdb.DuckDBPyConnection, wanted: Sequence[TopicQuery], *, lang: str, side: str, limit: int
) -> list[tuple[int, list[Quote]]]:
    """Return of each query how many reviews speak so of its topic, and a quote of each of the clearest."""
    asked = [{**query._asdict(), "place": place} for place, query in enumerate(wanted)]
    cursor.register("wanted", pa.Table.from_pylist(asked, schema=WANTED))
    source = f"(SELECT * FROM {ALL_OPINIONS} WHERE {side})"
    answers: list[tuple[int, list[Quote]]] = [(0, []) for _ in wanted]
    for place, reviews, id, start, end, text, polarity, first, last, words in cursor.execute(
        TOPIC_QUOTES.format(source=source, where=side), [lang, limit]
    ).fetchall():
        quotes = [*answers[place][1], Quote(id, start, end, text, polarity, Span(first, last), pairs(words))]
        answers[place] = reviews, quotes
    return answers
