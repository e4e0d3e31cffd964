"""From mentions to opinions: rows of the store in which no word of a review counts twice."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from voxpop.types import Opinion, Span


def settle(rows: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """What one review says, each word once: on aspects first, then on other terms, and what is in no one word."""
    named = list(apart(row for row in rows if row["aspect"]))
    starts, ends = [row["start"] for row in named], [row["end"] for row in named]

    def free(row: Mapping[str, Any]) -> bool:
        """The first that ends behind where it begins does not begin before where it ends."""
        after = bisect_right(ends, row["start"])
        return after == len(starts) or starts[after] >= row["end"]

    others = (row for row in rows if row["term"] and not row["aspect"] and free(row))
    explicit = [*named, *apart(others)]
    borne = {row["category"] for row in explicit}
    implicit = (row for row in rows if not row["term"] and row["category"] not in borne)
    return sorted([*explicit, *implicit], key=lambda row: row["start"])


def apart(rows: Iterable[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Those that do not overlap an earlier one; rows come by start, longest first."""
    reached = 0
    for row in rows:
        if row["start"] >= reached:
            reached = row["end"]
            yield row


def opinion(row: Mapping[str, Any]) -> Opinion:
    words = row["opinion_words"]
    return Opinion(
        review_id=row["review_id"],
        start=row["start"],
        end=row["end"],
        text=row["text"],
        aspect=row["aspect"] or "",
        polarity=row["polarity"],
        category=row["category"],
        opinion_words=tuple(Span(words[i], words[i + 1]) for i in range(0, len(words), 2)),
        evidence=Span(row["evidence_start"], row["evidence_end"]),
        about=row["about"],
        confidence=row["confidence"],
        entity=row["entity"],
    )
