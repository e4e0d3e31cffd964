"""Stars from the probabilities of one to five: the mean, and the 80 % interval.

What is shown is the mean; the error that docs/results.md publishes is that of the median, which errs least.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from voxpop.extract.opinion_decoding import Floats
from voxpop.types import PredictedStars

STARS = (1, 2, 3, 4, 5)
HALF = 0.5  # a whole star stands for all that is rounded to it
LEVEL = 0.8  # what the interval promises; ``interval`` of a model's config is the mass that keeps the promise


def predict_stars(chances: Floats, config: Mapping[str, Any]) -> PredictedStars:
    """Return the mean and its interval, with the chances at the reader's temperature.

    ``config`` is the part of a reader's config about stars: its temperature and the mass of its interval.
    """
    likely = tempered(chances, config)
    return PredictedStars(*expected(likely, float(config.get("interval", LEVEL))), tuple(likely))


def expected(chances: Sequence[float], mass: float) -> tuple[float, float, float]:
    """Return the mean, and the interval about the shortest run of whole stars that holds ``mass``.

    It goes half a star beyond the run, but not beyond the scale, and is stretched to the mean where that lies outside.

    >>> expected([0.0, 0.0, 0.1, 0.8, 0.1], 0.8)
    (4.0, 3.5, 4.5)
    """
    mean = sum(star * chance for star, chance in zip(STARS, chances, strict=True))
    first, last = run(chances, mass)
    return mean, min(max(first - HALF, STARS[0]), mean), max(min(last + HALF, STARS[-1]), mean)


def tempered(chances: Floats, config: Mapping[str, Any]) -> list[float]:
    """Return the five chances, as sure as dev data says they may be."""
    logs = np.log(np.maximum(chances.astype(np.float64), 1e-9)) / float(config.get("temperature", 1.0))
    raised = np.exp(logs - logs.max())
    likely: list[float] = (raised / raised.sum()).tolist()
    return likely


def run(chances: Sequence[float], mass: float) -> tuple[float, float]:
    """Lowest and highest star of the shortest run that holds ``mass``; of equally short ones, the likeliest."""
    for size in range(1, len(chances)):
        mass_held, first = max((sum(chances[i : i + size]), -i) for i in range(len(chances) - size + 1))
        if mass_held >= mass - 1e-9:
            return 1.0 - first, float(size - first)
    return 1.0, float(len(chances))
