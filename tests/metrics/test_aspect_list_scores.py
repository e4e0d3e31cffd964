import pytest
from hypothesis import given
from hypothesis import strategies as st

from voxpop.errors import MeasureError
from voxpop.metrics.aspect_list_scores import awp, weighted_precision_recall

LISTS = st.lists(st.sampled_from("abcdefghij"), unique=True)


def test_hand_worked_points() -> None:
    # G = food, service, price; weights 1, 1/2, 1/3, together 11/6
    points = weighted_precision_recall(["food", "service", "price"], ["food", "time", "price"])
    assert points == [
        pytest.approx((1.0, 6 / 11)),
        pytest.approx((1 / 1.5, 6 / 11)),
        pytest.approx(((1 + 1 / 3) / (11 / 6), (4 / 3) / (11 / 6))),
    ]


def test_hand_worked_awp() -> None:
    # levels 0 … 0.5 see precision 1 (recall .545), 0.6 and 0.7 see 8/11 (recall .727), 0.8 … 1 nothing
    assert awp(["food", "service", "price"], ["food", "time", "price"]) == pytest.approx((6 * 1 + 2 * 8 / 11) / 11)


def test_the_order_of_wrong_terms_matters() -> None:
    gold = ["food", "service"]
    assert awp(gold, ["food", "service", "time"]) == pytest.approx(1.0)
    assert awp(gold, ["time", "food", "service"]) == pytest.approx((1 / 2 + 1 / 3) / (11 / 6))


def test_wrong_answers_get_what_they_deserve() -> None:
    assert awp(["food"], []) == 0
    assert awp(["food"], ["f"]) == 0
    assert awp(["food"], [""]) == 0
    assert awp(["food", "service"], ["food service"]) == 0


@given(LISTS.filter(bool))
def test_gold_against_gold_is_one(gold: list[str]) -> None:
    assert awp(gold, gold) == pytest.approx(1.0)


@given(LISTS.filter(bool), LISTS)
def test_scores_stay_in_range_and_recall_never_falls(gold: list[str], predicted: list[str]) -> None:
    points = weighted_precision_recall(gold, predicted)
    assert len(points) == len(predicted)
    assert all(0 <= p <= 1 and 0 <= r <= 1 for p, r in points)
    assert [r for _, r in points] == sorted(r for _, r in points)
    assert 0 <= awp(gold, predicted) <= 1


def test_repeated_or_missing_terms_are_refused() -> None:
    with pytest.raises(MeasureError, match="'a' again at rank 2"):
        awp(["a"], ["a", "a"])
    with pytest.raises(MeasureError, match="empty"):
        awp([], ["a"])
