"""Two files, products or periods side by side."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from voxpop.aggregate.compare import Difference, StarSums, compare
from voxpop.aggregate.opinion_counts import OpinionCounts
from voxpop.store.filters import ReviewFilter
from voxpop.store.views import Views
from voxpop.types import Aspect


@dataclass(frozen=True, slots=True)
class ComparedSide:
    """Some reviews of a file, and their numbers by the id of the row."""

    label: str
    reviews: int
    stars: StarSums
    table: Sequence[Aspect]
    numbers: dict[str, OpinionCounts]


@dataclass(frozen=True, slots=True)
class Contrast:
    """Two sides, and what differs between them in the rows that both tables have."""

    a: ComparedSide
    b: ComparedSide
    names: dict[str, Aspect]
    differences: tuple[Difference, ...]
    alone: tuple[tuple[str, ...], tuple[str, ...]]  # names of the rows that only one of the tables has


def side(views: Views, chosen: ReviewFilter, label: str) -> ComparedSide:
    ids = [aspect.id for aspect in views.table]
    numbers = {ids[row]: counts for row, counts in views.row_numbers(chosen).items()}
    return ComparedSide(label, views.reviews_within(chosen), views.star_sums(chosen), views.table, numbers)


def contrast(a: ComparedSide, b: ComparedSide) -> Contrast:
    """What differs; rows of two tables that use each other's words for one thing are one."""
    same = matched(a.table, b.table)
    ours = {aspect.id: aspect for aspect in a.table}
    theirs = {same.get(aspect.id, aspect.id): aspect for aspect in b.table}
    renamed = {same.get(id, id): numbers for id, numbers in b.numbers.items()}
    none = OpinionCounts()
    shared = [id for id in ours if id in theirs]
    differences = compare(
        {id: a.numbers.get(id, none) for id in shared},
        {id: renamed.get(id, none) for id in shared},
        a_reviews=a.reviews,
        b_reviews=b.reviews,
        stars=(a.stars, b.stars),
    )
    alone = [tuple(rows[id].name for id in rows if id not in shared) for rows in (ours, theirs)]
    other = ComparedSide(b.label, b.reviews, b.stars, b.table, renamed)
    return Contrast(a, other, theirs | ours, tuple(differences), (alone[0], alone[1]))


def matched(a: Sequence[Aspect], b: Sequence[Aspect]) -> dict[str, str]:
    """The rows of ``b`` that stand for a row of ``a`` by another name: each holds the other's name among its terms."""
    ids_of_a = {aspect.id for aspect in a}
    taken = {aspect.id for aspect in b} & ids_of_a
    same: dict[str, str] = {}
    for theirs in b:
        if theirs.id in ids_of_a:
            continue
        for ours in a:
            fits = ours.lang == theirs.lang and ours.category == theirs.category and ours.parent == theirs.parent
            if fits and ours.id not in taken and (theirs.name in ours.terms or ours.name in theirs.terms):
                same[theirs.id] = ours.id
                taken.add(ours.id)
                break
    return same
