"""Quotes for the claims that were chosen, looked up all at once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from heapq import nsmallest
from itertools import islice
from zlib import crc32

from voxpop.aggregate.quotes import choose_quotes, quote
from voxpop.summarize.choose import Point
from voxpop.summarize.claims import Candidate
from voxpop.types import Comparison, Opinion, Quote, Review, Span

Find = Callable[[Iterable[str]], dict[str, Review]]
SHOWN = 3  # quotes for and against, at least as many as were asked for
READ = 60  # opinions that the best are chosen from


def proven(points: Sequence[Point], find: Find, *, fewest: int) -> list[Point]:
    """Points with their quotes, each of another review."""
    count = max(SHOWN, fewest)
    sides = [side for point in points for one in parts(point) for side in (one.evidence, one.contrary)]
    known = find({one.review_id for side in sides for one in drawn(side, count)})

    def with_quotes(one: Candidate) -> Candidate:
        for_it, against = (pick(drawn(side, count), known, count) for side in (one.evidence, one.contrary))
        return replace(one, claim=replace(one.claim, quotes=for_it, against=against))

    return [
        Point(
            with_quotes(point.main),
            tuple(map(with_quotes, point.said)),
            tuple(map(with_quotes, point.but)),
            with_quotes(point.change) if point.change else None,
            point.score,
        )
        for point in points
    ]


def parts(point: Point) -> list[Candidate]:
    return [point.main, *point.said, *point.but, *([point.change] if point.change else [])]


def drawn(side: Sequence[Opinion | Comparison], count: int) -> list[Opinion | Comparison]:
    """Some of many, the same ones every time."""
    return nsmallest(max(READ, count), side, key=draw) if len(side) > READ else list(side)


def draw(one: Opinion | Comparison) -> tuple[int, str, int]:
    return crc32(f"{one.review_id}\0{one.start}".encode("utf-8", "surrogatepass")), one.review_id, one.start


def pick(side: Sequence[Opinion | Comparison], known: dict[str, Review], count: int) -> tuple[Quote, ...]:
    """The best quotes; where they are too alike, more of the same."""
    opinions = [one for one in side if isinstance(one, Opinion)]
    chosen = choose_quotes(opinions, lambda ids: {id: known[id].text for id in ids}, count=count)
    used = {one.review_id for one in chosen}
    rest = sorted((one for one in side if one.review_id not in used), key=lambda one: one.review_id)
    spare = (compared(one) if isinstance(one, Comparison) else quote(one, known[one.review_id].text) for one in rest)
    return (*chosen, *islice(spare, count - len(chosen)))


def compared(comparison: Comparison) -> Quote:
    """A comparison as proof, the other product marked as what it is about."""
    other = comparison.object or comparison.aspect or Span(comparison.start, comparison.start)
    words = (comparison.opinion,) if comparison.opinion else ()
    verdict = float(comparison.verdict or 0)
    return Quote(comparison.review_id, comparison.start, comparison.end, comparison.text, verdict, other, words)
