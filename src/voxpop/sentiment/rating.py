"""Stars from the chances of one to five: what to expect, and between which the truth lies four times out of five."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from voxpop.sentiment import Rating
from voxpop.sentiment.reading import Floats

STARS = np.arange(1.0, 6.0)
LEVEL = 0.8  # what the interval promises; ``interval`` of a model's config is the mass that keeps the promise


def rating(chances: Floats, config: Mapping[str, Any]) -> Rating:
    """The mean, and the shortest run of whole stars that holds enough of the chances, stretched to hold the mean.

    ``config`` is the part of a reader's config about stars: its temperature and the mass of its interval.
    """
    logs = np.log(np.maximum(chances.astype(np.float64), 1e-9)) / float(config.get("temperature", 1.0))
    sharp = np.exp(logs - logs.max())
    sharp /= sharp.sum()
    mean = float(sharp @ STARS)
    first, last = run(sharp.tolist(), float(config.get("interval", LEVEL)))
    return Rating(mean, min(first, mean), max(last, mean), tuple(sharp.tolist()))


def run(chances: list[float], mass: float) -> tuple[float, float]:
    """Lowest and highest star of the shortest run that holds ``mass``; of equally short ones, the likeliest."""
    for size in range(1, len(chances)):
        held, first = max((sum(chances[i : i + size]), -i) for i in range(len(chances) - size + 1))
        if held >= mass - 1e-9:
            return 1.0 - first, float(size - first)
    return 1.0, float(len(chances))
