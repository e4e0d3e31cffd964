"""Predicted stars against given ones (ASAP, Bu et al., 2021, section 5.2): errors, accuracy, quadratic kappa."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from voxpop.errors import OptionError
from voxpop.metrics.measure import (
    MEASURES,
    Array,
    Score,
    Scores,
    Sums,
    each,
    finite,
    mean_score,
    ratio,
    same_length,
    sign,
)
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
    size = high - low + 1
    cells = np.zeros((len(left), size * size))
    cells[np.arange(len(left)), (stars - low) * size + guesses - low] = 1
    root = Sums(lambda sums, n: {"value": np.sqrt(sums[:, 0] / n)})
    kappa = Sums(lambda sums, n: {"value": weighted_kappa(sums, size)})
    parts = {"scale": f"{low}-{high}"}
    mapped = {**parts, "round": "half-up", "beyond": "clip"}
    kappa_signature = sign("kappa", **mapped, weights="quadratic")
    confusion = confusion_table([*map(str, range(low, high + 1))], cells.sum(axis=0).reshape(size, size).tolist())
    return {
        "mae": mean_score("mae", off, sign("mae", **parts)),
        "rmse": Score("rmse", off[:, None] ** 2, root, sign("rmse", **parts), main="value"),
        "accuracy": mean_score("accuracy", stars == guesses, sign("accuracy", **mapped)),
        "kappa": Score("kappa", cells, kappa, kappa_signature, main="value", details={"confusion": confusion}),
    }


def nearest(ratings: Array, low: int, high: int) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    """The nearest whole star within the scale."""
    return np.clip(np.floor(ratings + 0.5), low, high).astype(np.int64)


def weighted_kappa(cells: Array, size: int) -> Array:
    """Cohen's kappa with squared distances as weights, from flattened confusion counts, one row per resample.

    Where both sides name one and the same star throughout, nothing could differ by chance: they agree, it is 1.
    """
    counts = cells.reshape(-1, size, size)
    star = np.arange(size)
    weights = (star[:, None] - star[None, :]) ** 2.0
    total = counts.sum(axis=(1, 2))
    chance = counts.sum(axis=2)[:, :, None] * counts.sum(axis=1)[:, None, :]
    seen = (weights * counts).sum(axis=(1, 2))
    expected = ratio((weights * chance).sum(axis=(1, 2)), total)
    return 1.0 - ratio(seen, expected)
