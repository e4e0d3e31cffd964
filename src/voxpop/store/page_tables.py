"""What pages show, counted when a file is written or edited: tables that do not grow with the reviews, and the opinions
behind each row of the table one row after the other, so that a page reads its own rows alone."""

from __future__ import annotations

import json
from collections.abc import Sequence

import duckdb

from voxpop.store.counting import BY_REVIEW, NUMBERS, of_side, row_opinions
from voxpop.store.file_schema import migrate
from voxpop.store.key_point_tables import COUNTS, FILE_MEMBERS, FOUND, RANKED

PAGE_TABLES = ("row_opinions", "row_days", "key_point_counts", "key_point_quotes")
SINCE = 11  # the version of the schema that has them
ROW_OPINIONS = f"""INSERT INTO row_opinions BY NAME SELECT * EXCLUDE (row, review_id, text, entity, month)
    FROM {row_opinions("shown")} ORDER BY row_id, review, start, "end" """
ROW_DAYS = f"""INSERT INTO row_days SELECT row_id, date, {NUMBERS} FROM (SELECT row_id, date, review, {BY_REVIEW}
    FROM row_opinions SEMI JOIN shown k ON k.id = row_id WHERE {{side}} GROUP BY row_id, date, review)
    GROUP BY row_id, date ORDER BY row_id, date"""
QUOTED = 60  # reviews that a key point is quoted from; all are asked for when someone opens it
# Rows of the table by their places, which edits change.
PLACED = (
    "(SELECT k.position AS row, s.*, strftime(s.date, '%Y-%m') AS month FROM {} s JOIN aspects k ON k.id = s.row_id)"
)
PLACED_OPINIONS, PLACED_DAYS = PLACED.format("row_opinions"), PLACED.format("row_days")


def fill_page_tables(connection: duckdb.DuckDBPyConnection, side: str, rows: Sequence[str] | None = None) -> None:
    """Write the tables of the pages anew; with ``rows``, only those of some ids, which may have gone, differ."""
    cursor = connection.cursor()
    chosen = "true" if rows is None else "list_contains($rows, {})"
    params = {} if rows is None else {"rows": list(rows)}
    for table in ("row_opinions", "row_days"):
        cursor.execute(f"DELETE FROM {table} WHERE {chosen.format('row_id')}", params)
    cursor.execute(f"CREATE OR REPLACE TEMP TABLE shown AS FROM aspects WHERE {chosen.format('id')}", params)
    cursor.execute(ROW_OPINIONS)
    cursor.execute(ROW_DAYS.format(side=of_side(side)))
    cursor.execute("DROP TABLE shown; DELETE FROM key_point_counts; DELETE FROM key_point_quotes")
    cursor.execute(FOUND.format(members=FILE_MEMBERS.format(where=of_side(side))))
    cursor.execute(f"INSERT INTO key_point_counts {COUNTS}")
    cursor.execute(
        f"""INSERT INTO key_point_quotes BY NAME FROM ({RANKED.format(only="true")})
        WHERE position < {QUOTED} ORDER BY key_point, position"""
    )
    cursor.execute("DROP TABLE found")


def bring_up_to_date(connection: duckdb.DuckDBPyConnection, version: int) -> None:
    """Give a file of an older version the current schema."""
    migrate(connection, version)
    if version < SINCE:
        settings = connection.execute("SELECT value FROM run WHERE key = 'settings'").fetchone()
        fill_page_tables(connection, json.loads(settings[0]).get("about", "main") if settings else "main")
