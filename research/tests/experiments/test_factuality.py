"""What the fit of the checker's weights prints."""

from __future__ import annotations

import numpy as np
import pytest

from research.experiments.factuality.fit import report
from research.experiments.factuality.sets import LabelledPair


def example(*, consistent: bool) -> LabelledPair:
    return LabelledPair("The bar is good.", "The bar is good.", consistent, "substitution", "1")


def test_what_cannot_be_told_apart_has_no_auc(capsys: pytest.CaptureFixture[str]) -> None:
    report(np.array([0.2, 0.9]), [example(consistent=True), example(consistent=False)])
    report(np.array([0.8]), [example(consistent=True)])
    first, second = capsys.readouterr().out.splitlines()
    assert first.split() == ["2", "AUC", "0.000", "accepted", "0.000", "caught", "0.000"]  # all the wrong way
    assert second.split() == ["1", "AUC", "–", "accepted", "1.000", "caught", "–"]
