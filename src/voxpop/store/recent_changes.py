"""What changed in the last months, against the year before them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date as Date
from datetime import timedelta

from voxpop.aggregate.compare import Difference, compare
from voxpop.aggregate.damage import Damage, complaint_change, damage
from voxpop.aggregate.opinion_counts import OpinionCounts
from voxpop.store.filters import ReviewFilter
from voxpop.store.views import Views

RECENT = 92  # days
BEFORE = 365  # days before those
MIN_REVIEWS = 20  # reviews that each period needs


@dataclass(frozen=True, slots=True)
class RecentChanges:
    """Two periods and what differs between them."""

    since: Date
    until: Date
    before: Date
    reviews: int
    reviews_before: int
    differences: tuple[Difference, ...]
    complaints: dict[str, tuple[float, float]]  # by the id of a row: the rise of their share, and in standard errors


def recent_changes(views: Views) -> RecentChanges | None:
    """Return None where there are too few dated reviews in either period."""
    first, last = views.period
    if last is None:
        return None
    since = last - timedelta(days=RECENT - 1)
    before = max(first, since - timedelta(days=BEFORE))
    now, then = ReviewFilter(since=since, until=last), ReviewFilter(since=before, until=since - timedelta(days=1))
    reviews, reviews_before = views.reviews_within(now), views.reviews_within(then)
    if min(reviews, reviews_before) < MIN_REVIEWS:
        return None
    ids = [aspect.id for aspect in views.table]
    a, b = ({ids[row]: numbers for row, numbers in views.row_numbers(chosen).items()} for chosen in (then, now))
    differences = compare(a, b, a_reviews=reviews_before, b_reviews=reviews)
    none = OpinionCounts()
    complaints = {
        id: complaint_change(b.get(id, none), a.get(id, none), reviews=reviews, reviews_before=reviews_before)
        for id in ids
    }
    return RecentChanges(since, last, before, reviews, reviews_before, tuple(differences), complaints)


def row_damages(views: Views, changes: RecentChanges | None) -> list[Damage]:
    """Return the damage of every row of the table."""
    numbers, reviews, stars = views.row_numbers(), views.count("reviews"), views.ratings()
    damages: list[Damage] = []
    for place, aspect in enumerate(views.table):
        change, errors = changes.complaints[aspect.id] if changes else (None, None)
        of_row = damage(numbers.get(place, OpinionCounts()), reviews=reviews, stars=stars)
        damages.append(replace(of_row, change=change, change_errors=errors))
    return damages
