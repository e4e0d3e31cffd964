"""Aspect lists: the plain definitions of paper 004, a retrieval tool's nDCG, and lists that deserve nothing."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from voxpop.errors import MeasureError, OptionError
from voxpop.metrics.aspect_ranking import aspects, awp
from voxpop.metrics.measure import aligned

GOLD = {"food": 9, "service": 5, "battery life": 4, "price": 2, "sushi": 1}
TERMS = st.lists(st.sampled_from([*GOLD, "place", "thing", "e", "hard disk"]), unique=True)


def plain_points(gold: list[str], predicted: list[str]) -> list[tuple[float, float]]:
    """Equations 2 and 3 of the paper, written down as they are printed."""
    points = []
    for m in range(1, len(predicted) + 1):
        right = [i for i in range(1, m + 1) if predicted[i - 1] in gold]
        wp = sum(1 / i for i in right) / sum(1 / i for i in range(1, m + 1))
        wr = sum(1 / (gold.index(predicted[i - 1]) + 1) for i in right) / sum(1 / j for j in range(1, len(gold) + 1))
        points.append((wp, wr))
    return points


@given(TERMS)
def test_equals_the_plain_definition(terms: list[str]) -> None:
    scores = aspects(GOLD, terms)
    points = plain_points(list(GOLD), terms)
    best = [max((p for p, r in points if r >= level / 10 - 1e-12), default=0.0) for level in range(11)]
    assert scores["awp"].value == pytest.approx(sum(best) / 11, abs=1e-12)
    for m, (wp, wr) in enumerate(points, start=1):
        assert scores["wp"].values[str(m)] == pytest.approx(wp)
        assert scores["wr"].values[str(m)] == pytest.approx(wr)


@given(TERMS)
def test_every_figure_lies_between_0_and_1(terms: list[str]) -> None:
    for score in aspects(GOLD, terms, tops=(1, 3)).values():
        assert all(0 <= value <= 1 + 1e-12 for value in score.values.values()), score


@pytest.mark.parametrize("graded", [False, True])
@given(terms=TERMS.filter(len))
def test_ndcg_agrees_with_trec_eval(graded: bool, terms: list[str]) -> None:
    trec = pytest.importorskip("pytrec_eval")
    mean = sum(GOLD.values()) / len(GOLD)
    gains = {term: 3 if graded and count >= mean else 1 for term, count in GOLD.items()}
    ranking = {term: float(len(terms) - place) for place, term in enumerate(terms)}
    theirs = trec.RelevanceEvaluator({"q": gains}, {"ndcg_cut.3,5"}).evaluate({"q": ranking})["q"]
    ours = aspects(GOLD, terms, tops=(3, 5))["ndcg_graded" if graded else "ndcg"].values
    assert ours == pytest.approx({"3": theirs["ndcg_cut_3"], "5": theirs["ndcg_cut_5"]}, abs=1e-6)


def test_gold_against_gold_is_one() -> None:
    scores = aspects(GOLD, list(GOLD.items()))
    for name in ("awp", "distinct", "occurrences", "ndcg", "ndcg_graded"):
        assert scores[name].value == pytest.approx(1.0), name


def test_wrong_lists_get_what_they_deserve() -> None:
    for wrong in ([], ["e"], ["the food was great and the service too"]):
        scores = aspects(GOLD, wrong)
        assert scores["awp"].value == scores["distinct"].value == scores["ndcg"].value == 0.0
    backwards = aspects(GOLD, [*reversed(GOLD)])
    assert backwards["distinct"].value == 1.0
    assert backwards["awp"].value == 1.0  # every term is gold, so precision never falls
    assert backwards["wr"].values["1"] < aspects(GOLD, list(GOLD))["wr"].values["1"]
    late = aspects(GOLD, ["x", "y", "z", *GOLD])
    assert late["awp"].value < 0.6


def test_terms_tagged_once_can_be_left_out() -> None:
    assert aspects(GOLD, ["sushi"], least=2)["awp"].value == 0.0
    assert "least:2" in aspects(GOLD, ["sushi"], least=2)["awp"].signature


def test_occurrences_need_counts() -> None:
    assert "occurrences" not in aspects(GOLD, ["food"])
    counted = aspects({"food": 4, "price": 2}, [("food", 3), ("place", 3)])["occurrences"]
    assert counted.values == {"precision": 0.5, "recall": 0.5, "f1": 0.5}


def test_intervals_draw_the_tagged_occurrences_again() -> None:
    score = aspects({f"t{i}": 12 - i for i in range(12)}, ["t0", "x", "t3", "y", "t1", "t8", "t4"])["awp"]
    interval = score.interval(resamples=300)
    assert 0 < interval.low < interval.high < 1
    assert interval.low <= score.value <= interval.high


def test_two_lists_are_tested_by_exchanging_places() -> None:
    gold = {f"t{i}": 40 - i for i in range(25)}
    good = [f"t{i}" for i in range(25)]
    poor = [name for i in range(25) for name in (f"x{i}", f"y{i}", f"t{24 - i}")]
    verdict = aspects(gold, good)["awp"].versus(aspects(gold, poor)["awp"], rounds=500)
    assert verdict.p < 0.01
    assert verdict.difference > 0.3
    same = aspects(gold, good)["awp"]
    assert same.versus(same, rounds=200).p == 1.0


def test_terms_of_two_lists_are_paired_by_name() -> None:
    gold = {"food": 3, "price": 2}
    first, second = aspects(gold, ["food", "place"])["distinct"], aspects(gold, ["food", "price", "x", "y"])["distinct"]
    left, right = aligned(first, second)
    assert left.keys == right.keys == ("food", "price", "place", "x", "y")
    assert left.items.tolist() == [[1, 1, 1], [0, 0, 1], [0, 1, 0], [0, 0, 0], [0, 0, 0]]
    assert left.aggregate(left.items) == first.values
    assert right.aggregate(right.items) == second.values
    verdict = first.versus(second)
    assert verdict.difference == pytest.approx(1 / 2 - 2 / 3)
    assert verdict.exact
    assert verdict.rounds == 32
    assert verdict.p == second.versus(first).p


def test_curves_are_compared_where_the_shorter_list_ends() -> None:
    short, long = aspects(GOLD, ["place", "food"])["wp"], aspects(GOLD, ["food", "service", "place"])["wp"]
    assert short.versus(long).figure == long.versus(short).figure == "2"
    assert long.versus(short).difference == pytest.approx(1 - 1 / 3)
    with pytest.raises(OptionError, match="wp has no figure '3'"):
        long.versus(short, figure="3")


def test_shares_of_multiword_terms_have_no_test() -> None:
    score = aspects(GOLD, ["food"])["multiword_pred"]
    with pytest.raises(MeasureError, match="describes one list"):
        score.versus(score)


def test_bad_input() -> None:
    with pytest.raises(MeasureError, match="stands at place 1 too"):
        aspects(GOLD, ["food", "Food"])
    with pytest.raises(MeasureError, match="stands at place 1 too"):
        aspects([("food", 1), ("food ", 2)], [])
    with pytest.raises(MeasureError, match="more than 10,000,000 occurrences"):  # no memory is taken for them
        aspects({"room": 3, "food": 44_444_444_455}, ["room"])
    with pytest.raises(MeasureError, match="has the count 0"):
        aspects({"food": 0}, [])
    with pytest.raises(MeasureError, match="Item 2 of the predictions: the term is empty"):
        aspects(GOLD, ["food", " "])
    with pytest.raises(MeasureError, match="nothing to recall"):
        aspects({"food": 1}, ["food"], least=2)
    with pytest.raises(OptionError, match="depth"):
        aspects(GOLD, ["food"], depth=0)


def test_the_share_of_terms_of_several_words() -> None:
    assert aspects(GOLD, ["hard disk", "food"], tops=(1, 2))["multiword_pred"].values == {"1": 1.0, "2": 0.5}


LISTS = st.lists(st.sampled_from("abcdefghij"), unique=True)


def weighted_points(gold: list[str], predicted: list[str]) -> list[tuple[float, float]]:
    """Weighted precision and recall at each m; the gold terms are given best first."""
    scores = aspects([(term, len(gold) - rank) for rank, term in enumerate(gold)], predicted)
    return list(zip(scores["wp"].values.values(), scores["wr"].values.values(), strict=True))[: len(predicted)]


def test_hand_worked_points() -> None:
    # G = food, service, price; weights 1, 1/2, 1/3, together 11/6
    points = weighted_points(["food", "service", "price"], ["food", "time", "price"])
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
def test_any_gold_against_itself_is_one(gold: list[str]) -> None:
    assert awp(gold, gold) == pytest.approx(1.0)


@given(LISTS.filter(bool), LISTS)
def test_scores_stay_in_range_and_recall_never_falls(gold: list[str], predicted: list[str]) -> None:
    points = weighted_points(gold, predicted)
    assert len(points) == len(predicted)
    assert all(0 <= p <= 1 and 0 <= r <= 1 for p, r in points)
    assert [r for _, r in points] == sorted(r for _, r in points)
    assert 0 <= awp(gold, predicted) <= 1


def test_more_occurrences_than_memory_holds_are_refused() -> None:
    with pytest.raises(MeasureError, match=r"add up to more than 10,000,000 occurrences; 'food' has 1,000,000,000"):
        aspects({"food": 10**9, "staff": 3}, ["food"])
