"""What a .voxpop file looks like: append-only migrations, and the columns as Arrow sees them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import fields
from importlib.resources import files
from typing import Any

import duckdb
import pyarrow as pa

from voxpop.types import Quote, Span

MIGRATIONS = tuple(sorted((files("voxpop.store") / "migrations").iterdir(), key=lambda file: file.name))
SCHEMA_VERSION = len(MIGRATIONS)
TABLES = (
    "run", "reviews", "rejected", "sentences", "mentions", "opinions", "aspects", "quotes", "claims", "comparisons",
    "edits", "found_aspects", "found_quotes", "found_opinions", "checks", "claim_quotes",
    "statements", "key_points", "key_point_statements", "audit_queue", "found_mentions",
    "found_comparisons", "key_point_counts", "key_point_quotes", "row_opinions", "row_days",
)  # fmt: skip

_QUOTED = """r.id AS review_id, q.start, q."end", substring(r.text, q.start + 1, q."end" - q.start) AS text,
    q.polarity, q.aspect_start, q.aspect_end, q.opinion_words"""
QUOTES = f"SELECT {{keys}}, {_QUOTED} FROM {{table}} q JOIN reviews r ON r.seq = q.review ORDER BY {{keys}}, q.position"


def migrate(connection: duckdb.DuckDBPyConnection, version: int) -> None:
    """Apply the migrations that a file of this version has not seen."""
    connection.execute("CREATE TABLE IF NOT EXISTS voxpop (version INTEGER NOT NULL)")
    for number, file in enumerate(MIGRATIONS[version:], start=version + 1):
        connection.begin()
        connection.execute(file.read_text(encoding="utf-8"))
        connection.execute("INSERT INTO voxpop VALUES (?)", [number])
        connection.commit()


def as_columns(connection: duckdb.DuckDBPyConnection, table: str, rows: Iterable[dict[str, Any]]) -> pa.Table:
    """Return rows as columns of the types that a table of the file has; they name their reviews by ids."""
    columns = connection.cursor().sql(f"FROM {table} LIMIT 0").to_arrow_table().schema
    fields = [pa.field("review_id", pa.string()) if column.name == "review" else column for column in columns]
    return pa.Table.from_pylist(list(rows), schema=pa.schema(fields))


def pairs(flat: Sequence[int]) -> tuple[Span, ...]:
    """Return the spans that start, end, start, end, … stand for."""
    return tuple(Span(flat[i], flat[i + 1]) for i in range(0, len(flat), 2))


def flat(spans: Sequence[Span]) -> list[int]:
    """Return spans as start, end, start, end, …"""
    return [offset for span in spans for offset in span]


def quote_columns(quote: Quote) -> dict[str, Any]:
    """A quote as the columns of a table of quotes."""
    own = {field.name: getattr(quote, field.name) for field in fields(quote)}
    words = {"aspect_start": quote.aspect_words.start, "aspect_end": quote.aspect_words.end}
    return {**own, **words, "opinion_words": flat(quote.opinion_words)}


def quotes_by(rows: Iterable[dict[str, Any]], *keys: str) -> dict[Any, tuple[Quote, ...]]:
    """Quotes from their columns, grouped by what other columns of the rows hold."""
    quotes: dict[Any, list[Quote]] = {}
    for row in rows:
        key = tuple(row.pop(name) for name in keys)
        words = Span(row.pop("aspect_start"), row.pop("aspect_end"))
        quote = Quote(**{**row, "aspect_words": words, "opinion_words": pairs(row["opinion_words"])})
        quotes.setdefault(key if len(keys) > 1 else key[0], []).append(quote)
    return {key: tuple(group) for key, group in quotes.items()}


def spans(row: dict[str, Any]) -> dict[str, Any]:
    """A row's flat offsets as the spans that the types carry."""
    row["opinion_words"] = pairs(row["opinion_words"])
    if "lemmas" in row:
        row["lemmas"] = tuple(row["lemmas"])
    row["evidence"] = Span(row.pop("evidence_start"), row.pop("evidence_end"))
    return row
