"""Quotes for the claims that were selected, looked up all at once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from heapq import nsmallest
from itertools import islice

from voxpop.aggregate.quotes import choose_quotes, lottery, quote
from voxpop.summarize.claim_candidates import ClaimCandidate
from voxpop.summarize.selection import SummaryPoint
from voxpop.types import Comparison, Opinion, Quote, Review, Span

Find = Callable[[Iterable[str]], dict[str, Review]]
SHOWN = 3  # quotes for and against, at least as many as were asked for
READ = 60  # opinions that the best are chosen from


def add_quotes(points: Sequence[SummaryPoint], find: Find, *, fewest: int) -> list[SummaryPoint]:
    """Return the points with quotes, each of another review; ``find`` looks reviews up by id."""
    count = max(SHOWN, fewest)
    sides = [side for point in points for part in parts(point) for side in (part.evidence, part.contrary)]
    reviews = find({finding.review_id for side in sides for finding in draw(side, count)})

    def quoted(candidate: ClaimCandidate) -> ClaimCandidate:
        quotes, against = (
            pick_quotes(draw(side, count), reviews, count) for side in (candidate.evidence, candidate.contrary)
        )
        return replace(candidate, claim=replace(candidate.claim, quotes=quotes, against=against))

    return [
        replace(
            point,
            main=quoted(point.main),
            words=tuple(map(quoted, point.words)),
            opposing_words=tuple(map(quoted, point.opposing_words)),
            change=quoted(point.change) if point.change else None,
        )
        for point in points
    ]


def parts(point: SummaryPoint) -> list[ClaimCandidate]:
    """Return all claims of a point."""
    return [point.main, *point.words, *point.opposing_words, *([point.change] if point.change else [])]


def draw(side: Sequence[Opinion | Comparison], count: int) -> list[Opinion | Comparison]:
    """Return some of many findings, the same ones every time."""
    return nsmallest(max(READ, count), side, key=lottery) if len(side) > READ else list(side)


def pick_quotes(side: Sequence[Opinion | Comparison], reviews: dict[str, Review], count: int) -> tuple[Quote, ...]:
    """Return the best quotes; where they are too alike, more of the same."""
    opinions = [finding for finding in side if isinstance(finding, Opinion)]
    chosen = choose_quotes(opinions, lambda ids: {id: reviews[id].text for id in ids}, count=count)
    used = {quote.review_id for quote in chosen}
    rest = sorted((finding for finding in side if finding.review_id not in used), key=lambda finding: finding.review_id)
    spare = (
        quote_comparison(finding)
        if isinstance(finding, Comparison)
        else quote(finding, reviews[finding.review_id].text)
        for finding in rest
    )
    return (*chosen, *islice(spare, count - len(chosen)))


def quote_comparison(comparison: Comparison) -> Quote:
    """Return a comparison as a quote with the other product as its aspect."""
    other = comparison.object or comparison.aspect or Span(comparison.start, comparison.start)
    words = (comparison.opinion,) if comparison.opinion else ()
    verdict = float(comparison.verdict or 0)
    return Quote(comparison.review_id, comparison.start, comparison.end, comparison.text, verdict, other, words)
