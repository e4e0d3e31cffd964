from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any

import duckdb
import pytest

from voxpop.errors import InputError
from voxpop.ingest import read_reviews

ROWS = [("a", "Good food", 5, "US"), ("b", "Bad food", 1, "FR")]


def sqlite_file(path: Path) -> Path:
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE reviews (id TEXT, review TEXT, stars INT, country TEXT)")
        connection.executemany("INSERT INTO reviews VALUES (?, ?, ?, ?)", ROWS)
    connection.close()
    return path


def duckdb_file(path: Path) -> Path:
    with duckdb.connect(path) as connection:
        connection.execute("CREATE TABLE reviews (id TEXT, review TEXT, stars INT, country TEXT)")
        connection.executemany("INSERT INTO reviews VALUES (?, ?, ?, ?)", ROWS)
    return path


@pytest.fixture(params=[sqlite_file, duckdb_file], ids=["SQLite", "DuckDB"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    path: Path = request.param(tmp_path / "shop.db")
    return path


def test_the_rows_of_a_query_are_reviews_with_all_their_columns(database: Path, read: Any) -> None:
    before = database.read_bytes()
    found = read(database, query="SELECT * FROM reviews ORDER BY id")
    assert [(r.id, r.text, r.stars, r.extra) for r in found.reviews] == [
        ("a", "Good food", 5, {"country": "US"}),
        ("b", "Bad food", 1, {"country": "FR"}),
    ]
    assert found.choice.format in ("sqlite", "duckdb")
    assert database.read_bytes() == before
    assert [path.name for path in database.parent.iterdir()] == ["shop.db"]


@pytest.mark.parametrize(
    "query",
    [
        "DELETE FROM reviews",
        "DROP TABLE reviews",
        "UPDATE reviews SET stars = 5",
        "ATTACH '{other}' AS other",
        "SELECT 1; DELETE FROM reviews",
        "PRAGMA writable_schema = 1",
        "COPY reviews TO '{other}'",
        "SELECT * FROM read_csv('/etc/passwd')",
        "SELECT * FROM '/etc/passwd'",
        "SELECT load_extension('x')",
        "INSTALL httpfs",
        "SET enable_external_access = true",
        "SELECT * FROM nothing",
        "nonsense",
        "",
    ],
)
def test_a_query_changes_nothing_and_reaches_nothing_else(database: Path, query: str, tmp_path: Path) -> None:
    other, before = tmp_path / "other.db", database.read_bytes()
    with pytest.raises(InputError, match=r"shop\.db|SELECT"):
        list(read_reviews_of(database, query.format(other=other)))
    assert database.read_bytes() == before
    assert not other.exists()


def read_reviews_of(path: Path, query: str) -> Any:
    from voxpop.settings import Settings

    return read_reviews(path, settings=Settings(query=query))


def test_an_unknown_table_is_answered_with_those_that_there_are(database: Path) -> None:
    with pytest.raises(InputError, match=r"Its tables: reviews\."):
        list(read_reviews_of(database, "SELECT * FROM nothing"))


def test_a_file_that_is_no_database_and_a_database_without_a_query_are_said(tmp_path: Path, database: Path) -> None:
    (tmp_path / "x.csv").write_text("text\nGood food\n")
    with pytest.raises(InputError, match="no SQLite or DuckDB database"):
        list(read_reviews_of(tmp_path / "x.csv", "SELECT 1"))
    with pytest.raises(InputError, match=r"database \(a query gives its rows: --database FILE --query"):
        list(read_reviews(database))


def test_a_query_without_rows_is_said(database: Path) -> None:
    with pytest.raises(InputError, match="has no rows"):
        list(read_reviews_of(database, "SELECT * FROM reviews WHERE stars > 9"))
