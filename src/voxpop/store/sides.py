"""Two files, products or periods side by side."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from datetime import date as Date
from pathlib import Path

from voxpop.aggregate.compare import Difference, StarSums, compare
from voxpop.aggregate.opinion_counts import OpinionCounts
from voxpop.errors import OptionError
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


def compare_files(files: Sequence[Path], products: Sequence[str], periods: Sequence[str]) -> Contrast:
    """Return what differs between the two sides that files, products and periods name."""
    chosen = side_filters(files, products, periods)
    with ExitStack() as opened:
        views = [Views.open(file) for file in files]
        for view in views:
            opened.callback(view.close)
        names = side_labels(files, chosen)
        a, b = (side(views[n % len(views)], chosen[n], names[n]) for n in (0, 1))
        for compared in (a, b):
            if not compared.reviews:
                what = "product" if products else "period" if periods else "file"
                raise OptionError(f"There are no reviews in {compared.label!r}. Check the {what}.")
        return contrast(a, b)


def side_filters(
    files: Sequence[Path], products: Sequence[str], periods: Sequence[str]
) -> tuple[ReviewFilter, ReviewFilter]:
    """Return which reviews each of the two sides takes."""
    if not 1 <= len(files) <= 2 or len(products) > 2 or len(periods) > 2:
        raise OptionError("There are two sides to compare: give at most two files, products and periods.")
    spans = [parse_period(text) for text in periods] or [(None, None)]
    sides = [
        ReviewFilter(product=products[n % len(products)] if products else None, since=since, until=until)
        for n in (0, 1)
        for since, until in [spans[n % len(spans)]]
    ]
    if len(files) == 1 and sides[0] == sides[1]:
        raise OptionError(
            "One file alone cannot be compared. Give a second one, two products (--product A --product B) or two "
            "periods (--period 2024-01-01..2024-06-30 --period 2024-07-01..2024-12-31)."
        )
    return sides[0], sides[1]


def parse_period(text: str) -> tuple[Date | None, Date | None]:
    """Read a period such as "2024-01-01..2024-06-30", of which either end may be left open."""
    first, dots, last = text.partition("..")
    try:
        ends = tuple(Date.fromisoformat(day) if day else None for day in (first, last))
    except ValueError:
        ends = ()
    if not dots or not any(ends):
        raise OptionError(f"A period is written as 2024-01-01..2024-06-30, either end may be open; given: {text!r}.")
    return ends[0], ends[1]


def side_labels(files: Sequence[Path], filters: Sequence[ReviewFilter]) -> list[str]:
    """Return what each side is called: its file, its product, its period, whichever differ."""
    names = []
    for n, chosen in enumerate(filters):
        parts = [files[n].stem] if len(files) > 1 else []
        parts += [chosen.product] if chosen.product else []
        parts += [f"{chosen.since or ''}..{chosen.until or ''}"] if chosen.since or chosen.until else []
        names.append(" ".join(parts))
    return names


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
    """Return the rows of ``b`` that stand for a row of ``a`` under another name, which is a term of the other."""
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
