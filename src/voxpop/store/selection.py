"""A part of a .voxpop file as if it were a file: the reviews of a period, of a segment or of both, counted anew."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date as Date
from typing import Any
from urllib.parse import quote, unquote

import duckdb
import pyarrow as pa

from voxpop.aggregate.aspect_table import in_order
from voxpop.aggregate.segments import group_values
from voxpop.errors import OptionError
from voxpop.store.counting import fill_rows
from voxpop.store.file_schema import TABLES, as_columns
from voxpop.store.page_tables import PAGE_TABLES, fill_page_tables
from voxpop.store.segment_counts import column_called, column_values
from voxpop.store.store import Store
from voxpop.store.writable import WITH_NUMBERS, aspect_rows, quote_rows

OF_REVIEWS = (
    "sentences", "mentions", "opinions", "comparisons", "statements", "key_point_statements", "audit_queue", "checks",
)  # fmt: skip
EMPTY = ("claims", "claim_quotes")  # of all reviews; those of a part are made when they are asked for
# A key point is told in the words of the clearest review that is there.
KEY_POINTS = """SELECT id, lang, kind, clearest.review, clearest.start, clearest."end" FROM {file}.key_points p
    JOIN (SELECT key_point, arg_max(struct_pack(review, start, "end"), closeness) AS clearest
    FROM key_point_statements GROUP BY 1) c ON c.key_point = p.id"""
DATES = ("since", "until")
_DAY = re.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}")


@dataclass(frozen=True, slots=True)
class Selection:
    """The reviews from one day to another, and those of one segment; nothing set: all."""

    since: Date | None = None
    until: Date | None = None
    column: str | None = None
    value: str = ""  # a group of the column, as ``voxpop segments`` names it; empty: the small ones that are pooled

    def __bool__(self) -> bool:
        return any((self.since, self.until, self.column))

    def __str__(self) -> str:
        """The selection as text, such as ``since=2024-05-01;country=US``."""
        pairs = [(name, value.isoformat()) for name in DATES if (value := getattr(self, name))]
        pairs += [(self.column, self.value)] if self.column else []
        return ";".join(f"{quote(name, safe='')}={quote(value, safe='')}" for name, value in pairs)


def parse_selection(text: str) -> Selection:
    """Read what ``str`` of a selection gives. Raises an OptionError where it is none."""
    days: dict[str, Date] = {}
    segment: tuple[str, ...] = ()
    for part in filter(None, text.split(";")):
        name, equals, value = part.partition("=")
        name, value = unquote(name), unquote(value)
        if not equals or (segment and name not in DATES):
            raise OptionError(f"A selection is written as since=2024-05-01;until=2024-05-31;country=US, not {text!r}.")
        if name in DATES:
            days[name] = parse_day(value)
        else:
            segment = (name, value)
    return Selection(days.get("since"), days.get("until"), *segment)


def parse_day(text: str) -> Date:
    """Read a day as it is written in files: 2024-05-31."""
    try:
        if _DAY.fullmatch(text.strip()):
            return Date.fromisoformat(text.strip())
    except ValueError:
        pass  # such as 2024-02-31
    raise OptionError(f"A day is written as 2024-05-31, not {text!r}.")


def selected_reviews(store: Store, selection: Selection) -> list[int]:
    """Return the numbers of the reviews of a selection."""
    rows = store._all("SELECT seq, date FROM reviews ORDER BY seq")
    chosen: set[int] | None = None
    if selection.column is not None:
        values = column_values(store, column_called(store, selection.column))
        groups = {group.name: group.places for group in group_values(values)}
        if selection.value not in groups:
            names = ", ".join(name or "(others)" for name in groups)
            raise OptionError(f"{selection.column} has no group {selection.value!r}. It has: {names or 'none'}.")
        chosen = set(groups[selection.value])
    first, last = selection.since or Date.min, selection.until or Date.max
    dated = selection.since is not None or selection.until is not None
    return [
        seq
        for place, (seq, day) in enumerate(rows)
        if (chosen is None or place in chosen) and (not dated or (day is not None and first <= day <= last))
    ]


def undated_count(store: Store) -> int:
    """Return the number of reviews without a date, which no period has."""
    return int(store._all("SELECT count(*) FROM reviews WHERE date IS NULL")[0][0])


class PartConnection:
    """A connection whose cursors see the tables of a part where queries name those of the file."""

    def __init__(self, connection: duckdb.DuckDBPyConnection, database: str) -> None:
        self._connection = connection
        self._database = database

    def cursor(self) -> duckdb.DuckDBPyConnection:
        """Return a cursor for the part."""
        cursor = self._connection.cursor()
        cursor.execute(f"USE {self._database}")
        return cursor

    def execute(self, query: str, params: Any = None) -> duckdb.DuckDBPyConnection:
        """Run a query on the part."""
        return self.cursor().execute(query, params)

    def close(self) -> None:
        """Leave the connection open: it is the file's."""


def lay_out_part(store: Store, selection: Selection, database: str) -> PartConnection:
    """Make the tables of a part in an empty database that is attached to the connection of a store."""
    wanted, aspects = selected_reviews(store, selection), list(store.aspects)
    part = PartConnection(store._connection, database)
    cursor = part.cursor()
    file = '"' + store._all("SELECT current_database()")[0][0].replace('"', '""') + '".main'
    cursor.register("wanted", pa.table({"seq": pa.array(wanted, pa.int64())}))
    cursor.execute("CREATE TABLE chosen AS FROM wanted")
    cursor.execute(f"CREATE VIEW reviews AS SELECT r.* FROM {file}.reviews r SEMI JOIN chosen c ON c.seq = r.seq")
    for table in OF_REVIEWS:
        cursor.execute(
            f"CREATE TABLE {table} AS SELECT t.* FROM {file}.{table} t SEMI JOIN chosen c ON c.seq = t.review"
        )
    cursor.execute(f"CREATE TABLE key_points AS {KEY_POINTS.format(file=file)}")
    for table in PAGE_TABLES:
        cursor.execute(f"CREATE TABLE {table} AS FROM {file}.{table} LIMIT 0")
    for table in set(TABLES) - {"reviews", "aspects", "quotes", "key_points", *OF_REVIEWS, *PAGE_TABLES}:
        cursor.execute(f"CREATE VIEW {table} AS FROM {file}.{table} WHERE {table not in EMPTY}")
    filled = fill_rows(part, aspects, about=store.side, texts=store.texts)  # type: ignore[arg-type]
    rows = in_order([row for row in filled if row is not None])
    cursor.register("rows", as_columns(store._connection, f"{file}.aspects", aspect_rows(rows)))
    cursor.register("quoted", as_columns(store._connection, f"{file}.quotes", quote_rows(rows)))
    cursor.execute("CREATE TABLE aspects AS FROM rows")
    cursor.execute(f"CREATE TABLE quotes AS {WITH_NUMBERS.format('quoted')}")
    fill_page_tables(part, store.side)  # type: ignore[arg-type]
    return part
