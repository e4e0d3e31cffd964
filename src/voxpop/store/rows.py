"""Tables of an analysis as Python sees them: sized, iterable, and handed over to pandas or Arrow whole."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import duckdb
import pyarrow as pa

from voxpop.errors import MissingExtra

if TYPE_CHECKING:
    import pandas as pd

T = TypeVar("T")
BATCH = 4096


def batches(result: duckdb.DuckDBPyConnection) -> Iterator[list[dict[str, Any]]]:
    """The rows of an executed query as dictionaries, some thousands at a time."""
    for batch in arrow_batches(result):
        yield batch.to_pylist()


def arrow_batches(result: duckdb.DuckDBPyConnection) -> Iterator[pa.RecordBatch]:
    reader = result.to_arrow_reader(BATCH)
    if reader is not None:  # None: the query returned nothing that could be read
        yield from reader


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
        for rows in batches(self._connection.cursor().execute(self._query)):
            yield from map(self._build, rows)

    def __repr__(self) -> str:
        return f"<{len(self):,} rows>"

    def to_arrow(self) -> pa.Table:
        return self._connection.cursor().execute(self._query).to_arrow_table()

    def to_pandas(self) -> pd.DataFrame:
        try:
            import pandas  # noqa: F401
        except ImportError:
            raise MissingExtra("to_pandas()", "pandas") from None
        return self._connection.cursor().execute(self._query).df()
