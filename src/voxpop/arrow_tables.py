"""The columns in which what a worker extracts travels between processes and into the file."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import chain
from operator import attrgetter
from typing import Any

import numpy as np
import pyarrow as pa

from voxpop.types import Span

SENTENCES = pa.schema({"review": pa.int64(), "start": pa.int32(), "end": pa.int32()})
MENTIONS = pa.schema({
    "review": pa.int64(), "start": pa.int32(), "end": pa.int32(), "term": pa.string(), "polarity": pa.float32(),
    "opinion_words": pa.list_(pa.int32()), "evidence_start": pa.int32(), "evidence_end": pa.int32(),
    "confidence": pa.float32(), "about": pa.string(), "category": pa.string(), "entity": pa.string(),
    "lemmas": pa.list_(pa.string()), "is_name": pa.bool_(),
})  # fmt: skip
RowsWithTexts = tuple[pa.Table, pa.Table]  # of some reviews, and the texts of these (seq, text)
OF_TERM = "term", "lemmas", "is_name"  # what the opinion on an aspect does not have
OPINIONS = pa.schema([
    *(MENTIONS.field(name) for name in MENTIONS.names if name not in OF_TERM),
    pa.field("text", pa.string()), pa.field("aspect", pa.string()),
])  # fmt: skip
COMPARISONS = pa.schema({
    "review": pa.int64(), "start": pa.int32(), "end": pa.int32(), "preference": pa.string(),
    **dict.fromkeys(("subject", "object", "aspect", "opinion"), pa.list_(pa.int32())),
    "verdict": pa.int8(), "entity": pa.string(), "confidence": pa.float32(),
})  # fmt: skip
STATEMENTS = pa.schema({
    "review": pa.int64(), "target_start": pa.int32(), "target_end": pa.int32(), "words_start": pa.int32(),
    "words_end": pa.int32(), "polarity": pa.float32(), "wish": pa.bool_(), "meaning": pa.binary(),
})  # fmt: skip


def texts_of(rows: pa.Table, texts: pa.Table) -> list[str]:
    """Return the text of the review of each row, given those of all (seq, text)."""
    text_of = dict(zip(*(column.to_pylist() for column in texts.columns), strict=True))
    return [text_of[review] for review in rows["review"].to_pylist()]


def table_of(schema: pa.Schema, groups: Sequence[Sequence[Any]]) -> pa.Table:
    """Return one row per object; ``groups`` are the objects of each review of a part.

    ``evidence_start`` is the start of the span ``evidence``; other spans are lists of offsets.
    """
    rows = [row for group in groups for row in group]
    columns = [pa.array(np.repeat(np.arange(len(groups)), list(map(len, groups))), pa.int64())]
    for field in list(schema)[1:]:
        span, _, edge = field.name.rpartition("_")
        is_edge = bool(span) and edge in Span._fields
        values = list(map(attrgetter(span if is_edge else field.name), rows))
        if is_edge:
            place = Span._fields.index(edge)
            values = [value and value[place] for value in values]
        elif field.name == "opinion_words":
            values = [value and list(chain.from_iterable(value)) for value in values]
        columns.append(pa.array(values, field.type))
    return pa.table(columns, schema=schema)


sentence_table = partial(table_of, SENTENCES)
mention_table = partial(table_of, MENTIONS)
comparison_table = partial(table_of, COMPARISONS)
statement_table = partial(table_of, STATEMENTS)
