from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from voxpop.errors import OptionError
from voxpop.metrics.votes import majority, vote_tables

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
@given(UNITS)
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
