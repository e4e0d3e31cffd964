"""What a summary counts in the file, and the quotes for its claims."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import duckdb
import pyarrow as pa

from voxpop.aggregate.compare import StarSums
from voxpop.aggregate.whole_phrases import AROUND
from voxpop.lang import language
from voxpop.store.counting import topic_opinions
from voxpop.store.file_schema import pairs
from voxpop.store.key_point_tables import END, HELD, START
from voxpop.store.sql_query import REVIEW_LANGUAGE
from voxpop.summarize.examples import MIN_CONFIDENCE, TopicStatement
from voxpop.summarize.findings import SummaryCounts, TopicCounts, TopicQuery
from voxpop.types import Quote, Span

OF_LANGUAGE = f"FROM reviews r WHERE {REVIEW_LANGUAGE} = ?"
STARS = "count({0}), coalesce(sum({0}), 0), coalesce(sum({0} * {0}), 0)"
BOTH_STARS = f"{STARS.format('r.stars')}, {STARS.format('coalesce(r.stars, r.predicted_stars)')}"
OPINIONS = f"""(SELECT review, start, "end", polarity, opinion_words, evidence_start, evidence_end, worth, date, month,
    stars, rating, confidence, topic, sign(polarity) AS sign FROM {topic_opinions()} WHERE {{side}} AND lang = ?)"""
# The reviews that speak well or badly of each topic: all of them, by month, and by group.
SPEAKERS = """SELECT topic, sign, month, name, grouping(month), grouping(name), count(*), count(rating),
    coalesce(sum(round(rating * 1000)), 0) / 1000, avg(confidence) FROM (SELECT o.topic, o.sign, o.review, o.month,
    o.rating, {group} AS name, max(o.confidence) AS confidence FROM {source} o JOIN reviews r ON r.seq = o.review
    WHERE o.sign <> 0 GROUP BY ALL)
    GROUP BY GROUPING SETS ((topic, sign), (topic, sign, month), (topic, sign, name)) ORDER BY ALL"""
# What reviews say of topics, as far as the model is sure of it. Reviews whose stars say the opposite tell none: what
# they praise or blame there is often someone else's, or not meant so. Of many, those whose meaning has a low checksum.
TOPIC_STATEMENTS = f"""SELECT w.place, substring(r.text, {START} + 1, {END} - {START}),
    substring(r.text, greatest({START} - {AROUND}, 0) + 1, least({START}, {AROUND})),
    substring(r.text, {END} + 1, {AROUND}), substring(r.text, s.words_start + 1, s.words_end - s.words_start),
    o.review, o.start, s.meaning FROM (FROM statements WHERE NOT wish AND hash(meaning) <= ?) s
    JOIN {{source}} o ON {HELD} AND s.polarity * o.sign > 0 AND o.confidence >= {MIN_CONFIDENCE}
    AND coalesce((o.stars - 3) * o.sign, 0) >= 0
    JOIN wanted w ON o.topic = w.topic AND o.sign = w.sign AND hash(s.meaning) <= w.highest
    JOIN reviews r ON r.seq = o.review ORDER BY ALL"""
# Of each review the opinion that holds an example, or else its clearest one. Their places are chosen first: many are
# found and few are quoted. One that is to be ``exclusive`` is of a review that does not say the opposite as well.
TOPIC_QUOTES = """WITH found AS (SELECT w.place, o.review, min({{'example': list_position(w.examples,
    [o.review, o.start]), 'worth': -o.worth, 'start': o.start, 'end': o."end"}}) AS o
    FROM {source} o JOIN reviews r ON r.seq = o.review JOIN wanted w ON o.topic = w.topic AND o.sign = w.sign
    AND (w.since IS NULL OR o.date >= w.since) AND (w.until IS NULL OR o.date < w.until)
    AND (w."group" IS NULL OR {group} = w."group") GROUP BY w.place, o.review),
    clearest AS (SELECT f.* FROM found f JOIN wanted w USING (place) ANTI JOIN (SELECT review, topic FROM {source}
    GROUP BY ALL HAVING min(sign) < 0 AND max(sign) > 0) x
    ON w.exclusive AND x.review = f.review AND x.topic = w.topic),
    best AS (SELECT *, count(*) OVER (PARTITION BY place) AS reviews FROM clearest
    QUALIFY row_number() OVER (PARTITION BY place ORDER BY o.example, o.worth, review) <= ?)
    SELECT b.place, b.reviews, r.id, o.evidence_start, o.evidence_end,
    substring(r.text, o.evidence_start + 1, o.evidence_end - o.evidence_start), o.polarity, o.start, o."end",
    o.opinion_words FROM best b JOIN opinions o ON o.review = b.review AND o.start = b.o.start AND o."end" = b.o."end"
    JOIN reviews r ON r.seq = o.review ORDER BY b.place, b.o.example, b.o.worth, o.review"""
HIGHEST_HASH = 2**64 - 2**11  # as a float holds it
WANTED = pa.schema({
    "topic": pa.string(), "sign": pa.int64(), "exclusive": pa.bool_(), "since": pa.date32(), "until": pa.date32(),
    "group": pa.string(), "examples": pa.list_(pa.list_(pa.int64())), "place": pa.int64(),
})  # fmt: skip


def read_summary_counts(
    cursor: duckdb.DuckDBPyConnection, lang: str, *, side: str, column: str | None
) -> SummaryCounts:
    """Return the counts for a language; ``side`` is the condition for opinions, ``column`` what splits the reviews."""
    source = OPINIONS.format(side=side)
    group, params = group_column(column)
    totals = f"SELECT count(*), min(r.date), max(r.date), {BOTH_STARS} {OF_LANGUAGE}"
    ((reviews, first, last, *stars),) = cursor.execute(totals, [lang]).fetchall()
    months = cursor.execute(
        f"SELECT strftime(r.date, '%Y-%m') AS month, count(*) {OF_LANGUAGE} AND r.date IS NOT NULL GROUP BY ALL", [lang]
    ).fetchall()
    groups = cursor.execute(
        f"SELECT {group} AS name, count(*) {OF_LANGUAGE} AND name IS NOT NULL GROUP BY ALL", [*params, lang]
    ).fetchall()
    topics: dict[tuple[str, int], TopicCounts] = {}
    speakers = cursor.execute(SPEAKERS.format(source=source, group=group), [*params, lang]).fetchall()
    for topic, sign, month, name, of_all_months, of_all_groups, *numbers in speakers:
        counts = topics.setdefault((topic, int(sign)), TopicCounts())
        if of_all_months and of_all_groups:
            counts.reviews, counts.rated, counts.rating, counts.confidence = numbers
        elif month is not None:
            counts.months[month] = numbers[0]
        elif name is not None:
            counts.groups[name] = numbers[0]
    ((judging,),) = cursor.execute(
        f"SELECT count(DISTINCT review) FROM {source} WHERE sign <> 0 AND list_contains(?, topic)",
        [lang, list(language(lang).topic_names.OVERALL_NAMES)],
    ).fetchall()
    return SummaryCounts(
        lang=lang,
        reviews=reviews,
        first=first,
        last=last,
        stars=StarSums(*stars[:3]),
        ratings=StarSums(*stars[3:]),
        months=Counter(dict(months)),
        groups=Counter(dict(groups)),
        topics=topics,
        judging=judging,
    )


def group_column(column: str | None) -> tuple[str, list[str]]:
    """Return the expression for the group of a review r, and its parameters: the product, or a column of the source."""
    return ("r.product", []) if column in (None, "product") else ("map_extract(r.extra, ?)[1]", [str(column)])


def read_topic_statements(
    cursor: duckdb.DuckDBPyConnection, wanted: Sequence[TopicQuery], shares: Sequence[float], *, lang: str, side: str
) -> list[list[TopicStatement]]:
    """Return of each query such a share of what reviews say of its topic."""
    highest = [int(share * HIGHEST_HASH) for share in shares]
    table = {"topic": [query.topic for query in wanted], "sign": [query.sign for query in wanted]}
    types = {"highest": pa.array(highest, pa.uint64()), "place": pa.array(range(len(wanted)), pa.int64())}
    cursor.register("wanted", pa.table({**table, **types}))
    answers: list[list[TopicStatement]] = [[] for _ in wanted]
    query = TOPIC_STATEMENTS.format(source=OPINIONS.format(side=side))
    for place, *statement in cursor.execute(query, [max(highest, default=0), lang]).fetchall():
        answers[place].append(TopicStatement(*statement))
    return answers


def read_topic_quotes(
    cursor: duckdb.DuckDBPyConnection,
    wanted: Sequence[TopicQuery],
    *,
    lang: str,
    side: str,
    column: str | None,
    limit: int,
) -> list[tuple[int, list[Quote]]]:
    """Return of each query how many reviews speak so of its topic, and a quote of each: examples, then the clearest."""
    asked = [{**query._asdict(), "place": place} for place, query in enumerate(wanted)]
    cursor.register("wanted", pa.Table.from_pylist(asked, schema=WANTED))
    group, params = group_column(column)
    answers: list[tuple[int, list[Quote]]] = [(0, []) for _ in wanted]
    for place, reviews, id, start, end, text, polarity, first, last, words in cursor.execute(
        TOPIC_QUOTES.format(source=OPINIONS.format(side=side), group=group), [lang, *params, lang, limit]
    ).fetchall():
        quotes = [*answers[place][1], Quote(id, start, end, text, polarity, Span(first, last), pairs(words))]
        answers[place] = reviews, quotes
    return answers
