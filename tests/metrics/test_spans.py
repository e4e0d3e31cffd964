"""Spans: exact and partial, and no reward for the whole sentence or a letter."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from voxpop.errors import MeasureError
from voxpop.metrics.spans import spans

GOLD = [[(4, 9), (20, 32)], [], [(0, 6)]]
SPAN = st.tuples(st.integers(0, 20), st.integers(1, 8)).map(lambda pair: (pair[0], pair[0] + pair[1]))


def test_gold_against_gold_is_one() -> None:
    for score in spans(GOLD, GOLD).values():
        assert score.values == {"precision": 1.0, "recall": 1.0, "f1": 1.0}


def test_exact_wants_both_ends_and_the_label() -> None:
    scores = spans([[(4, 9, "food"), (20, 32, "price")]], [[(4, 9, "food"), (20, 31, "price")]])
    assert scores["exact"].value == 0.5
    assert scores["partial"].value == pytest.approx((1 + 11 / 12) / 2)
    assert spans([[(4, 9, "food")]], [[(4, 9, "price")]])["partial"].value == 0.0
    assert "labels:yes" in scores["exact"].signature


def test_wrong_answers_get_what_they_deserve() -> None:
    nothing = spans(GOLD, [[], [], []])
    assert nothing["exact"].value == nothing["partial"].value == 0.0
    sentence = spans(GOLD, [[(0, 60)], [(0, 60)], [(0, 60)]])
    assert sentence["exact"].value == 0.0
    assert sentence["partial"].value < 0.15
    letter = spans(GOLD, [[(4, 5)], [], [(0, 1)]])
    assert letter["exact"].value == 0.0
    assert letter["partial"].value < 0.2
    shuffled = spans(GOLD, [[], [(4, 9), (20, 32)], [(0, 6)]])
    assert shuffled["exact"].value == pytest.approx(1 / 3)


def test_saying_it_twice_earns_no_more() -> None:
    twice = spans([[(4, 9)]], [[(4, 9), (4, 9)]])
    assert twice["exact"].values == {"precision": 0.5, "recall": 1.0, "f1": pytest.approx(2 / 3)}
    assert twice["partial"].values["precision"] == 0.5


def test_partial_pairs_spans_so_that_the_sum_is_highest() -> None:
    gold = [[(0, 10), (10, 20)]]
    assert spans(gold, [[(5, 20), (10, 20)]])["partial"].values["recall"] == pytest.approx((5 / 20 + 1) / 2)


def test_nothing_to_find_and_nothing_found() -> None:
    assert spans([[]], [[]])["exact"].value == 1.0
    assert spans([[]], [[(0, 1)]])["exact"].value == 0.0


def test_bad_input() -> None:
    with pytest.raises(MeasureError, match="Item 2 of the predictions: the span 5 to 5"):
        spans([[], []], [[], [(5, 5)]])
    with pytest.raises(MeasureError, match="span 1 to 3 is there twice"):
        spans([[(1, 3), (1, 3)]], [[]])


@given(st.lists(st.tuples(st.sets(SPAN), st.lists(SPAN)), min_size=1, max_size=4))
def test_every_figure_lies_in_its_range_and_partial_is_no_less(
    texts: list[tuple[set[tuple[int, int]], list[tuple[int, int]]]],
) -> None:
    gold, pred = zip(*texts, strict=True)
    scores = spans([sorted(item) for item in gold], pred)
    for score in scores.values():
        assert all(0 <= value <= 1 + 1e-9 for value in score.values.values())
    assert scores["partial"].value >= scores["exact"].value - 1e-9
