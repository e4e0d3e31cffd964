"""Verdicts follow from counts, and a statement and its opposite are never both supported."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from voxpop.check.opinion_table import SideEvidence
from voxpop.check.quantity import SideCounts, split_quantity
from voxpop.check.statements import Statement
from voxpop.check.verdicts import is_divided, is_majority, judge
from voxpop.types import Opinion, Verdict


def some(count: int) -> tuple[Opinion, ...]:
    return tuple(Opinion(str(number), 0, 1, "a", "a", 1.0) for number in range(count))


def verdict(
    saying: int, denying: int, agreeing: int, opposing: int, statement: Statement, reviews: int = 100
) -> Verdict:
    evidence = SideEvidence(some(saying), some(denying), some(agreeing), some(opposing))
    return judge(statement, evidence, SideCounts(saying, agreeing, opposing, reviews)).verdict


PLAIN, DETAILED = Statement("room", None, 1, "en"), Statement("room", None, 1, "en", frozenset({"clean"}))
FAULT = Statement("app", None, -1, "en", frozenset({"update"}))


@pytest.mark.parametrize(
    ("counts", "statement", "expected"),
    [
        ((9, 1, 9, 1), PLAIN, "supported"),
        ((1, 9, 1, 9), PLAIN, "contradicted"),
        ((5, 5, 5, 5), PLAIN, "unmentioned"),
        ((0, 0, 0, 0), PLAIN, "unmentioned"),
        ((3, 0, 9, 1), DETAILED, "supported"),
        ((0, 0, 9, 1), DETAILED, "unmentioned"),
        ((0, 2, 1, 9), DETAILED, "contradicted"),
        ((0, 0, 1, 9), DETAILED, "unmentioned"),
        ((3, 0, 3, 20), FAULT, "supported"),
        ((3, 0, 3, 20), DETAILED, "unmentioned"),
    ],
)
def test_the_side_that_most_are_on(counts: tuple[int, int, int, int], statement: Statement, expected: str) -> None:
    assert verdict(*counts, statement) == expected


@given(*(st.integers(0, 40) for _ in range(4)), st.sampled_from([PLAIN, DETAILED, FAULT]))
def test_a_statement_and_its_opposite_are_never_both_supported(
    saying: int, denying: int, agreeing: int, opposing: int, statement: Statement
) -> None:
    if not statement.details:
        saying, denying = agreeing, opposing
    opposite = Statement("room", None, -statement.sign, "en", statement.details)
    one = verdict(saying, denying, agreeing, opposing, statement)
    other = verdict(denying, saying, opposing, agreeing, opposite)
    assert (one, other) != ("supported", "supported")


def with_quantity(words: str) -> Statement:
    return Statement("room", None, 1, "en", quantity=split_quantity(f"{words} guests praise it.", "en").quantity)


@pytest.mark.parametrize(
    ("words", "agreeing", "opposing", "expected"),
    [
        ("Most", 40, 5, "supported"),
        ("Most", 5, 40, "contradicted"),
        ("Some", 3, 40, "supported"),
        ("No", 0, 10, "supported"),
        ("No", 8, 2, "contradicted"),
        ("Few", 2, 20, "supported"),
        ("12", 12, 3, "supported"),
        ("60", 12, 3, "contradicted"),
        ("14", 9, 3, "unmentioned"),
    ],
)
def test_quantities(words: str, agreeing: int, opposing: int, expected: str) -> None:
    assert verdict(agreeing, opposing, agreeing, opposing, with_quantity(words)) == expected


def test_majorities_and_divided_opinions() -> None:
    assert is_majority(1, 0)
    assert is_majority(9, 3)
    assert not is_majority(3, 2)
    assert is_divided(5, 6)
    assert not is_divided(40, 1)
    assert not is_divided(0, 4)


def test_a_quantity_that_says_too_little_is_told_so() -> None:
    quantity = split_quantity("Some guests complain about the bill.", "en").quantity
    statement = Statement("bill", None, -1, "en", quantity=quantity)
    told = judge(statement, SideEvidence(some(39), (), some(39), some(4)), SideCounts(39, 39, 4, 150))
    assert told.verdict == "unmentioned"
    assert told.reason == (
        "39 of 43 reviews that take a side on “bill” say so: that is most of them, more than “some”."
    )
