"""Opinions as the store takes them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pyarrow as pa

from voxpop.arrow_tables import OPINIONS
from voxpop.types import Opinion


def opinion_rows(opinions: Mapping[int, Sequence[Opinion]]) -> pa.Table:
    """Return the opinions of reviews, by their numbers, as a table."""
    rows = [
        {
            "review": number, "start": each.start, "end": each.end, "text": each.text, "aspect": each.aspect or None,
            "polarity": each.polarity, "opinion_words": [offset for span in each.opinion_words for offset in span],
            "evidence_start": each.evidence.start, "evidence_end": each.evidence.end, "about": each.about,
            "confidence": each.confidence, "category": each.category, "entity": each.entity,
        }
        for number, own in opinions.items() for each in own
    ]  # fmt: skip
    return pa.Table.from_pylist(rows, schema=OPINIONS)
