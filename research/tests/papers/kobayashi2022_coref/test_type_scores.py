from __future__ import annotations

import pytest

from research.papers.kobayashi2022_coref.annotated import PRODUCTS, TYPES
from research.papers.kobayashi2022_coref.type_scores import Typed
from voxpop.metrics.label_scores import labels
from voxpop.types import About

GOLD: list[list[About]] = [["main", "main", "competing"], ["other", "generic"], ["main", "part_of_main"]]
PRED: list[list[About]] = [["main", "competing", "competing"], ["other", "other"], ["main", "other"]]


def test_it_agrees_with_the_measure_of_labels() -> None:
    typed = Typed.of(GOLD, PRED)
    flat = [[label for one in side for label in one] for side in (GOLD, PRED)]
    scores = labels(flat[0], flat[1], labels=list(TYPES))
    assert typed.accuracy == pytest.approx(scores["accuracy"].value)
    for about, f1 in typed.f1().items():
        assert f1 == pytest.approx(scores[f"class {about}"].value)


def test_the_mean_is_over_the_types_that_occur() -> None:
    typed = Typed.of(GOLD, PRED)
    f1 = typed.f1()
    told = ("main", "competing", "other", "generic", "part_of_main")
    assert typed.macro() == pytest.approx(sum(f1[about] for about in told) / len(told))
    assert typed.macro(PRODUCTS) == pytest.approx((f1["main"] + f1["competing"] + f1["generic"]) / 3)


def test_gold_against_itself_is_one_and_wrong_answers_are_nought() -> None:
    assert Typed.of(GOLD, GOLD).macro() == 1
    wrong: list[list[About]] = [["part_of_generic"] * len(one) for one in GOLD]
    assert Typed.of(GOLD, wrong).macro() == 0


def test_the_interval_holds_the_figure_and_repeats() -> None:
    typed = Typed.of(GOLD * 10, PRED * 10)
    low, high = typed.interval(draws=50, seed=1)
    assert low <= typed.macro() <= high
    assert (low, high) == typed.interval(draws=50, seed=1)
