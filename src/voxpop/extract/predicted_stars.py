"""Stars from the probabilities of one to five: the mean, and the 80 % interval.

The interval is the mean plus or minus some standard deviations of the five chances. How many is learned from reviews
with stars: from a file's own where it has enough of them, else from those that the reader was calibrated on.

What is shown is the mean; the error that docs/results.md publishes is that of the median, which errs least.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import ceil, exp, log, sqrt
from operator import mul
from typing import Any

from voxpop.extract.opinion_decoding import Floats
from voxpop.types import PredictedStars

STARS = (1, 2, 3, 4, 5)
LEVEL = 0.8  # what the interval promises
MIN_DEVIATION = 0.3  # no standard deviation is taken to be smaller, so that no interval is a sliver
MIN_RATED_REVIEWS = 30  # reviews with stars from which a file's own stars say how wide the intervals must be
NORMAL = 1.28  # standard deviations of a reader whose config does not say how many hold 80 %


def predict_stars(chances: Floats, config: Mapping[str, Any]) -> PredictedStars:
    """Return the mean and its interval, with the chances at the reader's temperature.

    ``config`` is the part of a reader's config about stars: its temperature and the deviations of its intervals.
    """
    likely = tempered(chances, config)
    mean = sum(map(mul, STARS, likely))
    variance = sum(star**2 * chance for star, chance in zip(STARS, likely, strict=True)) - mean**2
    reach = float(config.get("deviations", NORMAL)) * max(sqrt(max(variance, 0.0)), MIN_DEVIATION)
    return PredictedStars(mean, max(mean - reach, STARS[0]), min(mean + reach, STARS[-1]), tuple(likely))


def place_of_quantile(count: int) -> int | None:
    """Return which of a file's errors, the smallest first, is as large as 80 % are at most; None where it has too few.

    An error is |stars − mean| / standard deviation of a review with stars. The quantile is that of conformal prediction
    (Vovk et al., 2005), so that a further review of the file lies inside with at least this probability.

    >>> place_of_quantile(40)
    32
    """
    return ceil((count + 1) * LEVEL) - 1 if count >= MIN_RATED_REVIEWS else None


def tempered(chances: Floats, config: Mapping[str, Any]) -> list[float]:
    """Return the five chances, as sure as dev data says they may be."""
    temperature = float(config.get("temperature", 1.0))
    logs = [log(max(chance, 1e-9)) / temperature for chance in chances.tolist()]
    raised = [exp(value - max(logs)) for value in logs]
    return [value / sum(raised) for value in raised]
