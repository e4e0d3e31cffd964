"""Rows of an SQLite or DuckDB database by a query. It is opened for reading; the query reaches nothing outside it."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from itertools import chain
from pathlib import Path

import duckdb

from voxpop.errors import InputError
from voxpop.ingest.tables import OpenTable, TableRow, unique_names

BATCH = 1000
SQLITE, DUCKDB = b"SQLite format 3\0", b"DUCK"
EXAMPLE = '--database FILE --query "SELECT * FROM reviews"'
READING = {sqlite3.SQLITE_SELECT, sqlite3.SQLITE_READ, sqlite3.SQLITE_FUNCTION, sqlite3.SQLITE_RECURSIVE}
CLOSED: dict[str, str | bool | int | float | list[str]] = {  # what a query cannot do or change
    "enable_external_access": "false",
    "autoinstall_known_extensions": "false",
    "autoload_known_extensions": "false",
    "allow_community_extensions": "false",
    "lock_configuration": "true",
}
LISTED = {
    "SQLite": "SELECT name FROM sqlite_master WHERE type IN ('table', 'view') ORDER BY name",
    "DuckDB": "SELECT table_name FROM information_schema.tables ORDER BY table_name",
}


def kind_of_database(head: bytes) -> str | None:
    """Return the kind of a database by its first bytes."""
    return "SQLite" if head.startswith(SQLITE) else "DuckDB" if head[8:12] == DUCKDB else None


def read_database(path: Path, query: str) -> tuple[str, OpenTable]:
    """Return the kind of a database, and the rows of a query on it."""
    try:
        with path.open("rb") as data:
            kind = kind_of_database(data.read(16))
    except OSError as error:
        raise InputError(f"{path} cannot be opened: {error.strerror}.") from None
    if kind is None:
        raise InputError(
            f"{path} is no SQLite or DuckDB database. Leave out --database and --query to read a file. An analysis "
            "of a database takes in rows of databases alone."
        )
    return kind.lower(), OpenTable(_rows(path, kind, query))


def _rows(path: Path, kind: str, query: str) -> Iterator[TableRow]:
    try:
        with closing(_sqlite(path) if kind == "SQLite" else _duckdb(path, query)) as connection:
            cursor = connection.execute(query)
            if not cursor.description:
                raise InputError(f"The query returns no rows: {query!r:.200}. A SELECT is expected, as in {EXAMPLE}.")
            names = unique_names(str(column[0]) for column in cursor.description)
            batches = iter(lambda: cursor.fetchmany(BATCH), [])
            for number, values in enumerate(chain.from_iterable(batches), start=1):
                cells = (value.decode("utf-8", "replace") if isinstance(value, bytes) else value for value in values)
                yield TableRow(number, dict(zip(names, cells, strict=True)))
    except (sqlite3.Error, duckdb.Error, sqlite3.Warning) as error:
        why = str(error).strip().splitlines()[0][:300]
        raise InputError(f"{path} cannot be asked {query!r:.200}: {why}. {_tables(path, kind)}") from None


def _sqlite(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)
    connection.text_factory = lambda data: data.decode("utf-8", "replace")
    connection.set_authorizer(_allowed)
    return connection


def _allowed(action: int, first: str | None, second: str | None, database: str | None, trigger: str | None) -> int:
    reads = action in READING and (second or "").lower() != "load_extension"
    return sqlite3.SQLITE_OK if reads else sqlite3.SQLITE_DENY


def _duckdb(path: Path, query: str = "SELECT 1") -> duckdb.DuckDBPyConnection:
    statements = duckdb.extract_statements(query)
    if len(statements) != 1 or statements[0].type != duckdb.StatementType.SELECT:
        raise InputError(f"The query is not one SELECT: {query!r:.200}. An example: {EXAMPLE}.")
    return duckdb.connect(path, read_only=True, config=CLOSED)


def _tables(path: Path, kind: str) -> str:
    """Return a sentence that names the tables there are."""
    try:
        with closing(_sqlite(path) if kind == "SQLite" else _duckdb(path)) as connection:
            names = [str(name) for (name,) in connection.execute(LISTED[kind]).fetchall()]
    except (sqlite3.Error, duckdb.Error):
        return "It may be damaged, or in use by another program."
    return f"Its tables: {', '.join(names[:40]) or 'none'}."
