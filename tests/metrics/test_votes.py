from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from voxpop.errors import OptionError
from voxpop.metrics.votes import annotators, confusion_by_majority, majorities, majority

UNITS = st.lists(st.lists(st.sampled_from(["main", "com", "gen"]) | st.none(), min_size=3, max_size=3), max_size=10)


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
    assert [vote.of for vote in majorities([["a", None, "a"], [None, None, None]])] == [2, 0]


def test_confusion_has_annotators_in_rows_and_the_majority_in_columns() -> None:
    units = [["main", "main", "gen"], ["main", "main", "main"], ["gen", "gen", "main"], ["main", "gen", "com"], ["com"]]
    confusion = confusion_by_majority(units, labels=["main", "gen", "com"])
    assert confusion.counts.tolist() == [[5, 1, 0], [1, 2, 0], [0, 0, 0]]
    assert confusion.shares()[:, 0].tolist() == pytest.approx([5 / 6, 1 / 6, 0])
    assert (confusion.units, confusion.left_out) == (3, 2)
    assert "83.33" in confusion.table().text()
    with pytest.raises(OptionError, match="'com'"):
        confusion_by_majority(units, labels=["main", "gen"])


@settings(deadline=None)
@given(UNITS)
def test_columns_with_units_sum_to_one_and_the_majority_leads(units: list[list[str | None]]) -> None:
    shares = confusion_by_majority(units).shares()
    sums = shares.sum(axis=0)
    assert np.isin(sums.round(9), [0.0, 1.0]).all()
    assert (np.diag(shares) >= (sums > 0) * 0.5).all()


def test_annotators_under_the_threshold_are_flagged() -> None:
    units = [{"ann": "a", "bob": "a", "eve": "b"}] * 4 + [{"ann": "b", "bob": "b", "eve": "b"}] * 6 + [{"may": "a"}]
    found = {who.name: who for who in annotators(units, threshold=0.85)}
    assert (found["eve"].rated, found["eve"].agreed, found["eve"].share) == (10, 6, 0.6)
    assert [name for name, who in found.items() if who.flagged] == ["eve"]
    assert found["may"].rated == 0  # alone: nothing is known, and nothing held against her
    assert not any(who.flagged for who in annotators(units, threshold=0.6))
    with pytest.raises(OptionError, match="between 0 and 1"):
        annotators(units, threshold=85)
