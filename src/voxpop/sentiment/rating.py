"""Stars from the chances of one to five: what to expect, and between which the truth lies four times out of five."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from voxpop.sentiment import Rating
from voxpop.sentiment.reading import Floats

LEVEL = 0.8  # what the interval promises; ``interval`` of a model's config is the mass that keeps the promise


def rating(chances: Floats, config: Mapping[str, Any]) -> Rating:
    """The mean, and the shortest run of whole stars that holds enough of the chances, stretched to hold the mean.

    ``config`` is the part of a reader's config about stars: its temperature and the mass of its interval.
    """
    likely = tempered(chances, config)
    mean = sum(star * chance for star, chance in enumerate(likely, start=1))
    first, last = run(likely, float(config.get("interval", LEVEL)))
    return Rating(mean, min(first, mean), max(last, mean), tuple(likely))


def tempered(chances: Floats, config: Mapping[str, Any]) -> list[float]:
    """The five chances, as sure as dev data says they may be."""
    logs = np.log(np.maximum(chances.astype(np.float64), 1e-9)) / float(config.get("temperature", 1.0))
    raised = np.exp(logs - logs.max())
    likely: list[float] = (raised / raised.sum()).tolist()
    return likely


def run(chances: Sequence[float], mass: float) -> tuple[float, float]:
    """Lowest and highest star of the shortest run that holds ``mass``; of equally short ones, the likeliest."""
    for size in range(1, len(chances)):
        held, first = max((sum(chances[i : i + size]), -i) for i in range(len(chances) - size + 1))
        if held >= mass - 1e-9:
            return 1.0 - first, float(size - first)
    return 1.0, float(len(chances))
