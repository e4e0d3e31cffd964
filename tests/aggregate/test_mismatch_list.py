from __future__ import annotations

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from voxpop.aggregate import mismatch_list
from voxpop.aggregate.mismatch_list import REASONS, MismatchList
from voxpop.types import Mismatch, Span

NUMBERS = st.floats(-10, 10)
SPANS = st.lists(
    st.tuples(st.integers(0, 2**31 - 1), st.integers(0, 2**31 - 1)).map(lambda pair: Span(*pair)), max_size=3
)
MISMATCHES = st.lists(
    st.builds(
        Mismatch, st.text(st.characters(codec="utf-8")), NUMBERS, NUMBERS, NUMBERS, NUMBERS, st.floats(0, 1),
        st.sampled_from(REASONS), SPANS.map(tuple),
    )
)  # fmt: skip


def some(count: int) -> list[Mismatch]:
    return [Mismatch(f"r{n}", 1.0, 4.8, 4.0, 5.0, n / count, REASONS[n % 3], (Span(n, n + 2),)) for n in range(count)]


@given(MISMATCHES)
def test_mismatches_come_back_as_they_were(mismatches: list[Mismatch]) -> None:
    found = MismatchList.of(mismatches)
    assert list(found) == mismatches
    assert found == mismatches
    assert all(type(end) is int for mismatch in found for span in mismatch.evidence for end in span)
    assert found[1:3] == mismatches[1:3]
    assert [found[place] for place in range(-len(found), len(found))] == mismatches * 2
    assert found.reasons() == Counter(mismatch.reason for mismatch in mismatches)


def test_a_place_that_is_not_there_is_an_error() -> None:
    with pytest.raises(IndexError):
        MismatchList.of(some(3))[3]


def test_some_are_chosen_by_reason_or_id(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mismatch_list, "TOGETHER", 4)
    every = some(10)
    found = MismatchList.of(every)
    assert found.of_reason(REASONS[1]) == [every[n] for n in (1, 4, 7)]
    assert found.of_reason("no such reason") == []
    assert found.among(["r3", "r5", "other"]) == [every[3], every[5]]
    assert found.among(["r3"], inside=False) == [*every[:3], *every[4:]]
    assert found.among([], inside=False) == every


def test_the_most_certain_come_first_and_equals_stay_in_order() -> None:
    every = some(4)
    chances = np.array([0.2, 0.9, 0.2, 0.5])
    expected = [replace(every[n], probability=float(chances[n])) for n in (1, 3, 0, 2)]
    assert MismatchList.of(every).with_probabilities(chances) == expected


def test_takes_little_memory() -> None:
    found = MismatchList.of(some(10_000))
    assert (found._records.nbytes + found._ids.nbytes) / len(found) <= 100
