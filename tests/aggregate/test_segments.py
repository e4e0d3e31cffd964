"""Groups of reviews: how values are binned and pooled, and which differences are told."""

from __future__ import annotations

from datetime import date, timedelta

import numpy as np
import pytest
from numpy.typing import NDArray

from voxpop.aggregate.aspect_table import empty_row
from voxpop.aggregate.drivers import AspectVotes, RatedReviews
from voxpop.aggregate.opinion_counts import OpinionCounts
from voxpop.aggregate.segments import Group, SaidPoint, Segments, Version, find_segments, group_values
from voxpop.aggregate.table_edits import Key


def sizes(groups: list[Group]) -> dict[str, int]:
    return {group.name: len(group.places) for group in groups}


def test_names_are_grouped_by_size_and_small_ones_are_pooled() -> None:
    values = ["US"] * 40 + ["uk"] * 10 + ["UK"] * 15 + ["FR"] * 3 + ["DE"] * 2 + [None, None]
    groups = group_values(values)
    assert sizes(groups) == {"US": 40, "UK": 25, "": 5}
    assert groups[-1].pooled == 2


def test_no_more_than_twelve_names_stand_alone() -> None:
    groups = group_values([f"p{n}" for n in range(30) for _ in range(20 + n)])
    assert len(groups) == 13
    assert groups[-1].pooled == 18
    assert sum(sizes(groups).values()) == sum(20 + n for n in range(30))


def test_versions_stand_from_the_newest_on_which_is_shown_however_few_its_reviews_are() -> None:
    versions = ["4.9"] * 30 + ["4.10"] * 25 + ["v4.11.2 (beta)"] * 3 + ["4.2"] * 40 + ["3.0"] * 4
    groups = group_values([Version(version) for version in versions])
    assert list(sizes(groups).items()) == [("v4.11.2 (beta)", 3), ("4.10", 25), ("4.9", 30), ("4.2", 40), ("", 4)]
    many = group_values([Version(f"1.{n}") for n in range(30) for _ in range(20)])
    assert [group.name for group in many] == [f"1.{n}" for n in range(29, 17, -1)] + [""]
    assert sizes(group_values([Version("1.0"), Version("1.1")])) == {"": 2}


def test_few_numbers_stay_as_they_are_and_many_are_binned() -> None:
    assert sizes(group_values([1.0, 5.0, 4.5] * 30)) == {"1": 30, "4.5": 30, "5": 30}
    ages = group_values([float(age) for age in range(20, 80) for _ in range(5)])
    assert [group.name for group in ages] == ["20 – 34", "35 – 49", "50 – 64", "65 – 79"]
    assert {len(group.places) for group in ages} == {75}


def test_numbers_of_which_most_are_the_same() -> None:
    values = [0.0] * 500 + [float(n) for n in range(1, 60)]
    groups = group_values(values)
    assert sizes(groups)["0"] == 500
    assert sum(sizes(groups).values()) == 559


@pytest.mark.parametrize(
    ("days", "step", "first", "last"),
    [
        (10, 1, "2024-01-01", "2024-01-10"),
        (60, 1, "2024-01-01", "2024-02-26"),
        (360, 1, "2024-01", "2024-12"),
        (700, 1, "2024 Q1", "2025 Q4"),
        (3650, 5, "2024", "2033"),
    ],
)
def test_dates_are_binned_as_finely_as_twelve_bins_allow(days: int, step: int, first: str, last: str) -> None:
    values = [date(2024, 1, 1) + timedelta(days=n) for n in range(0, days, step) for _ in range(30)]
    names = [group.name for group in group_values(values)]
    assert (names[0], names[-1]) == (first, last)
    assert len(names) <= 12


def test_a_thin_month_joins_its_neighbour() -> None:
    values = [date(2024, 1, 1)] * 30 + [date(2024, 2, 1)] * 5 + [date(2024, 3, 1)] * 30 + [date(2024, 4, 1)] * 2
    assert sizes(group_values(values)) == {"2024-01-01": 30, "2024-02-01 – 2024-04-01": 37}


def test_no_values_make_no_groups() -> None:
    assert group_values([]) == group_values([None, None]) == []
    assert sizes(group_values(["a", "b"])) == {"": 2}


def simulated(seed: int, *, extra: float = 0.0, cost: float = 0.0, reviews: int = 600) -> Segments:
    """Four segments and four aspects. In the first segment, the first aspect is complained of more, and costs more."""
    rng = np.random.default_rng(seed)
    segment = rng.integers(0, 4, reviews)
    chance = np.full((reviews, 4), 0.15)
    chance[segment == 0, 0] += extra
    bad, good = rng.random((reviews, 4)) < chance, rng.random((reviews, 4)) < 0.15
    stars = np.clip(
        np.round(4 - bad @ [0.5, 0.5, 0.0, 0.0] + good @ [0.3, 0, 0, 0] + rng.normal(0, 0.8, reviews)), 1, 5
    )
    stars[(segment == 0) & bad[:, 0]] -= cost
    names = [f"en:{n}" for n in range(4)]
    votes = [AspectVotes(id, id, np.flatnonzero(bad[:, n]), np.flatnonzero(good[:, n])) for n, id in enumerate(names)]
    everyone = np.arange(reviews)
    languages = np.full(reviews, "en", object)
    return find_segments(
        "country",
        [Group(f"c{n}", tuple(np.flatnonzero(segment == n))) for n in range(4)],
        {(id, n): counted(bad[segment == n, a], good[segment == n, a]) for a, id in enumerate(names) for n in range(4)},
        RatedReviews(everyone, stars, languages, votes),
        rows=[empty_row(Key("en", id[3:], None)) for id in names],
        languages=languages,
        places_of_rated=everyone,
    )


def counted(bad: NDArray[np.bool_], good: NDArray[np.bool_]) -> OpinionCounts:
    """Reviews that complain count −0.8, those that praise 0.8, both together 0."""
    mean = 0.8 * good.astype(float) - 0.8 * bad
    spoken = bad | good
    return OpinionCounts(
        mentions=int(bad.sum() + good.sum()), reviews=int(spoken.sum()), voiced=int(spoken.sum()),
        total=float(mean.sum()), squares=float((mean**2).sum()),
    )  # fmt: skip


def test_what_differs_is_told_where_it_differs() -> None:
    found = simulated(1, extra=0.35, cost=0.8)
    told = {(segment, one.id, one.kind) for segment, one in found.differences}
    assert ("c0", "en:0", "feeling") in told
    assert ("c0", "en:0", "attention") in told
    assert ("c0", "en:0", "cost") in told
    assert ("c0", "", "stars") in told
    assert {id for segment, id, _ in told if segment == "c0"} == {"en:0", ""}
    first = found.segments[0]
    assert first.costs["en:0"] < found.segments[1].costs["en:0"] < 0
    assert found.tests == 4 * (4 + 4 + 1 + 4)


def test_nothing_is_told_where_only_chance_differs() -> None:
    """With everything alike, at most one analysis in twenty should tell of a difference."""
    alarms = sum(bool(simulated(seed).differences) for seed in range(40))
    assert alarms <= 4  # 2 expected; 5 or more would come up in one of twenty runs of the test


def test_reviews_in_no_group_are_counted() -> None:
    votes = [AspectVotes("en:a", "a", np.array([0]), np.array([1]))]
    languages = np.full(5, "en", object)
    found = find_segments(
        "date", [Group("x", (0, 1)), Group("", (2,), 3)], {}, RatedReviews(np.arange(5), np.ones(5), languages, votes),
        rows=[empty_row(Key("en", "a", None))], languages=languages, places_of_rated=np.arange(5),
    )  # fmt: skip
    assert (found.without_value, [segment.reviews for segment in found.segments]) == (2, [2, 1])
    assert found.differences == ()


def test_a_key_point_that_one_segment_says_is_told() -> None:
    languages = np.full(200, "en", object)
    found = find_segments(
        "country", [Group("US", tuple(range(100))), Group("DE", tuple(range(100, 200)))], {},
        RatedReviews(np.arange(0), np.ones(0), languages[:0], []), rows=[], languages=languages,
        places_of_rated=np.arange(0), points=[SaidPoint("point:1", "It crashes", "en", tuple(range(0, 90, 2)))],
    )  # fmt: skip
    assert [(segment, one.kind, one.b) for segment, one in found.differences] == [
        ("US", "says", 0.45),
        ("DE", "says", 0.0),
    ]
    assert found.name_of("point:1") == "It crashes"
