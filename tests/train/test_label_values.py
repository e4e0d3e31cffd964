from __future__ import annotations

from typing import Any

import pytest

from voxpop.train.head_training import MIXED, NOT_MENTIONED
from voxpop.train.label_values import read_label


@pytest.mark.parametrize(
    ("cell", "label"),
    [
        ("1", 1), (1.0, 1), ("1.0", 1), (" Positive ", 1), ("正面", 1), ("0", 0), (0, 0), ("neutral", 0), ("中性", 0),
        ("-1", -1), ("−1", -1), ("NEG", -1), ("负面", -1), ("conflict", MIXED), ("-2", NOT_MENTIONED),
        (-2.0, NOT_MENTIONED), ("", NOT_MENTIONED), (None, NOT_MENTIONED), (float("nan"), NOT_MENTIONED),
        ("2", None), ("5", None), ("yes", None), (True, None), (0.5, None), ("1.5", None),
    ],
)  # fmt: skip
def test_labels_as_people_write_them(cell: Any, label: int | None) -> None:
    assert read_label(cell) == label
