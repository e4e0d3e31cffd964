"""What the fit of the checker's weights prints, and that its benchmark begins with nothing remembered."""

from __future__ import annotations

import numpy as np
import pytest

from research.benchmarks import factuality as benchmark
from research.experiments.factuality.fit import report
from research.experiments.factuality.sets import LabelledPair
from voxpop.check import entailment, support_features, swaps, topic_matching


def example(kind: str, *, consistent: bool) -> LabelledPair:
    return LabelledPair("The bar is good.", "The bar is good.", consistent, kind, "1")


def test_what_cannot_be_told_apart_has_no_auc(capsys: pytest.CaptureFixture[str]) -> None:
    both = [example("both", consistent=True), example("both", consistent=False)]
    report(np.array([0.2, 0.9, 0.8]), [*both, example("one", consistent=True)])
    first, second = capsys.readouterr().out.splitlines()
    assert first.split() == ["both", "2", "AUC", "0.000", "accepted", "0.000", "caught", "0.000"]  # all the wrong way
    assert second.split() == ["one", "1", "AUC", "–", "accepted", "1.000", "caught", "–"]


def test_each_timing_begins_with_nothing_remembered_of_the_texts(monkeypatch: pytest.MonkeyPatch) -> None:
    kept = (support_features.unit_vector, swaps.name_words, topic_matching.topic_matcher)

    def work(*_: object) -> None:
        sizes.append([each.cache_info().currsize for each in kept])
        support_features.unit_vector("bar", "en")
        swaps.name_words("the bar", "en")

    sizes: list[list[int]] = []
    monkeypatch.setattr(benchmark, "support_probabilities", work)
    benchmark.timed((), 1)
    assert sizes == [[0, 0, 1]] * benchmark.TIMES  # topics are made anew before the clock runs
    benchmark.forget()
    assert entailment.entailer.cache_info().currsize == 0
