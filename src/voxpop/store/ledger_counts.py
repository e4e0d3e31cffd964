"""What is said of each side, counted from the opinions of a file: the product, its rivals, what it is used with."""

from __future__ import annotations

from collections import Counter
from typing import Any

import duckdb
import pyarrow as pa

from voxpop.aggregate.ledger import QUOTES, Cell, Ledger, SaidOfSides, ledger, normalize_name
from voxpop.aggregate.quotes import quote
from voxpop.store.counting import ALL_OPINIONS, numbers, of_side, row_opinions, samples
from voxpop.store.database import reading
from voxpop.store.store import Store

RIVALS = f"""(SELECT o.*, k.rival FROM {ALL_OPINIONS} o JOIN rival_names k ON k.entity IS NOT DISTINCT FROM o.entity)"""
NAMES = f"SELECT entity, count(*) FROM {ALL_OPINIONS} WHERE {of_side('competing')} GROUP BY ALL ORDER BY ALL"


def ledger_of(store: Store) -> Ledger:
    """Return the product and the others side by side, from a file."""
    aspects = list(store.aspects)
    with reading():
        cursor = store._connection.cursor()
        forms: list[tuple[str | None, int]] = cursor.execute(NAMES).fetchall()
        written: dict[str, Counter[str]] = {}
        for name, n in forms:
            written.setdefault(normalize_name(name), Counter()).update({name: n} if name else {})
        columns = {"entity": [name for name, _ in forms], "rival": [normalize_name(name) for name, _ in forms]}
        schema = pa.schema({"entity": pa.string(), "rival": pa.string()})
        cursor.register("rival_names", pa.table(columns, schema=schema))
        rows = _cells(store, cursor, row_opinions(), "row", "side")
        counts = SaidOfSides(
            cells={(aspects[row].id, side): cell for (row, side), cell in rows.items()},
            total=_cells(store, cursor, ALL_OPINIONS, "side"),
            rivals=_cells(store, cursor, RIVALS, "rival", where=of_side("competing")),
            names=written,
        )
    return ledger(aspects, counts, iter(store.comparisons))


def _cells(
    store: Store, cursor: duckdb.DuckDBPyConnection, source: str, *by: str, where: str = "side IS NOT NULL"
) -> dict[Any, Cell]:
    """Return numbers and quotes for each value of some columns."""
    sampled = samples(cursor, source, *by, where=where, size=QUOTES)
    texts = store.texts({opinion.review_id for opinions in sampled.values() for opinion in opinions})
    return {
        key: Cell(counts, tuple(quote(opinion, texts[opinion.review_id]) for opinion in sampled.get(key, ())))
        for key, counts in numbers(cursor, source, *by, where=where).items()
    }
