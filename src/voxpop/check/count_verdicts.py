"""Verdicts for sentences that state counts, part by part."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from voxpop.aggregate.share import share_interval
from voxpop.check.opinion_index import OpinionIndex, TopicOpinions
from voxpop.check.quantity import is_close
from voxpop.check.stated_counts import StatedCounts, StatedPart
from voxpop.types import Opinion, Verdict


@dataclass(frozen=True, slots=True)
class StatementVerdict:
    """A verdict on one statement, with opinions that show it."""

    verdict: Verdict
    reason: str
    supporting: int = 0
    opposing: int = 0
    shown: tuple[Opinion, ...] = ()
    neither: int = 0  # reviews that speak of it and take no side

    @property
    def score(self) -> float:
        """How likely the statement is supported, 0 … 1."""
        reviews = self.supporting + self.opposing + self.neither
        return (self.supporting + 0.5) / (reviews + 1) if reviews else 0.0


def is_divided(good: int, bad: int) -> bool:
    """Whether there are two sides, neither clearly below a quarter."""
    if not (good and bad):
        return False
    low, high = share_interval(good, good + bad)
    return low <= 0.75 and high >= 0.25


def check_counts(stated: Sequence[StatedCounts], index: OpinionIndex) -> list[StatementVerdict]:
    """Return a verdict for each part of a sentence that states counts; nothing if none of its topics was counted."""
    if not any(index.count_topic(counts.topic).reviews for counts in stated):
        return []
    return [verdict for counts in stated for verdict in _check_topic(counts, index)]


def _check_topic(stated: StatedCounts, index: OpinionIndex) -> Iterator[StatementVerdict]:
    name = stated.topic or "it"
    counted = index.count_topic(stated.topic)
    if not counted.reviews:
        yield StatementVerdict("unmentioned", f"No review speaks of “{name}”.")
        return
    if stated.mixed:
        yield _check_mixed(counted, name)
    for part in stated.parts:
        yield _check_part(part, index.count_topic(stated.topic, part.word), name)
    if stated.of is not None and not is_close(counted.reviews, stated.of):
        reason = f"{counted.reviews:,} reviews speak of “{name}”, not {stated.of:,}."
        yield StatementVerdict("contradicted", reason, shown=counted.good + counted.bad, neither=counted.reviews)


def _check_mixed(counted: TopicOpinions, name: str) -> StatementVerdict:
    """Return whether opinions are divided, as a sentence says."""
    fewer, more = sorted((counted.good, counted.bad), key=len)
    neither = counted.reviews - len(fewer) - len(more)
    reason = f"Of those that speak of “{name}”, {len(counted.good):,} praise it and {len(counted.bad):,} criticise it."
    if is_divided(len(fewer), len(more)):
        return StatementVerdict("supported", reason, len(fewer) + len(more), 0, fewer + more, neither)
    return StatementVerdict("contradicted", reason, len(fewer), len(more), more, neither)


def _check_part(part: StatedPart, counted: TopicOpinions, name: str) -> StatementVerdict:
    """Return whether as many reviews say so as a part of a sentence claims."""
    side, other = (counted.good, counted.bad) if part.sign > 0 else (counted.bad, counted.good)
    if part.word:
        side, other = counted.using, ()
    count, quantity = len(side), part.quantity
    holds = count > 0
    if quantity is not None and (count or quantity.is_nobody or (quantity.may_be_nobody and not part.word)):
        holds = quantity.holds(count, counted.reviews - count, counted.reviews)
    reason = f"{count:,} of {counted.reviews:,} reviews that speak of “{name}” say so."
    if quantity is not None and quantity.is_nobody:  # those who do not say it support it
        users = {opinion.review_id for opinion in counted.using}
        others = tuple(opinion for opinion in counted.good + counted.bad if opinion.review_id not in users)
        side, other = others if part.word else other, side
        reason = f"{count:,} of {counted.reviews:,} reviews that speak of “{name}” do."
    shown = side if holds else other or side
    neither = counted.reviews - len(side) - len(other)
    return StatementVerdict("supported" if holds else "contradicted", reason, len(side), len(other), shown, neither)
