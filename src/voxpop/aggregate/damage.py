"""What hurts most: the reviews that complain of something, what they cost in stars, and whether they become more."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeVar

from voxpop.aggregate.compare import StarSums
from voxpop.aggregate.opinion_counts import OpinionCounts
from voxpop.aggregate.share import difference
from voxpop.types import Aspect

Order = Literal["mentions", "damage", "change"]
ORDERS: tuple[Order, ...] = ("mentions", "damage", "change")
Row = TypeVar("Row")


@dataclass(frozen=True, slots=True)
class Damage:
    """The complaints about a row of the table. Stars are those given; of a review without any, those of its text."""

    complaints: int  # reviews that say something bad of it
    share: float  # of all reviews
    cost: float | None  # how many stars fewer those reviews give than the others do
    loss: float | None  # share × cost: by so much it lowers the mean of the stars
    change: float | None = None  # the share of the last months less that of the time before; None without dates
    change_errors: float | None = None  # the same in standard errors


def damage(counts: OpinionCounts, *, reviews: int, stars: StarSums) -> Damage:
    """Return the damage of what was counted; ``reviews`` and ``stars`` are of all reviews."""
    share = counts.complaints / reviews if reviews else 0.0
    rated, others = counts.rated_complaints, stars.reviews - counts.rated_complaints
    if not rated or not others:
        return Damage(counts.complaints, share, None, None)
    cost = (stars.total - counts.complaint_stars) / others - counts.complaint_stars / rated
    return Damage(counts.complaints, share, cost, share * max(cost, 0.0))


def complaint_change(
    now: OpinionCounts, before: OpinionCounts, *, reviews: int, reviews_before: int
) -> tuple[float, float]:
    """Return by how much the share of reviews that complain rose, and the same in standard errors."""
    rise = now.complaints / reviews - before.complaints / reviews_before
    return rise, difference(now.complaints, reviews, before.complaints, reviews_before)


def in_order_of(rows: Sequence[Row], order: Order, damage_of: Callable[[Row], Any]) -> list[Row]:
    """Return rows in an order; they come by mentions. By change, what became worse comes first."""
    keys: dict[Order, Callable[[Row], Any]] = {
        "mentions": lambda row: 0,
        "damage": lambda row: (-(damage_of(row).loss or 0.0), -damage_of(row).complaints),
        "change": lambda row: -(damage_of(row).change_errors or 0.0),
    }
    return sorted(rows, key=keys[order])


def first_rows(rows: Sequence[Aspect], damage_of: Callable[[Aspect], Damage], *, top: int) -> list[Aspect]:
    """Return ``top`` of the rows in their order: by turns the next by mentions and the next by damage."""
    by_damage = [row for row in in_order_of(rows, "damage", damage_of) if damage_of(row).complaints]
    chosen: dict[str, None] = {}
    for place in range(len(rows)):
        for order in (rows, by_damage):
            if place < len(order) and len(chosen) < top:
                chosen[order[place].id] = None
    return [row for row in rows if row.id in chosen]
