"""What a new file and one that is being edited have in common: rows can be put into their tables."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import duckdb
import pyarrow as pa

from voxpop.store.database import writing
from voxpop.store.file_schema import as_columns, quote_columns
from voxpop.store.store import Store
from voxpop.types import Aspect, Claim

WITH_NUMBERS = "SELECT x.* EXCLUDE (review_id), r.seq AS review FROM {} x JOIN reviews r ON r.id = x.review_id"


class Writable(Store):
    """A store whose connection may write; ``destination`` is the file that it is to become, None in memory."""

    def __init__(
        self, connection: duckdb.DuckDBPyConnection, path: Path | None, destination: Path | None = None
    ) -> None:
        super().__init__(connection, path)
        self._destination = destination

    def add_aspects(self, aspects: Sequence[Aspect]) -> None:
        """Add the table; rows of a tree stand after the one above them."""
        self._add("aspects", aspect_rows(aspects))
        self._add("quotes", quote_rows(aspects))

    def _add(self, table: str, rows: Iterable[dict[str, Any]]) -> None:
        """Put rows into a table, with the numbers of their reviews instead of the ids."""
        columns = as_columns(self._connection, table, rows)
        source = WITH_NUMBERS.format("batch") if "review_id" in columns.column_names else "FROM batch"
        self._write(f"INSERT INTO {table} BY NAME {source}", batch=columns)

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


def aspect_rows(aspects: Sequence[Aspect]) -> Iterator[dict[str, Any]]:
    """Yield the rows of the table."""
    return ({**asdict(aspect), "position": place} for place, aspect in enumerate(aspects))


def quote_rows(aspects: Sequence[Aspect]) -> Iterator[dict[str, Any]]:
    """Yield the quotes of the rows of the table."""
    for aspect in aspects:
        for place, quote in enumerate(aspect.quotes):
            yield {**quote_columns(quote), "aspect": aspect.id, "position": place}


def put_claims(store: Writable, claims: Sequence[Claim]) -> None:
    """Put what the summary claims in place of what it claimed before."""
    for table in ("claims", "claim_quotes"):
        store._write(f"DELETE FROM {table}")
    store._add(
        "claims", ({**asdict(replace(claim, quotes=(), against=())), "position": n} for n, claim in enumerate(claims))
    )
    quotes = (
        {**quote_columns(quote), "claim": n, "supports": supports, "position": place}
        for n, claim in enumerate(claims)
        for supports, group in ((True, claim.quotes), (False, claim.against))
        for place, quote in enumerate(group)
    )
    store._add("claim_quotes", quotes)
