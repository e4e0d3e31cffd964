"""Precision from answers."""

from __future__ import annotations

import pytest

from voxpop.aggregate.trust import overall, precision


def test_nothing_checked_says_nothing() -> None:
    found = precision(0, 0)
    assert (found.share, found.low, found.high) == (None, 0.0, 1.0)
    assert overall([found], {0: 9}).share is None


def test_the_interval_is_wilsons() -> None:
    found = precision(8, 10)  # worked by hand: (0.8 + 0.192 ± 1.96 √(0.016 + 0.0096)) / 1.384
    assert found.share == 0.8
    assert (round(found.low, 4), round(found.high, 4)) == (0.4902, 0.9433)


def test_rows_weigh_what_they_hold() -> None:
    rows = [precision(10, 10), precision(0, 10)]
    assert overall(rows, {0: 90, 1: 10}).share == pytest.approx(0.9)
    assert overall(rows, {0: 1, 1: 1}).share == pytest.approx(0.5)


def test_drawn_in_proportion_it_is_the_plain_interval() -> None:
    whole, plain = overall([precision(8, 10), precision(12, 20)], {0: 100, 1: 200}), precision(20, 30)
    assert (whole.right, whole.checked) == (20, 30)
    assert (whole.share, whole.low, whole.high) == pytest.approx((plain.share, plain.low, plain.high))


def test_rows_that_nobody_checked_are_left_out() -> None:
    assert overall([precision(3, 4), precision(0, 0)], {0: 5, 1: 500}).share == 0.75
