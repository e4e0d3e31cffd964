"""What changed in the last months, against the year before them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date as Date
from datetime import timedelta

from voxpop.aggregate.compare import Difference, compare
from voxpop.store.filters import ReviewFilter
from voxpop.store.views import Views

RECENT = 92  # days
BEFORE = 365  # days before those
FEWEST = 20  # reviews that each period needs


@dataclass(frozen=True, slots=True)
class RecentChanges:
    """Two periods and what differs between them."""

    since: Date
    until: Date
    before: Date
    reviews: int
    reviews_before: int
    differences: tuple[Difference, ...]


def recent_changes(views: Views) -> RecentChanges | None:
    """Return None where there are too few dated reviews in either period."""
    first, last = views.period
    if last is None:
        return None
    since = last - timedelta(days=RECENT - 1)
    before = max(first, since - timedelta(days=BEFORE))
    now, then = ReviewFilter(since=since, until=last), ReviewFilter(since=before, until=since - timedelta(days=1))
    reviews, reviews_before = views.reviews_within(now), views.reviews_within(then)
    if min(reviews, reviews_before) < FEWEST:
        return None
    ids = [aspect.id for aspect in views.table]
    a, b = ({ids[row]: numbers for row, numbers in views.row_numbers(chosen).items()} for chosen in (then, now))
    differences = compare(a, b, a_reviews=reviews_before, b_reviews=reviews)
    return RecentChanges(since, last, before, reviews, reviews_before, tuple(differences))
