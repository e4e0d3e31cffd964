"""Claims in the file, each with its quotes for and against."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, replace
from typing import TYPE_CHECKING, Any

from voxpop.store.file_schema import quote_columns
from voxpop.store.sql_query import Query
from voxpop.types import Claim, Quote

if TYPE_CHECKING:
    from voxpop.store.writable import Writable

CLAIMS = Query("SELECT * FROM claims", "position")


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


def claim(row: dict[str, Any], quotes: dict[tuple[int, bool], tuple[Quote, ...]]) -> Claim:
    """Return a claim from its row in ``CLAIMS`` and its quotes."""
    place = row.pop("position")
    return Claim(**row, quotes=quotes.get((place, True), ()), against=quotes.get((place, False), ()))
