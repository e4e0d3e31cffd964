"""How well a distribution over stars fits: error, accuracy, calibration, coverage of its interval.

The median is what is right or wrong by so many stars; the mean is what the product shows.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from voxpop.extract.predicted_stars import LEVEL
from voxpop.extract.reader_output import Floats
from voxpop.metrics.measure import Array, Figures, Score, Sums, make_score, means, ratio, sign
from voxpop.metrics.rating import nearest, rating

BINS = 10
STARS = np.arange(1.0, 6.0)
Rated = Sequence[tuple[Sequence[float], Floats]]  # lowest and highest star it may have, and the five chances


@dataclass(frozen=True, slots=True)
class StarKnobs:
    """Chances are sharpened or softened by ``temperature``; ``interval`` is the mass that covers 80 % of the truth."""

    temperature: float = 1.0
    interval: float = LEVEL

    @classmethod
    def of(cls, config: Mapping[str, Any]) -> StarKnobs:
        return cls(float(config.get("temperature", 1.0)), float(config.get("interval", LEVEL)))


TUNED = StarKnobs()


def tempered(chances: Array, temperature: float) -> Array:
    """Rows of chances at another temperature."""
    logs = np.log(np.maximum(chances, 1e-9)) / temperature
    raised = np.exp(logs - logs.max(axis=1, keepdims=True))
    found: Array = raised / raised.sum(axis=1, keepdims=True)
    return found


def mean(chances: Array) -> Array:
    return np.asarray(chances @ STARS)


def median(chances: Array) -> Array:
    """The star that errs least, which is what Bu et al.'s loss |g − ĝ| asks for."""
    return np.asarray(STARS[(chances.cumsum(axis=1) < 0.5 - 1e-9).sum(axis=1).clip(0, 4)])


def bounds(chances: Array, mass: float) -> tuple[Array, Array]:
    """The shortest run of whole stars that holds at least ``mass``; of equally short ones, the likeliest."""
    sums = np.concatenate([np.zeros((len(chances), 1)), chances.cumsum(axis=1)], axis=1)
    low, high = np.ones(len(chances)), np.full(len(chances), 5.0)
    for size in (4, 3, 2, 1):
        runs = sums[:, size:] - sums[:, :-size]
        best = runs.argmax(axis=1)
        fits = runs.max(axis=1) >= mass - 1e-9
        low, high = np.where(fits, best + 1.0, low), np.where(fits, best + size, high)
    return low, high


def star_scores(rated: Rated, knobs: StarKnobs) -> Iterator[tuple[str, Score, str]]:
    """Exact stars give every figure; where only the side is known (good or bad), the share on the right side."""
    exact = [(gold[0], chances) for gold, chances in rated if gold[0] == gold[1]]
    if exact:
        gold = np.array([star for star, _ in exact], dtype=np.float64)
        yield from _exact(gold, tempered(np.stack([c for _, c in exact]).astype(np.float64), knobs.temperature), knobs)
    sided = [(gold[0] > 3, chances) for gold, chances in rated if gold[0] != gold[1] and (gold[0] > 3 or gold[1] < 3)]
    if sided:
        right = [[float((chances[3:].sum() > chances[:2].sum()) == good)] for good, chances in sided]
        side = make_score("side", np.array(right), means("value"), sign("star_side"), columns=["right"], main="value")
        yield "good or bad", side, "value"


def _exact(gold: Array, chances: Array, knobs: StarKnobs) -> Iterator[tuple[str, Score, str]]:
    said, shown = median(chances), mean(chances)
    scores, of_mean = rating(gold.tolist(), said.tolist()), rating(gold.tolist(), shown.tolist())
    yield "MAE", scores["mae"], "value"
    yield "MAE of the mean", of_mean["mae"], "value"
    yield "RMSE of the mean", of_mean["rmse"], "value"
    yield "accuracy", scores["accuracy"], "value"
    yield "kappa", scores["kappa"], "value"
    near = np.abs(nearest(said, 1, 5) - gold) <= 1
    yield "within one", _mean("within_one", near.astype(np.float64)), "value"
    yield "calibration error", calibration(gold, chances), "value"
    low, high = bounds(chances, knobs.interval)
    inside = (low <= gold) & (gold <= high)
    yield f"{LEVEL:.0%} interval covers", _mean("coverage", inside.astype(np.float64)), "value"
    yield "its width in stars", _mean("width", high - low + 1.0), "value"


def _mean(name: str, values: Array) -> Score:
    return make_score(name, values[:, None], means("value"), sign(f"star_{name}"), columns=["value"], main="value")


def calibration(gold: Array, chances: Array) -> Score:
    """Expected calibration error of the likeliest star: how far chance and share of hits are apart, over ten bins."""
    sure = chances.max(axis=1)
    hit = STARS[chances.argmax(axis=1)] == nearest(gold, 1, 5)
    place = np.minimum((sure * BINS).astype(np.int64), BINS - 1)
    items = np.zeros((len(gold), 3 * BINS))
    rows = np.arange(len(gold))
    items[rows, 3 * place], items[rows, 3 * place + 1], items[rows, 3 * place + 2] = 1.0, sure, hit
    columns = [f"{what} {i}" for i in range(BINS) for what in ("reviews", "chance", "hits")]
    return make_score("ece", items, Sums(_apart), sign("star_ece", bins=BINS), columns=columns, main="value")


def _apart(sums: Array, n: int) -> Figures:
    count, sure, hit = (sums[:, i::3] for i in range(3))
    return {"value": ratio(np.abs(sure - hit).sum(axis=1), count.sum(axis=1))}


def reliability(score: Score) -> Array:
    """Rows of mean chance and share of hits of the bins that hold reviews, from a ``calibration`` score."""
    count, sure, hit = (score.items.sum(axis=0)[i::3] for i in range(3))
    full = count > 0
    return np.stack([sure[full] / count[full], hit[full] / count[full]], axis=1)
