"""The columns in which mentions, comparisons and opinions travel between processes and into the file."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import chain
from operator import attrgetter
from typing import Any

import numpy as np
import pyarrow as pa

from voxpop.types import Comparison, ExtractedStatement, Mention, Sentence, Span

SENTENCES = pa.schema({"review": pa.int64(), "start": pa.int32(), "end": pa.int32()})
MENTIONS = pa.schema({
    "review": pa.int64(), "start": pa.int32(), "end": pa.int32(), "term": pa.string(), "polarity": pa.float32(),
    "opinion_words": pa.list_(pa.int32()), "evidence_start": pa.int32(), "evidence_end": pa.int32(),
    "confidence": pa.float32(), "about": pa.string(), "category": pa.string(), "tagged": pa.bool_(),
    "entity": pa.string(),
})  # fmt: skip
OPINIONS = pa.schema([
    *(MENTIONS.field(name) for name in MENTIONS.names if name not in ("term", "tagged")),
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

SPECIAL: dict[str, Callable[[Any], Any]] = {  # columns that are not the attribute of the same name
    "opinion_words": lambda row: list(chain.from_iterable(row.opinion_words)),
    "evidence_start": attrgetter("evidence.start"),
    "evidence_end": attrgetter("evidence.end"),
    "subject": lambda row: offsets(row.subject),
    "object": lambda row: offsets(row.object),
    "opinion": lambda row: offsets(row.opinion),
}


def sentence_table(sentences: Sequence[Sequence[Sentence]]) -> pa.Table:
    """Return the sentences of each review of a part."""
    return _table(sentences, SENTENCES, SPECIAL)


def mention_table(mentions: Sequence[Sequence[Mention]]) -> pa.Table:
    """Return the mentions of each review of a part."""
    return _table(mentions, MENTIONS, SPECIAL)


def comparison_table(comparisons: Sequence[Sequence[Comparison]]) -> pa.Table:
    """Return the comparisons of each review of a part."""
    return _table(comparisons, COMPARISONS, {**SPECIAL, "aspect": lambda row: offsets(row.aspect)})


def statement_table(statements: Sequence[Sequence[ExtractedStatement]]) -> pa.Table:
    """Return the statements of each review of a part; one whose target has no name has no place of it."""
    special: dict[str, Callable[[Any], Any]] = {
        "target_start": lambda row: row.target.start if row.target else None,
        "target_end": lambda row: row.target.end if row.target else None,
        "words_start": attrgetter("words.start"),
        "words_end": attrgetter("words.end"),
    }
    return _table(statements, STATEMENTS, special)


def offsets(span: Span | None) -> list[int] | None:
    return None if span is None else list(span)


def _table(groups: Sequence[Sequence[Any]], schema: pa.Schema, special: dict[str, Callable[[Any], Any]]) -> pa.Table:
    """Return one row per object; ``groups`` are the objects of each review."""
    rows = [row for group in groups for row in group]
    columns = [pa.array(np.repeat(np.arange(len(groups)), list(map(len, groups))), pa.int64())]
    for field in list(schema)[1:]:
        columns.append(pa.array(list(map(special.get(field.name) or attrgetter(field.name), rows)), field.type))
    return pa.table(columns, schema=schema)
