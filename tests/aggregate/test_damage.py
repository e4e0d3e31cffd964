from __future__ import annotations

import pytest

from voxpop.aggregate.aspect_table import empty_row
from voxpop.aggregate.compare import StarSums
from voxpop.aggregate.damage import Damage, complaint_change, damage, first_rows, in_order_of
from voxpop.aggregate.opinion_counts import OpinionCounts
from voxpop.aggregate.table_edits import Key
from voxpop.types import Aspect


def test_the_loss_is_what_the_mean_would_gain() -> None:
    """Ten reviews: six of five stars; four that complain, of two. Were they like the others, the mean would be 5."""
    counts = OpinionCounts(complaints=4, rated_complaints=4, complaint_stars=8.0)
    found = damage(counts, reviews=10, stars=StarSums(10, 38.0, 166.0))
    assert (found.complaints, found.share, found.cost) == (4, 0.4, 3.0)
    assert 3.8 + (found.loss or 0) == pytest.approx(5.0)


def test_without_stars_only_complaints_count() -> None:
    assert damage(OpinionCounts(complaints=4), reviews=10, stars=StarSums()) == Damage(4, 0.4, None, None)
    everyone = OpinionCounts(complaints=2, rated_complaints=2, complaint_stars=4.0)
    assert damage(everyone, reviews=2, stars=StarSums(2, 4.0, 8.0)).loss is None  # no others to compare with


def test_complaints_of_happy_reviewers_cost_nothing() -> None:
    counts = OpinionCounts(complaints=1, rated_complaints=1, complaint_stars=5.0)
    found = damage(counts, reviews=3, stars=StarSums(3, 11.0, 43.0))
    assert found.cost == -2.0
    assert found.loss == 0.0


def test_a_rise_of_complaints() -> None:
    rise, errors = complaint_change(
        OpinionCounts(complaints=10), OpinionCounts(complaints=5), reviews=50, reviews_before=100
    )
    assert rise == pytest.approx(0.15)
    assert errors > 2


def made(**damages: tuple[int, float | None, float | None]) -> tuple[list[Aspect], dict[str, Damage]]:
    rows = [empty_row(Key("en", name, None)) for name in damages]
    return rows, {
        f"en:{name}": Damage(n, 0.0, None, loss, errors, errors) for name, (n, loss, errors) in damages.items()
    }


def names(rows: list[Aspect]) -> list[str]:
    return [row.name for row in rows]


def test_orders() -> None:
    rows, by_id = made(room=(3, 0.1, -1.0), staff=(9, 0.1, 2.0), wifi=(2, 0.4, None))
    assert names(in_order_of(rows, "mentions", lambda row: by_id[row.id])) == ["room", "staff", "wifi"]
    assert names(in_order_of(rows, "damage", lambda row: by_id[row.id])) == ["wifi", "staff", "room"]
    assert names(in_order_of(rows, "change", lambda row: by_id[row.id])) == ["staff", "wifi", "room"]


def test_what_hurts_most_has_a_row_however_few_speak_of_it() -> None:
    rows, by_id = made(a=(1, 0.01, None), b=(0, None, None), c=(0, None, None), d=(2, 0.5, None))
    assert names(first_rows(rows, lambda row: by_id[row.id], top=2)) == ["a", "d"]
    assert names(first_rows(rows, lambda row: by_id[row.id], top=3)) == ["a", "b", "d"]
    assert names(first_rows(rows, lambda row: by_id[row.id], top=9)) == ["a", "b", "c", "d"]
