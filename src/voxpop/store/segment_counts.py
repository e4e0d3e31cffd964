"""Segments of a file: which columns reviews can be split by, and how the groups differ."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from datetime import date as Date
from functools import lru_cache
from typing import NamedTuple

import numpy as np
import pyarrow as pa

from voxpop.aggregate.opinion_counts import OpinionCounts
from voxpop.aggregate.segments import (
    MAX_GROUPS,
    MIN_GROUP_REVIEWS,
    Group,
    SaidPoint,
    Segments,
    Value,
    Version,
    find_segments,
    group_counts,
    group_values,
)
from voxpop.errors import OptionError, choose
from voxpop.ingest.columns import KEPT_ROLES
from voxpop.ingest.dates import read_date
from voxpop.store.counting import numbers, of_side, row_opinions
from voxpop.store.database import reading
from voxpop.store.rated_reviews import rated_reviews
from voxpop.store.sql_query import REVIEW_LANGUAGE
from voxpop.store.store import Store

OWN_COLUMNS = ("product", "date", "stars", "lang", "source")
SEGMENTS = "segments"  # the fact that has them
POINTS = 15  # key points of each kind and language that are tested
SAMPLE = 200  # values that are looked at before all of them
NEEDLESS_ZEROS = re.compile(r"0\d.*|\d+\.\d*0")
READABLE = 0.95  # share of the values of a column that must be numbers, or dates, for it to be one of such


def segment_columns(store: Store) -> dict[str, list[Group]]:
    """Return the columns that split the reviews into at least two groups: our own, then the others of the source."""
    columns = {name: group_values(column_values(store, name)) for name in column_names(store)}
    return {name: groups for name, groups in columns.items() if len(groups) > 1}


class SegmentSize(NamedTuple):
    """A group of a column and how many reviews it has."""

    name: str
    reviews: int
    pooled: int


def segment_sizes(store: Store) -> dict[str, list[SegmentSize]]:
    """Return the groups of ``segment_columns`` as they were counted when the file was written."""
    counted = store.fact(SEGMENTS)
    columns = count_segments(store) if counted is None else counted
    return {name: [SegmentSize(*group) for group in groups] for name, groups in columns.items()}


def count_segments(store: Store) -> dict[str, list[SegmentSize]]:
    """Return the groups of ``segment_columns`` without their reviews: only the different values are in memory."""
    columns = {name: group_counts(column_counts(store, name)) for name in column_names(store)}
    return {
        name: [SegmentSize(group.name, group.reviews, group.pooled) for group in groups]
        for name, groups in columns.items()
        if len(groups) > 1
    }


def can_split(store: Store, name: str) -> bool:
    """Whether a column splits the reviews into at least two groups."""
    return len(group_counts(column_counts(store, name))) > 1


def column_names(store: Store) -> list[str]:
    """Return the names of all columns with values."""
    cursor = store._connection.cursor()
    with reading():
        counts = ", ".join(f"count({name})" for name in OWN_COLUMNS)
        filled = cursor.execute(f"SELECT {counts} FROM reviews").fetchall()[0]
        own = [name for name, n in zip(OWN_COLUMNS, filled, strict=True) if n]
        others = cursor.execute("SELECT DISTINCT unnest(map_keys(extra)) FROM reviews ORDER BY 1").fetchall()
    return [*own, *(name for (name,) in others if name not in own)]


def column_called(store: Store, name: str) -> str:
    """Return the column of a name, or the one that was read as the version or country. Raises an OptionError.

    If files have different columns for it, the name stands for all of them.
    """
    names, columns = column_names(store), columns_read_as(store, name)
    if name in names or len(columns) > 1:
        return name
    return choose("column", next(iter(columns), name), names)


def columns_read_as(store: Store, role: str) -> list[str]:
    """Return the columns of the files that were read as the version or country."""
    columns = [source["columns"].get(role) for source in store.fact("sources", [])]
    return list(dict.fromkeys(column for column in columns if column)) if role in KEPT_ROLES else []


def column_values(store: Store, name: str) -> list[Value]:
    """Return the value of each review in a column, in the order of the file; None where it has none.

    The other columns of a source are texts: they become versions in a column of such, and numbers or dates where nearly
    all of them are.
    """
    value, params = _column_sql(store, name)
    with reading():
        rows = store._connection.cursor().execute(f"SELECT {value} FROM reviews ORDER BY seq", params).fetchall()
    values = [value for (value,) in rows]
    if name in OWN_COLUMNS:
        return values
    return [as_version(text) for text in values] if is_of_versions(store, name) else typed(values)


def column_counts(store: Store, name: str) -> dict[Value, int]:
    """Return the different values of ``column_values``, the first one first, and how many reviews have each."""
    cursor = store._connection.cursor()
    value, params = _column_sql(store, name)
    given = f"(SELECT {value} AS value, seq FROM reviews)"
    with reading():
        counts = dict(
            cursor.execute(
                f"SELECT value, count(*) FROM {given} WHERE value IS NOT NULL GROUP BY value ORDER BY min(seq)", params
            ).fetchall()
        )
        if name in OWN_COLUMNS:
            return counts
        rows = cursor.execute(f"SELECT value FROM {given} WHERE trim(value) <> '' ORDER BY seq LIMIT {SAMPLE}", params)
        sample = [text for (text,) in rows.fetchall() if text.strip()]
    read = as_version if is_of_versions(store, name) else reader_of(counts, sample)
    found: Counter[Value] = Counter()
    for text, count in counts.items():
        found[read(text)] += count
    del found[None]
    return found


def _column_sql(store: Store, name: str) -> tuple[str, list[str]]:
    """Return the value of a review in a column in SQL, and its parameters."""
    if name in OWN_COLUMNS:
        return name, []
    columns = columns_read_as(store, name) or [name]
    return f"coalesce({', '.join('map_extract(extra, ?)[1]' for _ in columns)})", columns


def is_of_versions(store: Store, name: str) -> bool:
    """Return whether a column holds versions."""
    return name in ("version", *columns_read_as(store, "version"))


def as_version(text: str | None) -> Version | None:
    """Return a text as a version; None if it is blank."""
    return Version(text) if text is not None and text.strip() else None


def typed(texts: Sequence[str | None]) -> list[Value]:
    """Return texts as numbers or dates if nearly all are, without those that are not."""
    given = [text for text in texts if text is not None and text.strip()]
    read = reader_of(Counter(given), given[:SAMPLE])
    return [read(text) if text is not None else None for text in texts]


def reader_of(counts: Mapping[str, int], sample: Sequence[str]) -> Callable[[str], Value]:
    """Return what makes numbers or dates of texts if nearly all are, or else of blank ones None.

    A few of which one has zeros that a number does not need ("4.0" of a version, "007") are names. ``sample`` are the
    first of the texts: most columns are told by them.
    """
    given = {text: count for text, count in counts.items() if text.strip()}
    are_names = len(given) <= MAX_GROUPS and any(NEEDLESS_ZEROS.fullmatch(text) for text in given)
    for read in (as_date,) if are_names else (as_number, as_date):
        if given and _is_readable(Counter(sample), read) and _is_readable(given, read):
            return read
    return lambda text: text if text.strip() else None


def _is_readable(counts: Mapping[str, int], read: Callable[[str], Value]) -> bool:
    return sum(count for text, count in counts.items() if read(text) is not None) >= READABLE * sum(counts.values())


def as_number(text: str) -> float | None:
    try:
        number = float(text.replace(",", ""))
    except ValueError:
        return None
    return number if np.isfinite(number) else None


@lru_cache(maxsize=10_000)
def as_date(text: str) -> Date | None:
    return read_date(text)


def segments_of(store: Store, by: str | None) -> Segments:
    """Return how the groups of a column differ. Raises an OptionError for none, or one with a single group."""
    by = by and column_called(store, by)
    groups = group_values(column_values(store, by)) if by else []
    if not by or len(groups) < 2:
        why = f"The column {by!r} does not split" if by else "Name a column, as in --by version, that splits"
        raise OptionError(
            f"{why} the reviews into groups to compare: each needs {MIN_GROUP_REVIEWS} reviews. Columns that do: "
            f"{', '.join(segment_columns(store)) or 'none'}."
        )
    rated = rated_reviews(store)
    with reading():
        query = f"SELECT seq, {REVIEW_LANGUAGE} AS lang FROM reviews r ORDER BY seq"
        every = store._connection.cursor().sql(query).to_arrow_table()
    seq = every["seq"].to_numpy().astype(np.int64)
    return find_segments(
        by,
        groups,
        counts_by_segment(store, groups, seq.tolist()),
        rated,
        rows=[row for row in store.aspects if row.parent is None],
        languages=every["lang"].to_numpy(zero_copy_only=False).astype(object),
        places_of_rated=np.searchsorted(seq, rated.numbers),
        points=said_points(store),
    )


def said_points(store: Store) -> list[SaidPoint]:
    """Return the key points that most reviews say, with the places of these reviews."""
    points = store.key_points(limit=POINTS)
    if not points:
        return []
    with reading():
        ids = store._connection.cursor().execute("SELECT id FROM reviews ORDER BY seq").fetchall()
    place = {id: n for n, (id,) in enumerate(ids)}
    return [
        SaidPoint(f"point:{point.id}", point.text, point.lang, tuple(place[quote.review_id] for quote in point.quotes))
        for point in points
    ]


def counts_by_segment(
    store: Store, groups: Sequence[Group], seq: Sequence[int]
) -> dict[tuple[str, int], OpinionCounts]:
    """Return the numbers of each row of the table in each group."""
    ids = [row.id for row in store.aspects]
    pairs = [(seq[place], number) for number, group in enumerate(groups) for place in group.places]
    cursor = store._connection.cursor()
    columns = {"seq": [pair[0] for pair in pairs], "segment": [pair[1] for pair in pairs]}
    cursor.register("segment_of", pa.table(columns, schema=pa.schema({"seq": pa.int64(), "segment": pa.int64()})))
    source = f"(SELECT o.*, g.segment FROM {row_opinions()} o JOIN segment_of g ON g.seq = o.review)"
    with reading():
        counts = numbers(cursor, source, "row", "segment", where=of_side(store.side))
    return {(ids[row], segment): n for (row, segment), n in counts.items()}
