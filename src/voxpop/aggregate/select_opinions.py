"""From mentions to opinions: no word of a review counts twice."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from voxpop.arrow_tables import OPINIONS
from voxpop.types import Mention, Opinion

NOTHING: Mapping[str, str] = {}


def select_opinions(
    mentions: pa.Table, aspect_of: Mapping[str, str], of_category: Mapping[str, str] = NOTHING
) -> pa.Table:
    """Return the opinions among the mentions of some reviews, in the order of the texts.

    ``aspect_of`` names the aspect of each term. Praise or blame that is on no aspect by its term is on that which
    ``of_category`` names for its category, if any. What has no proof is not counted. Mentions come by review and start,
    longest first.
    """
    mentions = mentions.filter(have_proof(mentions))
    review = mentions["review"].to_numpy()
    bounds = np.flatnonzero(np.diff(review, prepend=-1, append=-1)).tolist()
    terms = mentions["term"].to_pylist()
    spans = list(zip(mentions["start"].to_pylist(), mentions["end"].to_pylist(), strict=True))
    takes_side = pc.fill_null(pc.not_equal(mentions["polarity"], 0.0), False).to_pylist()
    chooser = NonOverlapping(spans, terms, takes_side, aspect_of)
    places = [place for first, last in pairwise(bounds) for place in chooser.choose(range(first, last))]
    chosen = mentions.take(pa.array(places, pa.int64()))
    aspects = [
        aspect_of.get(term) or ((of_category.get(category or "") or None) if polarity else None)
        for term, category, polarity in zip(
            *(chosen[name].to_pylist() for name in ("term", "category", "polarity")), strict=True
        )
    ]
    columns: dict[str, Any] = {name: chosen[name] for name in OPINIONS.names if name != "aspect"}
    columns["polarity"] = pc.fill_null(chosen["polarity"], 0.0)
    return pa.table({**columns, "aspect": pa.array(aspects, pa.string())}).select(OPINIONS.names).cast(OPINIONS)


def have_proof(mentions: pa.Table) -> pa.Array:
    """Return ``has_proof`` of each row."""
    has_words = pc.greater(pc.list_value_length(mentions["opinion_words"]), 0)
    return pc.or_(has_words, pc.greater(mentions["evidence_end"], mentions["evidence_start"]))


def has_proof(mention: Mention) -> bool:
    """Whether there are words to show for a mention: marked opinion words, or the clause that it was read from."""
    return bool(mention.opinion_words) or mention.evidence.end > mention.evidence.start


class NonOverlapping:
    """Chooses mentions by their places in these columns, so that no word counts twice."""

    def __init__(
        self,
        spans: Sequence[tuple[int, int]],
        terms: Sequence[str],
        takes_side: Sequence[bool],
        aspect_of: Mapping[str, str],
    ) -> None:
        self._spans, self._terms, self._takes_side, self._aspect_of = spans, terms, takes_side, aspect_of

    def choose(self, review: range) -> list[int]:
        """Return the opinions of a review.

        Those on aspects go first, then other terms that overlap none of them, then opinions whose target has no name:
        these may stand around a term, or in the place of one that is only mentioned.
        """
        terms, aspect_of, spans = self._terms, self._aspect_of, self._spans
        of_aspects = list(self._apart(place for place in review if terms[place] in aspect_of))
        starts, ends = [spans[place][0] for place in of_aspects], [spans[place][1] for place in of_aspects]

        def overlaps_no_aspect(place: int) -> bool:
            start, end = spans[place]
            after = bisect_right(ends, start)
            return after == len(starts) or starts[after] >= end

        others = (place for place in review if terms[place] and terms[place] not in aspect_of)
        chosen = {spans[place]: place for place in (*of_aspects, *self._apart(filter(overlaps_no_aspect, others)))}
        for place in self._apart(place for place in review if not terms[place]):
            named = chosen.get(spans[place])
            if named is None or (self._takes_side[place] and not self._takes_side[named]):
                chosen[spans[place]] = place
        return sorted(chosen.values(), key=spans.__getitem__)

    def _apart(self, places: Iterable[int]) -> Iterator[int]:
        """Yield the mentions that overlap no earlier one."""
        reached = 0
        for place in places:
            start, end = self._spans[place]
            if start >= reached:
                reached = end
                yield place


def opinion_on(mention: Mention, aspect: str) -> Opinion:
    """Return what a mention says as an opinion on an aspect, or on its category where ``aspect`` is empty."""
    return Opinion(
        mention.review_id,
        mention.start,
        mention.end,
        mention.text,
        aspect,
        mention.polarity or 0.0,
        mention.category,
        mention.opinion_words,
        mention.evidence,
        mention.about,
        mention.confidence,
        mention.entity,
    )
