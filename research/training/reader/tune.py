"""What the dev set chooses once a reader is trained: thresholds, and how its stars are read.

For the thresholds each source counts the same, however many reviews it has; for the stars each review does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from research.training.reader.figures import AnnotatedSample, Found, Knobs, Pair, detected, opinions, terms
from research.training.reader.star_figures import StarKnobs, bounds, tempered
from voxpop.errors import InputError
from voxpop.extract.predicted_stars import LEVEL
from voxpop.metrics.measure import Array
from voxpop.types import ReaderOutput

GRID = tuple(round(0.05 * step, 2) for step in range(2, 19))  # 0.1 … 0.9
TEMPERATURES = tuple(round(1.05**step, 3) for step in range(-20, 31))  # 0.38 … 4.3
MASSES = tuple(round(0.4 + 0.01 * step, 2) for step in range(60))


def tune(
    samples: Sequence[AnnotatedSample], readings: Sequence[ReaderOutput], config: Mapping[str, Any]
) -> dict[str, Any]:
    """The parts of config.json that change: present, term, opinion, stars."""
    if not samples:
        raise InputError("There is no dev sample to choose thresholds on.")
    knobs = Knobs.of(config)
    by_source: dict[str, list[Pair]] = {}
    for sample, reading in zip(samples, readings, strict=True):
        by_source.setdefault(sample.source, []).append((sample, reading))
    sources = list(by_source.values())
    return {
        "present": {name: presence(sources, knobs, name) for name in knobs.places},
        "term": best(GRID, lambda at: mean_of(terms(pairs, replace(knobs, term=at)) for pairs in sources), knobs.term),
        "opinion": best(
            GRID, lambda at: mean_of(opinions(pairs, replace(knobs, opinion=at)) for pairs in sources), knobs.opinion
        ),
        "stars": dict(config.get("stars", {})) | star_knobs(samples, readings, knobs.stars),
    }


def presence(sources: Sequence[Sequence[Pair]], knobs: Knobs, name: str) -> float:
    """By F1 of category and polarity together, which is what a table of categories shows."""
    labelled = [[(sample.labels[name], reading) for sample, reading in pairs if sample.labels and name in sample.labels]
                for pairs in sources]  # fmt: skip
    chosen = [pairs for pairs in labelled if any(gold for gold, _ in pairs)]
    return best(GRID, lambda at: mean_of((detected(name, pairs, knobs.places[name], threshold=at) for pairs in chosen),
                                         figure="F1 with polarity"), knobs.present.get(name, 0.5))  # fmt: skip


def best(grid: Iterable[float], worth: Callable[[float], float | None], default: float) -> float:
    """The best of the grid, of equals the one nearest to a half; the default where nothing can be measured."""
    known = [(value, -abs(at - 0.5), at) for at in grid if (value := worth(at)) is not None]
    return max(known)[2] if known else default


def mean_of(sources: Iterable[Iterable[Found]], *, figure: str = "F1") -> float | None:
    """The mean over sources of the first figure of that name."""
    values = [found[0] for each in sources if (found := [one.value for one in each if one.figure == figure])]
    return float(np.mean(values)) if values else None


# --- stars


def star_knobs(
    samples: Sequence[AnnotatedSample], readings: Sequence[ReaderOutput], before: StarKnobs
) -> dict[str, Any]:
    """Temperature by likelihood, then the mass that covers what the interval promises."""
    rated = [(sample.stars, reading.stars) for sample, reading in zip(samples, readings, strict=True) if sample.stars]
    if not rated:
        return {"temperature": before.temperature, "interval": before.interval}
    low, high = (np.array([stars[i] for stars, _ in rated], dtype=np.float64) for i in range(2))
    chances = np.stack([chances for _, chances in rated]).astype(np.float64)
    temperature = max(TEMPERATURES, key=lambda t: likelihood(tempered(chances, t), low, high))
    exact = low == high
    if not exact.any():
        return {"temperature": temperature, "interval": before.interval}
    gold, fitted = low[exact], tempered(chances[exact], temperature)
    return {"temperature": temperature, "interval": mass(fitted, gold)}


def likelihood(chances: Array, low: Array, high: Array) -> float:
    """The mean logarithm of the chance of the stars given, or of their range."""
    star = np.arange(1.0, 6.0)
    inside = (star >= low[:, None] - 0.5) & (star < high[:, None] + 0.5)
    return float(np.log(np.maximum((chances * inside).sum(axis=1), 1e-9)).mean())


def mass(chances: Array, gold: Array) -> float:
    """The least mass whose intervals cover as much of the truth as they promise."""
    for at in MASSES:
        low, high = bounds(chances, at)
        if ((low <= gold) & (gold <= high)).mean() >= LEVEL:
            return at
    return MASSES[-1]
