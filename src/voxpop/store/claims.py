"""Claims in the file, each with its quotes for and against."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import pyarrow as pa

from voxpop.store.file_schema import quote_columns
from voxpop.store.sql_query import Query
from voxpop.types import Claim, Quote

if TYPE_CHECKING:
    from voxpop.store.writable import Writable

CLAIMS = Query("SELECT * FROM claims", "position")

_WORD, _COUNT, _NUMBER, _DAY = pa.string(), pa.int64(), pa.float64(), pa.date32()
COLUMNS = pa.schema({
    "position": _COUNT, "text": _WORD, "aspect": _WORD, "supporting": _COUNT, "opposing": _COUNT, "verdict": _WORD,
    "lang": _WORD, "kind": _WORD, "word": _WORD, "of": _COUNT, "share": _NUMBER, "low": _NUMBER, "high": _NUMBER,
    "first": _DAY, "last": _DAY, "earlier": _COUNT, "earlier_of": _COUNT,
})  # fmt: skip
QUOTE_COLUMNS = pa.schema({
    "claim": _COUNT, "supports": pa.bool_(), "position": _COUNT, "review_id": _WORD, "start": _COUNT, "end": _COUNT,
    "polarity": _NUMBER, "aspect_start": _COUNT, "aspect_end": _COUNT, "opinion_words": pa.list_(_COUNT),
})  # fmt: skip
FIELDS = tuple(name for name in COLUMNS.names if name != "position")


def claim_table(claims: Sequence[Claim]) -> pa.Table:
    rows = [{"position": n, **{name: getattr(claim, name) for name in FIELDS}} for n, claim in enumerate(claims)]
    return pa.Table.from_pylist(rows, schema=COLUMNS)


def quote_table(claims: Sequence[Claim]) -> pa.Table:
    """The quotes of all claims; reviews by their ids."""
    rows = [
        {**quote_columns(quote), "claim": n, "supports": supports, "position": place}
        for n, claim in enumerate(claims)
        for supports, quotes in ((True, claim.quotes), (False, claim.against))
        for place, quote in enumerate(quotes)
    ]
    return pa.Table.from_pylist(rows, schema=QUOTE_COLUMNS)


def put_claims(store: Writable, claims: Sequence[Claim]) -> None:
    """What the summary claims, in place of what it claimed before."""
    for table in ("claims", "claim_quotes"):
        store._write(f"DELETE FROM {table}")
    store._insert("claims", claim_table(claims))
    store._insert("claim_quotes", store._with_seq(quote_table(claims)))


def claim(row: dict[str, Any], quotes: dict[tuple[int, bool], tuple[Quote, ...]]) -> Claim:
    """A row of ``CLAIMS`` with its quotes."""
    place = row["position"]
    facts = {name: row[name] for name in FIELDS}
    return Claim(**facts, quotes=quotes.get((place, True), ()), against=quotes.get((place, False), ()))
