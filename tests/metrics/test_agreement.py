from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from voxpop.errors import MeasureError, OptionError
from voxpop.metrics import MEASURES
from voxpop.metrics.agreement import agreement, alpha, cohen, dice, fleiss, majority, percent, vote_tables

# Krippendorff's worked example: twelve units, four observers, values missing.
OBSERVERS = ["1 2 3 3 2 1 4 1 2 . . .", "1 2 3 3 2 2 4 1 2 5 . 3", ". 3 3 3 2 3 4 2 2 5 1 .", "1 2 3 3 2 4 4 1 2 5 1 ."]
EXAMPLE = [[None if value == "." else int(value) for value in unit]
           for unit in zip(*map(str.split, OBSERVERS), strict=True)]  # fmt: skip
# The textbook example for Fleiss' kappa: fourteen raters, ten subjects, how many chose each of five categories.
CHOSEN = ["0 0 0 0 14", "0 2 6 4 2", "0 0 3 5 6", "0 3 9 2 0", "2 2 8 1 1", "7 7 0 0 0", "3 2 6 3 0", "2 5 3 2 2",
          "6 5 2 1 0", "0 2 2 3 7"]  # fmt: skip
SUBJECTS = [
    [label for label, n in zip("abcde", map(int, row.split()), strict=True) for _ in range(n)] for row in CHOSEN
]

LABELS = st.sampled_from([1, 2, 3, 4, 5])
UNITS = st.lists(st.lists(LABELS | st.none(), min_size=3, max_size=3), min_size=1, max_size=12).filter(
    lambda units: any(sum(label is not None for label in unit) > 1 for unit in units)
)
PAIRS = st.lists(st.tuples(LABELS, LABELS), min_size=1, max_size=20)


@pytest.mark.parametrize(("scale", "value"), [("nominal", 0.743), ("ordinal", 0.815), ("interval", 0.849)])
def test_alpha_of_the_worked_example(scale: str, value: float) -> None:
    score = alpha(EXAMPLE, scale=scale)
    assert round(score.value, 3) == value
    assert score.details["left_out"] == 1  # the unit with one value
    assert f"scale:{scale}" in score.signature


@pytest.mark.parametrize("scale", ["nominal", "ordinal", "interval"])
@settings(deadline=None, max_examples=60)
@given(units=UNITS)
def test_alpha_equals_the_krippendorff_package(scale: str, units: list[list[int | None]]) -> None:
    package = pytest.importorskip("krippendorff")
    pairable = [unit for unit in units if sum(label is not None for label in unit) > 1]
    if len({label for unit in pairable for label in unit if label is not None}) < 2:
        return  # the package refuses what is constant; ours is tested below
    matrix = np.array([[np.nan if label is None else label for label in unit] for unit in pairable], dtype=float).T
    expected = package.alpha(reliability_data=matrix, level_of_measurement=scale)
    assert alpha(units, scale=scale).value == pytest.approx(expected, abs=1e-6)


def test_fleiss_of_the_textbook_example() -> None:
    assert fleiss(SUBJECTS).value == pytest.approx(0.210, abs=5e-4)


@pytest.mark.parametrize("weights", ["none", "linear", "quadratic"])
@settings(deadline=None, max_examples=60)
@given(pairs=PAIRS)
def test_cohen_equals_scikit_learn(weights: str, pairs: list[tuple[int, int]]) -> None:
    metrics = pytest.importorskip("sklearn.metrics")
    first, second = zip(*pairs, strict=True)
    if len({*first, *second}) < 2:
        return  # scikit-learn gives NaN; ours is tested below
    expected = metrics.cohen_kappa_score(first, second, weights=None if weights == "none" else weights)
    assert cohen(pairs, weights=weights, labels=sorted({*first, *second})).value == pytest.approx(expected, abs=1e-6)


def test_cohen_pools_all_pairs_the_earlier_against_the_later() -> None:
    """Paper 003: three annotators by time of submission, all pairs of them."""
    units = [["a", "b", "a"], ["b", "b", "b"], ["a", None, "b"]]
    pooled = [("a", "b"), ("a", "a"), ("b", "a"), ("b", "b"), ("b", "b"), ("b", "b"), ("a", "b")]
    assert cohen(units).value == pytest.approx(cohen(pooled).value)
    assert cohen(units).n == 3  # but a unit is drawn as a whole


def test_constant_raters_are_defined_and_never_nan() -> None:
    same = [("good", "good")] * 5
    for score in agreement(same).values():
        assert score.value == 1.0
    apart = agreement([("good", "bad")] * 5)  # both constant, never agreeing
    assert apart["cohen"].value == 0.0
    assert apart["fleiss"].value == -1.0
    assert apart["alpha"].value == pytest.approx(1 - 9 / 5)


@settings(deadline=None)
@given(UNITS)
def test_within_range_with_intervals_and_never_nan(units: list[list[int | None]]) -> None:
    for scale in ("nominal", "ordinal", "interval"):
        for score in agreement(units, scale=scale, weights="quadratic").values():
            assert -1 - 1e-9 <= score.value <= 1 + 1e-9
            interval = score.interval(resamples=5)
            assert np.isfinite([interval.low, interval.high]).all()


@settings(deadline=None)
@given(PAIRS)
def test_the_order_of_annotators_and_units_is_no_matter(pairs: list[tuple[int, int]]) -> None:
    turned = [pair[::-1] for pair in pairs[::-1]]
    for name, score in agreement(pairs, scale="interval").items():
        assert score.value == pytest.approx(agreement(turned, scale="interval")[name].value)


@settings(deadline=None)
@given(st.lists(LABELS, min_size=1, max_size=9), st.integers(2, 4))
def test_perfect_agreement_is_one(labels: list[int], annotators: int) -> None:
    for scale in ("nominal", "ordinal", "interval"):
        for score in agreement([[label] * annotators for label in labels], scale=scale).values():
            assert score.value == pytest.approx(1.0)


def test_chance_is_near_zero_and_shuffled_labels_score_what_they_deserve() -> None:
    generator = np.random.default_rng(7)
    first, second = generator.integers(0, 3, (2, 5000)).tolist()
    for name, score in agreement(first, second).items():
        assert score.value == pytest.approx(1 / 3 if name == "percent" else 0, abs=0.03)
    flipped = agreement(["pos", "neg"] * 20, ["neg", "pos"] * 20)
    assert flipped["percent"].value == 0
    assert flipped["cohen"].value == pytest.approx(-1)


def test_weights_forgive_what_is_near() -> None:
    near, far = [(1, 2), (5, 5), (1, 1)], [(1, 5), (5, 5), (1, 1)]
    for weights in ("linear", "quadratic"):
        assert cohen(near, weights=weights).value > cohen(far, weights=weights).value
    words = [("low", "mid"), ("high", "high"), ("low", "low")]
    with pytest.raises(OptionError, match="labels="):
        cohen(words, weights="linear")
    assert cohen(words, weights="linear", labels=["low", "mid", "high"]).value == pytest.approx(
        cohen([(1, 2), (3, 3), (1, 1)], weights="linear").value
    )


@pytest.mark.parametrize(
    ("call", "told"),
    [
        (lambda: agreement(["a"], ["a", "b"]), "1 items, predictions 2"),
        (lambda: agreement([["a", None]]), "at least two labels"),
        (lambda: agreement([]), "at least two labels"),
        (lambda: alpha([["a", "b"]], scale="interval", labels=["a", "b"]), "'a' is no finite number"),
        (lambda: cohen([("a", "c")], labels=["a", "b"]), "Unknown label 'c'. Accepted: a, b"),
        (lambda: dice([[{1}]]), "Sentence 1 has 1 annotators"),
        (lambda: dice([]), "nothing to measure"),
    ],
)
def test_input_that_does_not_fit(call: Any, told: str) -> None:
    with pytest.raises(MeasureError, match=told):
        call()


def test_numbers_from_files_are_numbers() -> None:
    spelt = [[None if value is None else f"{10 * value}" for value in unit] for unit in EXAMPLE]
    assert alpha(spelt, scale="interval").value == pytest.approx(alpha(EXAMPLE, scale="interval").value)
    assert cohen([("9", "10"), ("11", "11")], weights="linear").value == pytest.approx(
        cohen([(1, 2), (3, 3)], weights="linear").value
    )
    with pytest.raises(OptionError, match="'inf' is no finite number"):
        alpha([["inf", "1"]], scale="ordinal")


def test_dice_over_spans() -> None:
    first = [{(0, 4), (8, 12)}, set(), {(3, 5)}]
    second = [{(0, 4)}, set(), {(3, 6)}]
    assert agreement(first, second, kind="spans")["dice"].value == pytest.approx((2 / 3 + 1 + 0) / 3)
    assert agreement(first, second, kind="spans")["dice"].interval(resamples=20).low >= 0


def test_dice_of_three_is_the_mean_over_pairs() -> None:
    assert dice([[{1, 2}, {1, 2}, {1}]]).value == pytest.approx((1 + 2 / 3 + 2 / 3) / 3)


SPANS = st.sets(st.tuples(st.integers(0, 5), st.integers(6, 9)), max_size=4)


@settings(deadline=None)
@given(st.lists(st.tuples(SPANS, SPANS), min_size=1, max_size=6))
def test_dice_is_symmetric_and_one_for_equal_sets(units: list[tuple[set[Any], set[Any]]]) -> None:
    assert 0 <= dice(units).value <= 1
    assert dice(units).value == pytest.approx(dice([unit[::-1] for unit in units]).value)
    assert dice([(first, first) for first, _ in units]).value == 1


def test_percent_tells_ties_and_annotators() -> None:
    score = percent([{"ann": "a", "bob": "a"}, {"ann": "a", "bob": "b"}, {"ann": "b"}])
    assert score.value == 0.5
    assert [row[0] for row in score.details["majority_ties"].rows] == ["2"]
    assert score.details["left_out"] == 1
    assert [row[0] for row in score.details["annotator_agreement"].rows] == ["ann", "bob"]


def test_registered_and_missing_values_may_be_nan() -> None:
    assert MEASURES["agreement"] is agreement
    assert alpha([[1, 1, float("nan")], [2, 3, 3]]).value == pytest.approx(alpha([[1, 1], [2, 3, 3]]).value)


def test_bootstrap_of_many_units_is_quick_enough() -> None:
    generator = np.random.default_rng(3)
    units = generator.integers(0, 4, (2000, 3)).tolist()
    for score in agreement(units, scale="ordinal").values():
        interval = score.interval(resamples=100)
        assert interval.low < score.value < interval.high


# --- majorities

VOTES = st.lists(st.lists(st.sampled_from(["main", "com", "gen"]) | st.none(), min_size=3, max_size=3), max_size=10)


def test_two_of_three_is_a_majority_and_one_each_is_none() -> None:
    vote = majority(["main", "gen", "main"])
    assert (vote.label, vote.votes, vote.of, vote.tied) == ("main", 2, 3, ("main",))
    split = majority(["main", "gen", "com"])
    assert split.label is None
    assert split.tied == ("main", "gen", "com")


def test_half_or_less_is_no_majority() -> None:
    assert majority(["a", "a", "b", "c"]).label is None
    assert majority(["a", "a", "b", "b"]).label is None
    assert majority([]).label is None


def test_missing_labels_have_no_vote() -> None:
    units = [["a", None, "a"], [None, None, None]]
    assert [row[-1] for row in vote_tables(units, ["x", "y"], 0.85)["majority"].rows] == [2, 0]


def test_confusion_has_annotators_in_rows_and_the_majority_in_columns() -> None:
    units = [["main", "main", "gen"], ["main", "main", "main"], ["gen", "gen", "main"], ["main", "gen", "com"], ["com"]]
    table = vote_tables(units, [*"abcde"], 0.85)["annotator_by_majority"]
    assert table.columns[1:] == ("com", "gen", "main")
    assert table.rows[2] == ("main", 0.0, pytest.approx(100 / 3), pytest.approx(500 / 6))
    assert table.rows[0] == ("com", 0.0, 0.0, 0.0)
    assert "3 units, 2 left out" in table.caption
    assert "83.33" in table.text()


@settings(deadline=None)
@given(VOTES)
def test_columns_with_units_sum_to_one_hundred_and_the_majority_leads(units: list[list[str | None]]) -> None:
    table = vote_tables(units, [str(at) for at in range(len(units))], 0.85)["annotator_by_majority"]
    shares = np.array([row[1:] for row in table.rows]).reshape(len(table.rows), len(table.rows))
    sums = shares.sum(axis=0)
    assert np.isin(sums.round(9), [0.0, 100.0]).all()
    assert (np.diag(shares) >= (sums > 0) * 50).all()


def test_annotators_under_the_threshold_are_flagged() -> None:
    units = [{"ann": "a", "bob": "a", "eve": "b"}] * 4 + [{"ann": "b", "bob": "b", "eve": "b"}] * 6 + [{"may": "a"}]

    def people(threshold: float) -> dict[str, tuple[object, ...]]:
        rows = vote_tables(units, [str(at) for at in range(len(units))], threshold)["annotator_agreement"].rows
        return {str(row[0]): row[1:] for row in rows}

    assert people(0.85)["eve"] == (10, 6, 0.6, "yes")
    assert [name for name, row in people(0.85).items() if row[-1] == "yes"] == ["eve"]
    assert people(0.85)["may"][0] == 0  # alone: nothing is known, and nothing held against her
    assert not any(row[-1] == "yes" for row in people(0.6).values())
    with pytest.raises(OptionError, match="between 0 and 1"):
        people(85)
