"""What a new file and one that is being edited have in common: rows can be put into their tables."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import duckdb
import pyarrow as pa

from voxpop.store.database import writing
from voxpop.store.file_schema import ASPECT_COLUMNS, QUOTE_COLUMNS, quote_columns
from voxpop.store.store import Store
from voxpop.types import Aspect


class Writable(Store):
    """A store whose connection may write; ``destination`` is the file that it is to become, None in memory."""

    def __init__(
        self, connection: duckdb.DuckDBPyConnection, path: Path | None, destination: Path | None = None
    ) -> None:
        super().__init__(connection, path)
        self._destination = destination

    def add_aspects(self, aspects: Sequence[Aspect]) -> None:
        """The table, rows in a tree after the one above them."""
        self._insert("aspects", aspect_table(aspects))
        self._insert("quotes", self._with_seq(quote_table(aspects)))

    def _with_seq(self, rows: pa.Table) -> pa.Table:
        """Rows that name their review by id, with the number that the tables refer to instead."""
        cursor = self._connection.cursor()
        cursor.register("rows", rows)
        joined = cursor.sql(
            "SELECT x.* EXCLUDE (review_id), r.seq AS review FROM rows x JOIN reviews r ON r.id = x.review_id"
        )
        return joined.to_arrow_table()

    def put(self, facts: Mapping[str, Any]) -> None:
        """Facts about the run, as JSON by name."""
        for key, value in facts.items():
            self._write("INSERT OR REPLACE INTO run VALUES (?, ?)", key, json.dumps(value, ensure_ascii=False))

    def _insert(self, table: str, rows: pa.Table) -> None:
        columns = ", ".join(f'"{name}"' for name in rows.column_names)
        self._write(f"INSERT INTO {table} ({columns}) SELECT {columns} FROM batch", batch=rows)

    def _write(self, statements: str, *params: object, **tables: pa.Table) -> None:
        """Run statements, with these tables there by their names meanwhile."""
        with writing(self._destination):
            for name, table in tables.items():
                self._connection.register(name, table)
            self._connection.execute(statements, list(params) or None)
            for name in tables:
                self._connection.unregister(name)


def aspect_table(aspects: Sequence[Aspect]) -> pa.Table:
    """Return rows of the table as columns."""
    rows = [{**asdict(aspect), "position": place} for place, aspect in enumerate(aspects)]
    return pa.Table.from_pylist(rows, schema=ASPECT_COLUMNS)


def quote_table(aspects: Sequence[Aspect]) -> pa.Table:
    """Return the quotes of rows of the table as columns."""
    quotes = [
        {**quote_columns(quote), "aspect": aspect.id, "position": place}
        for aspect in aspects
        for place, quote in enumerate(aspect.quotes)
    ]
    return pa.Table.from_pylist(quotes, schema=QUOTE_COLUMNS)
