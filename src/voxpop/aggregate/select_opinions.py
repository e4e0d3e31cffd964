"""From mentions to opinions: no word of a review counts twice."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence

from voxpop.types import Mention, Opinion

NOTHING: Mapping[str, str] = {}


def select_opinions(
    mentions: Sequence[Mention], aspect_of: Mapping[str, str], of_category: Mapping[str, str] = NOTHING
) -> list[Opinion]:
    """Return the opinions of one review, in the order of the text. ``aspect_of`` names the aspect of each term.

    Mentions come by start, longest first. Those of aspects go first, then other terms that overlap none of them, then
    opinions whose target has no name. Praise or blame that is on no aspect by its term is on that which ``of_category``
    names for its category, if any. What has no proof is not counted.
    """
    mentions = [mention for mention in mentions if has_proof(mention)]
    of_aspects = list(non_overlapping(mention for mention in mentions if mention.term in aspect_of))
    starts, ends = [mention.start for mention in of_aspects], [mention.end for mention in of_aspects]

    def overlaps_no_aspect(mention: Mention) -> bool:
        after = bisect_right(ends, mention.start)
        return after == len(starts) or starts[after] >= mention.end

    others = (
        mention
        for mention in mentions
        if mention.term and mention.term not in aspect_of and overlaps_no_aspect(mention)
    )
    named = [*of_aspects, *non_overlapping(others)]
    nameless = non_overlapping(mention for mention in mentions if not mention.term)
    selected = sorted([*named, *nameless], key=lambda mention: mention.start)
    return [
        opinion_on(mention, aspect_of.get(mention.term) or _by_category(mention, of_category)) for mention in selected
    ]


def has_proof(mention: Mention) -> bool:
    """Whether there are words to show for a mention: marked opinion words, or the clause that it was read from."""
    return bool(mention.opinion_words) or mention.evidence.end > mention.evidence.start


def _by_category(mention: Mention, of_category: Mapping[str, str]) -> str:
    return of_category.get(mention.category or "", "") if mention.polarity else ""


def non_overlapping(mentions: Iterable[Mention]) -> Iterator[Mention]:
    """Yield the mentions that overlap no earlier one."""
    reached = 0
    for mention in mentions:
        if mention.start >= reached:
            reached = mention.end
            yield mention


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
