"""What the counts say to a sentence that counts, part by part."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from voxpop.check.evidence import Shelf, Tallied
from voxpop.check.quantity import close, wilson
from voxpop.check.tallies import Part, Tally
from voxpop.types import Opinion, Verdict


@dataclass(frozen=True, slots=True)
class Finding:
    """A verdict on one claim, with opinions that bear it out."""

    verdict: Verdict
    reason: str
    supporting: int = 0
    opposing: int = 0
    shown: tuple[Opinion, ...] = ()
    neither: int = 0  # reviews that speak of it and are on no side

    @property
    def score(self) -> float:
        whole = self.supporting + self.opposing + self.neither
        return (self.supporting + 0.5) / (whole + 1) if whole else 0.0


def divided(good: int, bad: int) -> bool:
    """Whether there are two sides, neither clearly below a quarter."""
    if not (good and bad):
        return False
    low, high = wilson(good, good + bad)
    return low <= 0.75 and high >= 0.25


def tallied(found: Sequence[Tally], shelf: Shelf) -> list[Finding]:
    """What a sentence that counts says, part by part; nothing if the analysis counts none of its things."""
    if not any(shelf.tally(tally.thing).reviews for tally in found):
        return []
    return [finding for tally in found for finding in _tallied(tally, shelf)]


def _tallied(tally: Tally, shelf: Shelf) -> Iterator[Finding]:
    name = tally.thing or "it"
    heard = shelf.tally(tally.thing)
    if not heard.reviews:
        yield Finding("unmentioned", f"No review speaks of “{name}”.")
        return
    if tally.mixed:
        yield _split(heard, name)
    for part in tally.parts:
        yield _part(part, shelf.tally(tally.thing, part.word), name)
    if tally.of is not None and not close(heard.reviews, tally.of):
        said = f"{heard.reviews:,} reviews speak of “{name}”, not {tally.of:,}."
        yield Finding("contradicted", said, shown=heard.good + heard.bad, neither=heard.reviews)


def _split(heard: Tallied, name: str) -> Finding:
    """Whether opinions are divided, as a sentence says."""
    fewer, more = sorted((heard.good, heard.bad), key=len)
    neither = heard.reviews - len(fewer) - len(more)
    said = f"Of those that speak of “{name}”, {len(heard.good):,} praise it and {len(heard.bad):,} criticise it."
    if divided(len(fewer), len(more)):
        return Finding("supported", said, len(fewer) + len(more), 0, fewer + more, neither)
    return Finding("contradicted", said, len(fewer), len(more), more, neither)


def _part(part: Part, heard: Tallied, name: str) -> Finding:
    """Whether as many say so as a part of a sentence claims."""
    side, other = (heard.good, heard.bad) if part.sign > 0 else (heard.bad, heard.good)
    if part.word:
        side, other = heard.using, ()
    count, quantity = len(side), part.quantity
    holds = count > 0
    if quantity is not None and (count or quantity.nobody or (quantity.maybe_nobody and not part.word)):
        holds = quantity.holds(count, heard.reviews - count, heard.reviews)
    said = f"{count:,} of {heard.reviews:,} reviews that speak of “{name}” say so."
    if quantity is not None and quantity.nobody:  # those who do not say it bear it out
        users = {one.review_id for one in heard.using}
        others = tuple(one for one in heard.good + heard.bad if one.review_id not in users)
        side, other = others if part.word else other, side
        said = f"{count:,} of {heard.reviews:,} reviews that speak of “{name}” do."
    shown = side if holds else other or side
    neither = heard.reviews - len(side) - len(other)
    return Finding("supported" if holds else "contradicted", said, len(side), len(other), shown, neither)
