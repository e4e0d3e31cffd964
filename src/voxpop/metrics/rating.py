"""Predicted stars against given ones (ASAP, Bu et al., 2021, section 5.2): errors, accuracy, quadratic kappa."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from voxpop.errors import OptionError
from voxpop.metrics.coefficients import Cohen
from voxpop.metrics.measure import MEASURES, Array, Score, Scores, Sums, each, finite, mean_score, same_length, sign
from voxpop.metrics.score_table import confusion_table


@MEASURES.register("rating")
def rating(gold: Sequence[float], pred: Sequence[float], *, low: int = 1, high: int = 5) -> Scores:
    """MAE and RMSE of the predictions as they are; accuracy and kappa after mapping to the nearest star.

    Halves go up (2.5 is 3), and predictions beyond the scale go to its end; both are in the signature.
    """
    same_length(gold, pred)
    if high <= low:
        raise OptionError(f"The scale must rise: high is {high}, low {low}.")

    def on_scale(value: float) -> float:
        if not low <= finite(value) <= high:
            raise ValueError(f"the rating {value:g} is outside the scale {low} to {high}.")
        return float(value)

    left, right = np.array(each("gold", gold, on_scale)), np.array(each("predictions", pred, finite))
    stars, guesses = nearest(left, low, high), nearest(right, low, high)
    off = np.abs(left - right)
    scale = np.arange(high - low + 1)
    root = Sums(lambda sums, n: {"value": np.sqrt(sums[:, 0] / n)})
    kappa = Cohen(np.subtract.outer(scale, scale) ** 2.0)
    parts = {"scale": f"{low}-{high}"}
    mapped = {**parts, "round": "half-up", "beyond": "clip"}
    kappa_signature = sign("kappa", **mapped, weights="quadratic")
    pairs = np.stack([stars - low, guesses - low], axis=1).astype(np.float64)
    details = {"confusion": confusion_table([*map(str, range(low, high + 1))], map(str, stars), map(str, guesses))}
    return {
        "mae": mean_score("mae", off, sign("mae", **parts)),
        "rmse": Score("rmse", off[:, None] ** 2, root, sign("rmse", **parts), main="value"),
        "accuracy": mean_score("accuracy", stars == guesses, sign("accuracy", **mapped)),
        "kappa": Score("kappa", pairs, kappa, kappa_signature, main="value", details=details),
    }


def nearest(ratings: Array, low: int, high: int) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    """Return the nearest whole star within the scale."""
    return np.clip(np.floor(ratings + 0.5), low, high).astype(np.int64)
