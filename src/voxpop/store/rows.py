"""Tables of an analysis as Python sees them: sized, iterable, indexed, and handed over to pandas or Arrow whole."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, Generic, TypeVar, overload

import duckdb
import pyarrow as pa

from voxpop.arrow_tables import RowsWithTexts
from voxpop.errors import MissingExtra
from voxpop.html_display import rows_html
from voxpop.store.database import reading
from voxpop.store.sql_query import REVIEW_LANGUAGE, Query

if TYPE_CHECKING:
    import pandas as pd

T = TypeVar("T")
BATCH = 4096
MAX_ROWS = 20  # rows in a notebook
RANGE = 2000  # reviews whose rows are sorted at a time
TEXTS = Query("SELECT r.seq, r.text FROM reviews r", number="r.seq")


def arrow_batches(cursor: duckdb.DuckDBPyConnection, query: str, *params: object) -> Iterator[pa.RecordBatch]:
    """Yield the result of a query, some thousands of rows at a time."""
    with reading():
        result = cursor.sql(query, params=list(params))
        if result is not None:  # None: a statement that returns nothing
            yield from result.to_arrow_reader(BATCH)


def arrow_table(cursor: duckdb.DuckDBPyConnection, query: Query) -> pa.Table:
    """Return the whole result of a query."""
    with reading():
        return cursor.sql(query.sql, params=list(query.params)).to_arrow_table()


def rows_of(cursor: duckdb.DuckDBPyConnection, query: str, *params: object) -> Iterator[dict[str, Any]]:
    """Yield the rows of a query as dictionaries."""
    for batch in arrow_batches(cursor, query, *params):
        yield from batch.to_pylist()


def ranged_rows(cursor: duckdb.DuckDBPyConnection, query: Query) -> Iterator[dict[str, Any]]:
    """Yield the rows of a query, some thousands of reviews at a time where they come review by review.

    Several such iterators at once then fit into little memory: no sort is larger than a range.
    """
    if query.number is None:
        yield from rows_of(cursor, query.sql, *query.params)
        return
    for part in ranges(cursor, query):
        yield from rows_of(cursor, part.sql, *part.params)


def ranges(cursor: duckdb.DuckDBPyConnection, query: Query) -> Iterator[Query]:
    """Yield the query for one range of reviews after the other."""
    with reading():
        last = cursor.execute("SELECT coalesce(max(seq), -1) FROM reviews").fetchall()[0][0]
    for first in range(0, last + 1, RANGE):
        yield query.between(first, first + RANGE)


def rows_with_texts(cursor: duckdb.DuckDBPyConnection, query: Query, lang: str) -> Iterator[RowsWithTexts]:
    """Yield the rows of a query on reviews r of a language, those of some thousand whole reviews at a time."""
    parts = (ranges(cursor, own.where(f"{REVIEW_LANGUAGE} = ?", lang)) for own in (query, TEXTS))
    for part, texts in zip(*parts, strict=True):
        if len(rows := arrow_table(cursor, part)):
            yield rows, arrow_table(cursor, texts)


class Rows(Generic[T]):
    """The rows of one query. Iterating reads a range of reviews at a time, so a large file is never in memory."""

    def __init__(
        self, connection: duckdb.DuckDBPyConnection, query: Query, build: Callable[[dict[str, Any]], T]
    ) -> None:
        self._connection = connection
        self._query = query
        self._build = build

    def __len__(self) -> int:
        with reading():
            return int(self._relation(f"SELECT count(*) FROM ({self._query.unordered})").fetchall()[0][0])

    def __bool__(self) -> bool:
        return len(self) > 0

    def __iter__(self) -> Iterator[T]:
        return map(self._build, ranged_rows(self._connection.cursor(), self._query))

    @overload
    def __getitem__(self, place: int) -> T: ...

    @overload
    def __getitem__(self, place: slice) -> list[T]: ...

    def __getitem__(self, place: int | slice) -> T | list[T]:
        places = range(len(self))[place]
        if isinstance(places, int):
            return self._between(places, 1)[0]
        if not places:
            return []
        first = min(places[0], places[-1])
        rows = self._between(first, abs(places[-1] - places[0]) + 1)
        return [rows[at - first] for at in places]

    def _between(self, first: int, count: int) -> list[T]:
        query = f"{self._query.sql} LIMIT {count} OFFSET {first}"
        return [self._build(row) for row in rows_of(self._connection.cursor(), query, *self._query.params)]

    def __repr__(self) -> str:
        return f"<{len(self):,} rows>"

    def _repr_html_(self) -> str:
        return rows_html(self[:MAX_ROWS], len(self))

    def to_arrow(self) -> pa.Table:
        with reading():
            return self._relation(self._query.sql).to_arrow_table()

    def to_pandas(self) -> pd.DataFrame:
        try:
            import pandas  # noqa: F401
        except ImportError:
            raise MissingExtra("to_pandas()", "pandas") from None
        with reading():
            frame: pd.DataFrame = self._relation(self._query.sql).df()
        return frame

    def _relation(self, query: str) -> duckdb.DuckDBPyRelation:
        return self._connection.cursor().sql(query, params=list(self._query.params))
