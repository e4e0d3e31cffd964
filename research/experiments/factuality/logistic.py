"""The logistic model behind the weights of exchanged names, fitted with scikit-learn."""

from __future__ import annotations

from collections.abc import Sequence
from math import log

import numpy as np
from sklearn.linear_model import LogisticRegression
from sklearn.preprocessing import StandardScaler

from research.factuality.name_swaps import Floats, SwapWeights


def fit(rows: Floats, labels: Floats, *, importance: Floats | None = None, ridge: float = 1.0) -> SwapWeights:
    """Return the weights of standardised signals with the least penalised log loss; ``importance`` weighs the rows."""
    scaler = StandardScaler().fit(rows)
    model = LogisticRegression(C=1 / ridge, solver="newton-cholesky", tol=1e-8, max_iter=1000)
    model.fit(scaler.transform(rows), labels > 0, sample_weight=importance)
    return SwapWeights(scaler.mean_, scaler.scale_, model.coef_[0], float(model.intercept_[0]))


def move_threshold(weights: SwapWeights, cut: float) -> SwapWeights:
    """Return the weights moved so that a probability that was ``cut`` is now one half."""
    return weights._replace(bias=weights.bias - log(cut / (1 - cut)))


def to_json(weights: SwapWeights, names: Sequence[str]) -> dict[str, object]:
    """Return the weights as they are kept."""
    return {
        "names": list(names),
        "mean": np.round(weights.mean, 6).tolist(),
        "scale": np.round(weights.scale, 6).tolist(),
        "weight": np.round(weights.weight, 6).tolist(),
        "bias": round(weights.bias, 6),
    }
