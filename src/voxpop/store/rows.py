"""Tables of an analysis as Python sees them: sized, iterable, and handed over to pandas or Arrow whole."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import duckdb
import pyarrow as pa

from voxpop.errors import MissingExtra
from voxpop.store.database import reading

if TYPE_CHECKING:
    import pandas as pd

T = TypeVar("T")
BATCH = 4096


def arrow_batches(cursor: duckdb.DuckDBPyConnection, query: str, *params: object) -> Iterator[pa.RecordBatch]:
    """The result of a query, some thousands of rows at a time."""
    with reading():
        result = cursor.sql(query, params=list(params))
        if result is not None:  # None: a statement that returns nothing
            yield from result.to_arrow_reader(BATCH)


def rows_of(cursor: duckdb.DuckDBPyConnection, query: str, *params: object) -> Iterator[dict[str, Any]]:
    """The same, row by row as dictionaries."""
    for batch in arrow_batches(cursor, query, *params):
        yield from batch.to_pylist()


class Rows(Generic[T]):
    """The rows of one query. Iterating reads them batch by batch, so a large file never sits in memory."""

    def __init__(self, connection: duckdb.DuckDBPyConnection, query: str, build: Callable[[dict[str, Any]], T]) -> None:
        self._connection = connection
        self._query = query
        self._build = build

    def __len__(self) -> int:
        row = self._connection.cursor().execute(f"SELECT count(*) FROM ({self._query})").fetchone()
        return int(row[0]) if row else 0

    def __bool__(self) -> bool:
        return len(self) > 0

    def __iter__(self) -> Iterator[T]:
        return map(self._build, rows_of(self._connection.cursor(), self._query))

    def __repr__(self) -> str:
        return f"<{len(self):,} rows>"

    def to_arrow(self) -> pa.Table:
        return self._connection.cursor().sql(self._query).to_arrow_table()

    def to_pandas(self) -> pd.DataFrame:
        try:
            import pandas  # noqa: F401
        except ImportError:
            raise MissingExtra("to_pandas()", "pandas") from None
        frame: pd.DataFrame = self._connection.cursor().sql(self._query).df()
        return frame
