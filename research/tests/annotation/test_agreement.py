"""How far two annotators of key points agree, by hand."""

from __future__ import annotations

import pytest

from research.annotation.agreement import describe, point_figures


def test_the_points_of_one_annotator_by_those_of_the_other() -> None:
    slow = [("1", "slow", "slow"), ("2", "slow", "slow"), ("3", "slow", "slow"), ("4", "slow", "waits")]
    others = [("5", None, "waits"), ("6", "late", "late"), ("7", "late", "late")]
    made = point_figures([[*slow, *others]])
    assert made["points"] == pytest.approx(1)  # two reviews are too few
    # A label that means "slow" (3 of 4): three reviews of four are right, the number is four instead of three.
    # The one that means "waits": one is right, the number is four instead of two.
    assert made["quotes"] == pytest.approx((0.75 * 3 + 0.25 * 1) / 4)
    assert made["within_10"] == 0
    assert made["size_error"] == pytest.approx((0.75 * 1 + 0.25 * 2) / (0.75 * 3 + 0.25 * 2))


def test_a_statement_that_the_other_puts_into_no_point_is_alone() -> None:
    made = point_figures([[("1", "slow", None), ("2", "slow", None), ("3", "slow", None)]])
    assert made["quotes"] == pytest.approx(1 / 3)
    assert made["size_error"] == pytest.approx(2)


def test_equal_points_agree_wholly() -> None:
    made = point_figures([[(str(n), "slow", "sluggish") for n in range(9)]])
    assert (made["quotes"], made["within_10"], made["size_error"]) == (1, 1, 0)


def test_shares_above_one_keep_their_digits() -> None:
    assert describe({"points": 80.0, "size_error": 1.6}) == "points 80, size_error 1.600"
