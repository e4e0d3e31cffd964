"""How groups of reviews differ: each value of a column against all other reviews.

Numbers and dates with many values are put into bins, and groups with too few reviews are pooled. For each group and
each aspect, three things are tested against the rest (``compare.py``): how people feel about it, how often they speak
of it, and what complaints of it take from the mean of the stars (``drivers.py``); for each group, also the stars, and
how often it says the most frequent key points. The chances of all these tests are adjusted after Benjamini and
Hochberg (1995), so that of the differences told about one in twenty is chance.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date as Date
from datetime import timedelta
from itertools import groupby
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from voxpop.aggregate.compare import (
    LEVEL,
    MIN_VOICED,
    Difference,
    StarSums,
    adjusted,
    all_differences,
    attention,
    by_kind_and_chance,
    cost_difference,
    large,
    starred,
)
from voxpop.aggregate.drivers import RatedReviews, costs
from voxpop.aggregate.opinion_counts import OpinionCounts
from voxpop.types import Aspect

MIN_GROUP_REVIEWS = 20  # reviews of a group; smaller ones are pooled
MAX_GROUPS = 12  # groups
BINS = 4  # of numbers with many values, equally full
UNITS: dict[str, Callable[[Date], Date]] = {
    "day": lambda day: day,
    "week": lambda day: day - timedelta(days=day.weekday()),
    "month": lambda day: day.replace(day=1),
    "quarter": lambda day: Date(day.year, 3 * ((day.month - 1) // 3) + 1, 1),
    "year": lambda day: Date(day.year, 1, 1),
}
Value = str | float | Date | None
_VERSION_NUMBERS = re.compile(r"\d+(?:\.\d+)*")


class Version(str):
    """The version of a product, such as 4.10, which is newer than 4.9."""

    @property
    def age(self) -> tuple[list[int], str]:
        """What the newer of two versions has more of: its numbers, then its other characters."""
        numbers = _VERSION_NUMBERS.search(self)
        return [int(part) for part in numbers[0].split(".")] if numbers else [], self


class Group(NamedTuple):
    """Reviews with one value, with values of one bin, or of several small groups together (``pooled``)."""

    name: str
    places: tuple[int, ...]  # of its reviews
    pooled: int = 0  # how many values are pooled


@dataclass(frozen=True, slots=True)
class Segment:
    """One group and its numbers, by the id of the row of the table."""

    name: str
    reviews: int
    stars: StarSums
    numbers: Mapping[str, OpinionCounts]
    costs: Mapping[str, float]  # what complaints take from the mean of its stars
    pooled: int = 0


class SaidPoint(NamedTuple):
    """A key point and the places of the reviews that say it."""

    id: str
    text: str
    lang: str
    places: tuple[int, ...]


class SegmentDifference(NamedTuple):
    """Something in which a segment (``b`` of the difference) differs from all other reviews (``a``)."""

    segment: str
    difference: Difference


@dataclass(frozen=True, slots=True)
class Segments:
    """The groups of a column, and what differs between each and the rest."""

    by: str
    segments: tuple[Segment, ...]
    differences: tuple[SegmentDifference, ...]
    names: Mapping[str, str]  # of the rows of the table, by id, in order
    key_points: Mapping[str, str]  # the texts of the key points that were tested, by id
    without_value: int  # reviews that have no value in the column and stand in no segment
    tests: int  # how many differences were tested
    predicted: bool  # the stars were predicted from the texts

    def name_of(self, id: str) -> str:
        """The name of a row of the table, or the text of a key point; empty for the stars."""
        return self.names.get(id) or self.key_points.get(id, "")


class ValueGroup(NamedTuple):
    """Values of a column that make one group, and how many reviews have one of them."""

    name: str
    values: tuple[Any, ...]
    reviews: int
    pooled: int = 0  # how many values are pooled


def group_values(values: Sequence[Value]) -> list[Group]:
    """Return the places of the values in groups, as ``group_counts`` makes them."""
    places: dict[Any, list[int]] = {}
    for place, value in enumerate(values):
        if value is not None:
            places.setdefault(value, []).append(place)
    groups = group_counts({value: len(where) for value, where in places.items()})
    return [
        Group(group.name, tuple(sorted(place for value in group.values for place in places[value])), group.pooled)
        for group in groups
    ]


def group_counts(counts: Mapping[Any, int]) -> list[ValueGroup]:
    """Return values, and how many reviews have each, in groups.

    Numbers and dates come from low to high, versions from the newest on, others by size, pooled ones last.
    """
    if counts and all(isinstance(value, Date) for value in counts):
        return _merged(_by_time(counts), counts)
    if counts and all(isinstance(value, float) for value in counts):
        return _merged(_by_number(counts), counts)
    return _by_name(counts)


def _by_time(counts: Mapping[Date, int]) -> list[tuple[str, str, list[Any]]]:
    """Return bins of the finest unit of which there are few enough."""
    days = sorted(counts)
    units = list(UNITS)
    unit = next((unit for unit in units if len({UNITS[unit](day) for day in days}) <= MAX_GROUPS), units[-1])
    bins = [(_period(first, unit), list(group)) for first, group in groupby(days, key=UNITS[unit])]
    return [(name, name, group) for name, group in bins]


def _period(first: Date, unit: str) -> str:
    if unit in ("day", "week"):
        return first.isoformat()
    return {"month": f"{first:%Y-%m}", "quarter": f"{first.year} Q{first.month // 3 + 1}", "year": str(first.year)}[
        unit
    ]


def _by_number(counts: Mapping[float, int]) -> list[tuple[str, str, list[Any]]]:
    """Return the values themselves if they are few, else bins with about the same number of reviews."""
    numbers = sorted(counts)
    if len(numbers) <= MAX_GROUPS:
        return [(f"{number:g}", f"{number:g}", [number]) for number in numbers]
    sizes = np.array([counts[number] for number in numbers])
    bins = BINS * (np.cumsum(sizes) - sizes / 2) // sizes.sum()  # by the middle one of the reviews with a number
    groups = [[number for number, bin in zip(numbers, bins, strict=True) if bin == chosen] for chosen in range(BINS)]
    return [(f"{group[0]:g}", f"{group[-1]:g}", group) for group in groups if group]


def _merged(bins: Sequence[tuple[str, str, list[Any]]], counts: Mapping[Any, int]) -> list[ValueGroup]:
    """Return ordered bins as groups; one with too few reviews is joined with the next, the last with that before it."""
    groups: list[tuple[str, str, list[Any]]] = []

    def is_small(group: tuple[str, str, list[Any]]) -> bool:
        return sum(counts[value] for value in group[2]) < MIN_GROUP_REVIEWS

    for first, last, values in bins:
        if groups and is_small(groups[-1]):
            groups[-1] = groups[-1][0], last, groups[-1][2] + values
        else:
            groups.append((first, last, values))
    if len(groups) > 1 and is_small(groups[-1]):
        *groups, before, end = groups
        groups.append((before[0], end[1], before[2] + end[2]))
    return [
        ValueGroup(first if first == last else f"{first} – {last}", tuple(values), sum(map(counts.__getitem__, values)))
        for first, last, values in groups
    ]


def _by_name(counts: Mapping[Any, int]) -> list[ValueGroup]:
    """Return names as groups, the largest or newest first; spellings that differ in case alone are one name.

    The newest version stands alone, however few its reviews are, where another group does.
    """
    spellings: dict[str, dict[Any, int]] = {}
    for value, count in counts.items():
        if key := str(value).strip().casefold():
            spellings.setdefault(key, {})[value] = count
    groups = [
        ValueGroup(str(max(forms, key=forms.__getitem__)).strip(), tuple(forms), sum(forms.values()))
        for forms in spellings.values()
    ]
    groups.sort(key=lambda group: (-group.reviews, group.name))
    are_versions = all(isinstance(value, Version) for value in counts)
    if are_versions:
        groups.sort(key=lambda group: Version(group.name).age, reverse=True)
    alone = [group for group in groups if group.reviews >= MIN_GROUP_REVIEWS]
    if are_versions and alone and groups[0] not in alone:
        alone.insert(0, groups[0])
    alone = alone[:MAX_GROUPS]
    small = [group for group in groups if group not in alone]
    values = tuple(value for group in small for value in group.values)
    pooled = ValueGroup("", values, sum(group.reviews for group in small), len(small))
    return [*alone, pooled] if small else alone


def find_segments(
    by: str,
    groups: Sequence[Group],
    numbers: Mapping[tuple[str, int], OpinionCounts],
    rated: RatedReviews,
    *,
    rows: Sequence[Aspect],
    languages: NDArray[np.object_],
    places_of_rated: NDArray[np.intp],
    points: Sequence[SaidPoint] = (),
) -> Segments:
    """Return the groups with their numbers and what differs.

    ``numbers`` are by row of the table and group, ``languages`` those of all reviews, and ``places_of_rated`` says
    where the reviews with stars stand among them. A row is compared among the reviews in its language.
    """
    inside = [np.isin(np.arange(len(languages)), group.places) for group in groups]
    everyone = np.logical_or.reduce(inside)
    within = [{row.id: numbers[row.id, n] for row in rows if (row.id, n) in numbers} for n in range(len(groups))]
    total = {row.id: sum((part[row.id] for part in within if row.id in part), OpinionCounts()) for row in rows}
    segments, tests = [], []
    for place, (group, chosen, counts) in enumerate(zip(groups, inside, within, strict=True)):
        others = everyone & ~chosen
        ours, theirs = (rated.within(mask[places_of_rated]) for mask in (chosen, others))
        cost_here, cost_elsewhere = costs(ours, theirs)
        taken = {id: cost.value for id, cost in cost_here.items()}
        segments.append(Segment(group.name, len(group.places), star_sums(ours), counts, taken, group.pooled))
        if group.pooled or len(group.places) < MIN_GROUP_REVIEWS:
            continue
        for lang in dict.fromkeys(row.lang for row in rows):
            spoken = [row.id for row in rows if row.lang == lang]
            rest = {id: total[id] - counts.get(id, OpinionCounts()) for id in spoken}
            tests += [
                (place, test)
                for test in all_differences(
                    {id: n for id, n in rest.items() if n.reviews},
                    {id: counts[id] for id in spoken if id in counts},
                    a_reviews=int((others & (languages == lang)).sum()),
                    b_reviews=int((chosen & (languages == lang)).sum()),
                )
            ]
        tests += [(place, _says(point, chosen, others, languages)) for point in points]
        if by != "stars":
            if min(len(ours.stars), len(theirs.stars)) >= MIN_VOICED:
                tests.append((place, starred(star_sums(theirs), star_sums(ours))))
            tests += [(place, cost_difference(id, cost_elsewhere[id], cost_here[id])) for id in cost_here]
    return Segments(
        by,
        tuple(segments),
        tuple(_significant(tests, segments)),
        {row.id: row.name for row in rows},
        {point.id: point.text for point in points},
        len(languages) - int(everyone.sum()),
        len(tests),
        rated.predicted,
    )


def _says(
    point: SaidPoint, ours: NDArray[np.bool_], theirs: NDArray[np.bool_], languages: NDArray[np.object_]
) -> Difference:
    """Return whether a segment says a key point more or less often than the others."""
    spoken = languages == point.lang
    places = list(point.places)
    counts = [OpinionCounts(reviews=int(side[places].sum())) for side in (theirs, ours)]
    a_reviews, b_reviews = (max(1, int((side & spoken).sum())) for side in (theirs, ours))
    return replace(attention(point.id, *counts, a_reviews=a_reviews, b_reviews=b_reviews), kind="says")


def star_sums(rated: RatedReviews) -> StarSums:
    return StarSums(len(rated.stars), float(rated.stars.sum()), float((rated.stars**2).sum()))


def _significant(tests: Sequence[tuple[int, Difference]], segments: Sequence[Segment]) -> list[SegmentDifference]:
    """Return the differences that hold after adjusting and are large enough, the stars first, then the surest."""
    checked = adjusted([test for _, test in tests])
    differences = [
        SegmentDifference(segments[place].name, test)
        for (place, _), test in zip(tests, checked, strict=True)
        if test.p <= LEVEL and large(test)
    ]
    return sorted(differences, key=lambda pair: by_kind_and_chance(pair.difference))
