"""SummaC-ZS by hand-worked numbers."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from numpy.typing import NDArray

from research.factuality.summac import SummaC, units
from voxpop.errors import OptionError

SOURCE = "The room was clean. The food was cold."
TABLE = {
    ("The room was clean.", "Rooms are clean."): (0.9, 0.1, 0.0),
    ("The food was cold.", "Rooms are clean."): (0.1, 0.7, 0.2),
    ("The room was clean.", "Food is hot."): (0.0, 0.8, 0.2),
    ("The food was cold.", "Food is hot."): (0.1, 0.1, 0.8),
    (SOURCE, "Rooms are clean."): (0.6, 0.3, 0.1),
    (SOURCE, "Food is hot."): (0.2, 0.2, 0.6),
}


class Listed:
    name = "listed"

    def judge(self, pairs: Sequence[tuple[str, str]]) -> NDArray[np.float64]:
        return np.array([TABLE[pair] for pair in pairs]).reshape(len(pairs), 3)


@pytest.mark.parametrize(
    ("granularity", "use", "expected"),
    [
        ("sentence", "difference", ((0.9 - 0.2) + (0.1 - 0.8)) / 2),
        ("sentence", "entailment", (0.9 + 0.1) / 2),
        ("document", "difference", ((0.6 - 0.1) + (0.2 - 0.6)) / 2),
        ("document", "entailment", (0.6 + 0.2) / 2),
    ],
)
def test_the_most_over_the_source_and_the_mean_over_the_summary(granularity, use, expected) -> None:  # type: ignore[no-untyped-def]
    score = SummaC(Listed(), granularity, use).score(SOURCE, "Rooms are clean. Food is hot.")
    assert score == pytest.approx(expected)


def test_many_pairs_at_once_are_what_each_is_alone() -> None:
    measure = SummaC(Listed())
    pairs = [(SOURCE, "Rooms are clean."), ("", "Rooms are clean."), (SOURCE, ""), (SOURCE, "Food is hot.")]
    assert measure.scores(pairs).tolist() == pytest.approx([0.7, 0.0, 0.0, -0.7])


def test_the_signature_names_the_model_and_the_options() -> None:
    signature = SummaC(Listed(), "document").signature
    assert all(part in signature for part in ("listed", "document", "difference", "max,mean"))


def test_an_unknown_granularity_is_refused() -> None:
    with pytest.raises(OptionError, match="paragraph"):
        SummaC(Listed(), "paragraph")  # type: ignore[arg-type]


def test_chinese_is_cut_into_sentences() -> None:
    assert units("房间很干净。早餐一般！", "sentence", "zh") == ["房间很干净。", "早餐一般！"]
