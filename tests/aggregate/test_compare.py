"""Differences are told when they are real, and rarely when they are not."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from voxpop.aggregate.compare import StarSums, adjusted, attention, compare, feeling, starred
from voxpop.aggregate.opinion_counts import OpinionCounts


def numbers(values: list[float], *, reviews: int | None = None) -> OpinionCounts:
    return OpinionCounts(
        mentions=len(values), reviews=reviews or len(values), voiced=len(values), total=sum(values),
        squares=sum(value * value for value in values),
    )  # fmt: skip


def test_a_clear_difference_is_told() -> None:
    a, b = {"x": numbers([-0.9] * 20 + [0.9] * 5)}, {"x": numbers([0.9] * 20 + [-0.9] * 5)}
    found = compare(a, b, a_reviews=100, b_reviews=100)
    assert [(one.id, one.kind) for one in found] == [("x", "feeling")]
    assert found[0].change == pytest.approx(1.08)
    assert found[0].low < 1.08 < found[0].high
    assert found[0].p < 0.001


def test_more_attention_is_told() -> None:
    found = compare({"x": numbers([0.0] * 0, reviews=5)}, {"x": numbers([], reviews=60)}, a_reviews=200, b_reviews=200)
    assert [(one.kind, one.a, one.b) for one in found] == [("attention", 0.025, 0.3)]


def test_few_reviews_are_never_certain() -> None:
    assert not compare({"x": numbers([1.0] * 2)}, {"x": numbers([-1.0] * 2)}, a_reviews=2, b_reviews=2)
    assert not compare({}, {}, a_reviews=0, b_reviews=0)


def test_a_tiny_difference_is_not_worth_a_sentence() -> None:
    a = OpinionCounts(mentions=10**6, reviews=10**6, voiced=10**6, total=500_000.0, squares=600_000.0)
    b = replace(a, total=520_000.0)
    assert feeling("x", a, b).p < 1e-6
    assert not compare({"x": a}, {"x": b}, a_reviews=2 * 10**6, b_reviews=2 * 10**6)


def test_stars() -> None:
    a, b = StarSums(50, 200.0, 820.0), StarSums(50, 150.0, 480.0)
    one = starred(a, b)
    assert (one.a, one.b) == (4.0, 3.0)
    assert one.low < -1 < one.high < 0
    assert [found.kind for found in compare({}, {}, a_reviews=50, b_reviews=50, stars=(a, b))] == ["stars"]


def test_two_proportions_by_hand() -> None:
    """Agresti and Caffo: 8 of 20 against 2 of 20, with one success and one failure more on each side."""
    one = attention("x", numbers([], reviews=8), numbers([], reviews=2), a_reviews=20, b_reviews=20)
    error = ((9 / 22) * (13 / 22) / 22 + (3 / 22) * (19 / 22) / 22) ** 0.5
    assert one.low == pytest.approx(3 / 22 - 9 / 22 - 1.959964 * error, abs=1e-6)
    assert one.p == pytest.approx(0.0423, abs=5e-4)  # with the error of 12 of 44 on both sides, which is the larger


def test_adjusting_after_benjamini_and_hochberg() -> None:
    base = feeling("x", numbers([1.0]), numbers([1.0]))
    ps = [0.01, 0.04, 0.03, 0.5]
    found = {round(one.a, 3): one.p for one in adjusted([replace(base, p=p, a=p) for p in ps])}
    assert found == pytest.approx({0.01: 0.04, 0.03: 0.04 * 4 / 3, 0.04: 0.04 * 4 / 3, 0.5: 0.5})


def test_many_rows_without_a_difference_do_not_hide_one_in_the_stars() -> None:
    rows = {str(row): numbers([0.5] * 10) for row in range(100)}
    a, b = StarSums(40, 140.0, 550.0), StarSums(40, 110.0, 370.0)  # 3.5 and 2.75 stars
    assert 0.0005 < starred(a, b).p < 0.05
    (found,) = compare(rows, rows, a_reviews=40, b_reviews=40, stars=(a, b))
    assert (found.kind, found.p) == ("stars", 2 * starred(a, b).p)  # half of the level is for the rows


def test_chance_alone_is_seldom_told() -> None:
    """Over many files without any difference, one in twenty tells one, give or take three standard errors."""
    draw, files, told = np.random.default_rng(7), 600, 0
    for _ in range(files):
        sides = []
        for _ in range(2):
            sizes = draw.binomial(120, 0.25, size=15)
            values = [draw.choice([-0.9, 0.9], p=[0.3, 0.7], size=size) for size in sizes]
            sides.append({str(row): numbers(found.tolist()) for row, found in enumerate(values)})
        told += bool(compare(*sides, a_reviews=120, b_reviews=120))
    assert told / files <= 0.05 + 3 * (0.05 * 0.95 / files) ** 0.5
