"""What was found in some reviews, in columns: small to send from process to process, quick to put into a file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pyarrow as pa

from voxpop.aspects import Line
from voxpop.entities.comparisons import DetectedComparison
from voxpop.entities.mentions import ResolvedMention
from voxpop.entities.resolve import ResolvedReview
from voxpop.extract import Extraction
from voxpop.types import Review, Span

SENTENCES = pa.schema({"review": pa.int64(), "start": pa.int32(), "end": pa.int32()})
MENTIONS = pa.schema({
    "review": pa.int64(), "start": pa.int32(), "end": pa.int32(), "term": pa.string(), "polarity": pa.float32(),
    "opinion_words": pa.list_(pa.int32()), "evidence_start": pa.int32(), "evidence_end": pa.int32(),
    "confidence": pa.float32(), "about": pa.string(), "category": pa.string(), "tagged": pa.bool_(),
    "kind": pa.string(), "cluster": pa.int32(), "part_of": pa.int32(), "entity": pa.string(),
})  # fmt: skip
OPINIONS = pa.schema([
    *(MENTIONS.field(name) for name in MENTIONS.names if name not in ("term", "tagged", "kind", "cluster", "part_of")),
    pa.field("text", pa.string()), pa.field("aspect", pa.string()),
])  # fmt: skip
COMPARISONS = pa.schema({
    "review": pa.int64(), "start": pa.int32(), "end": pa.int32(), "preference": pa.string(),
    **dict.fromkeys(("subject", "object", "aspect", "opinion"), pa.list_(pa.int32())),
    "verdict": pa.int8(), "entity": pa.string(), "confidence": pa.float32(),
})  # fmt: skip


@dataclass(frozen=True, slots=True)
class Part:
    """What could be found in some reviews without knowing the others; ``review`` columns count within the part."""

    reviews: Sequence[Review]
    sentences: pa.Table
    mentions: pa.Table
    comparisons: pa.Table
    lines: Mapping[str, Sequence[Line]]  # by language, for the aspect methods to learn from


def sentence_table(heard: Sequence[Extraction]) -> pa.Table:
    rows = [(place, one.start, one.end) for place, result in enumerate(heard) for one in result.sentences]
    return columns(rows, SENTENCES)


def mention_table(heard: Sequence[Extraction], understood: Sequence[ResolvedReview]) -> pa.Table:
    rows: list[tuple[Any, ...]] = []
    for place, (result, known) in enumerate(zip(heard, understood, strict=True)):
        rows += ((place, *row) for row in mention_rows(result, known))
    return columns(rows, MENTIONS)


def mention_rows(heard: Extraction, known: ResolvedReview) -> Iterator[tuple[Any, ...]]:
    """What is said of things, each with what it stands for; then the pronouns and names that are no such things."""
    left = {(found.start, found.end): found for found in known.discourse.mentions}
    for start, end, term, judgement, category, exact in heard.terms:
        found = known.owners.at(start, end) if term else None
        if found is not None:
            left.pop((found.start, found.end), None)
        about, entity = known.owners.about(found, start, end)
        words = [offset for span in judgement.opinion_words for offset in span]
        polarity = None if borrowed(judgement.polarity, start, end, known.comparisons) else judgement.polarity
        yield (start, end, term, polarity, words, *judgement.evidence, judgement.confidence, about, category,
               exact, "noun" if found is None else found.kind, *stands_for(found), entity)  # fmt: skip
    for found in left.values():
        yield (found.start, found.end, "", None, [], found.start, found.end, found.confidence, found.about, None,
               False, found.kind, *stands_for(found), found.entity)  # fmt: skip


def borrowed(polarity: float | None, start: int, end: int, comparisons: Sequence[DetectedComparison]) -> bool:
    """Whether words that praise or blame the one side of a comparison were read as said of the other.

    "Much better than the Vado" does not praise the Vado; the comparison itself is counted.
    """
    wrong = {"better": 1, "worse": -1}
    return polarity is not None and any(
        one.object is not None and start < one.object.end and one.object.start < end
        and polarity * wrong.get(one.preference, 0) > 0
        for one in comparisons
    )  # fmt: skip


def stands_for(found: ResolvedMention | None) -> tuple[int | None, int | None]:
    return (None, None) if found is None else (found.cluster, found.part_of)


def comparison_table(understood: Sequence[ResolvedReview]) -> pa.Table:
    rows = [
        (place, one.start, one.end, one.preference, *map(flat, (one.subject, one.object, one.aspect, one.opinion)),
         one.verdict, one.entity, one.confidence)
        for place, known in enumerate(understood) for one in known.comparisons
    ]  # fmt: skip
    return columns(rows, COMPARISONS)


def flat(span: Span | None) -> list[int] | None:
    return None if span is None else list(span)


def columns(rows: Sequence[tuple[Any, ...]], schema: pa.Schema) -> pa.Table:
    turned = zip(*rows, strict=True) if rows else ([] for _ in schema)
    return pa.table([pa.array(column, field.type) for column, field in zip(turned, schema, strict=True)], schema=schema)
