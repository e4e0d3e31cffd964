"""The fit of the audit and the judgements that it rests on."""

from __future__ import annotations

import random

import numpy as np
import pytest

from research.experiments.audit import judged
from research.experiments.audit.fit import JudgedDoubt, fitted, misread_kinds, plain
from research.experiments.audit.judged import StarredReview
from voxpop.aggregate.audit import Doubt
from voxpop.types import Review


def entry(stars: float, deserved: int | None, domain: str = "app") -> StarredReview:
    return StarredReview(Review(id="x", text="", stars=stars, lang="en"), domain, False, deserved)


@pytest.mark.parametrize(
    ("stars", "deserved", "is_mismatch"),
    [(5, 3, True), (5, 4, False), (1, 3, True), (2.5, 1, False), (5, 0, False), (5, None, False)],
)
def test_two_stars_away_is_a_mismatch_and_saying_nothing_is_none(
    stars: float, deserved: int | None, is_mismatch: bool
) -> None:
    assert entry(stars, deserved).is_mismatch == is_mismatch


def made(dice: random.Random, domain: str, lean: float) -> JudgedDoubt:
    """A doubt whose odds are 2 × gap − 5 + what its kind of product adds, whatever its direction."""
    gap, side = dice.uniform(1.5, 4), dice.choice([-1, 1])
    real = dice.random() < 1 / (1 + np.exp(-(2 * gap - 5 + lean)))
    return JudgedDoubt(entry(5, 1 if real else 5, domain), Doubt(side * gap, dice.uniform(-1, 1), (), 0))


def test_the_fit_finds_the_numbers_that_made_the_data() -> None:
    dice = random.Random(1)
    doubts = [made(dice, f"kind {n}", lean) for n in range(40) for lean in [dice.gauss(0, 1)] * 60]
    numbers = fitted(doubts, {}.get, reviews=10_000)
    for direction in (numbers.better, numbers.worse):
        assert direction.gap == pytest.approx(2, abs=0.4)
        assert direction.bias == pytest.approx(-5, abs=1.2)
        assert 0 < direction.usual < 0.2
    assert numbers.agreement == pytest.approx(0, abs=0.3)
    assert numbers.spread == pytest.approx(1, abs=0.4)
    assert plain(numbers)["better"]["gap"] == numbers.better.gap


def test_a_kind_is_misread_where_surely_few_doubts_are_real() -> None:
    def of(kind: str, real: int, count: int) -> list[JudgedDoubt]:
        return [JudgedDoubt(entry(5, 1 if n < real else 5, kind), None) for n in range(count)]

    doubts = [*of("film", 1, 21), *of("hotel", 1, 6), *of("app", 10, 20)]
    assert misread_kinds(doubts, lambda domain: domain) == ("film",)


def test_judgements_are_stars() -> None:
    header, *rows = [line.split("\t") for line in judged.FILE.read_text(encoding="utf-8").splitlines()]
    assert header == ["review", "domain", "deserved"]
    assert len({row[0] for row in rows}) == len(rows) >= 582
    assert {row[2] for row in rows} == set("012345")
