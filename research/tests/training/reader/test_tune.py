from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

from research.training.reader.oracle import oracle
from research.training.reader.star_figures import bounds, mean, median, tempered
from research.training.reader.tune import tune
from voxpop.errors import InputError
from voxpop.types import ReaderOutput

SETS = {"general": ["food", "service"]}
CONFIG: dict[str, Any] = {"sets": SETS, "present": {}, "stars": {"kept": "as it was"}}


@dataclass(frozen=True)
class Made:
    text: str = "food bad"
    source: str = "x"
    terms: Any = None
    opinions: Any = None
    labels: Any = None
    stars: Any = None


def test_thresholds_move_to_where_the_reader_is_right() -> None:
    told = Made(terms=[[0, 4, -1]], opinions=[[5, 8]], labels={"general": {"food": -1}})
    samples = [told, Made(terms=[], labels={"general": {}})]
    readings = [oracle(sample, SETS) for sample in samples]
    shy = readings[0]
    shy.presence[:] = (0.3, 0.1)
    shy.tags[0:4, 0:3] = (0.75, 0.2, 0.05)
    readings[1].presence[:] = 0.22
    readings[1].tags[:, 0:3] = (0.82, 0.1, 0.08)
    found = tune(samples, readings, CONFIG)
    assert 0.22 < found["present"]["general"] <= 0.3
    assert 0.18 < found["term"] <= 0.25
    assert found["opinion"] == 0.5
    assert found["stars"] == {"kept": "as it was", "temperature": 1.0, "interval": 0.8}


def stars(chances: list[float]) -> ReaderOutput:
    return oracle(Made(), SETS)._replace(stars=np.array(chances, dtype=np.float32))


def test_an_overconfident_reader_is_softened_until_its_interval_keeps_its_word() -> None:
    dice = np.random.default_rng(0)
    sure = np.array([0.002, 0.002, 0.006, 0.04, 0.95])
    real = tempered(sure[None], 2.0)[0]
    gold = dice.choice(5, size=2000, p=real) + 1
    samples = [Made(stars=(int(star), int(star))) for star in gold]
    found = tune(samples, [stars(sure.tolist())] * len(samples), CONFIG)["stars"]
    assert found["temperature"] == pytest.approx(2.0, abs=0.15)
    low, high = bounds(tempered(sure[None], found["temperature"]), found["interval"])
    assert ((low <= gold) & (gold <= high)).mean() >= 0.8


def test_ranges_of_stars_count_too() -> None:
    samples = [Made(stars=(4, 5))] * 30 + [Made(stars=(1, 2))] * 10
    found = tune(samples, [stars([0.01, 0.01, 0.01, 0.01, 0.96])] * 40, CONFIG)["stars"]
    assert found["temperature"] > 1.5


def test_points_and_bounds() -> None:
    chances = np.array([[0.1, 0.2, 0.3, 0.4, 0.0], [0.0, 0.0, 0.0, 0.05, 0.95]])
    assert median(chances).tolist() == [3, 5]
    assert mean(chances) == pytest.approx([3.0, 4.95])
    low, high = bounds(chances, 0.8)
    assert list(zip(low.tolist(), high.tolist(), strict=True)) == [(2, 4), (5, 5)]


def test_nothing_to_choose_on() -> None:
    with pytest.raises(InputError, match="no dev sample"):
        tune([], [], CONFIG)
