"""The logistic models behind the checker's weights, fitted with scikit-learn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import log

import numpy as np
from sklearn.linear_model import LogisticRegression
from sklearn.preprocessing import StandardScaler

from voxpop.check.combine import LogisticWeights
from voxpop.check.support_features import Floats


def fit(
    rows: Floats, labels: Floats, names: Sequence[str], *, importance: Floats | None = None, ridge: float = 1.0
) -> LogisticWeights:
    """Return the weights of standardised signals with the least penalised log loss; ``importance`` weighs the rows."""
    scaler = StandardScaler().fit(rows)
    model = LogisticRegression(C=1 / ridge, solver="newton-cholesky", tol=1e-8, max_iter=1000)
    model.fit(scaler.transform(rows), labels > 0, sample_weight=importance)
    return LogisticWeights(tuple(names), scaler.mean_, scaler.scale_, model.coef_[0], float(model.intercept_[0]))


def move_threshold(weights: LogisticWeights, cut: float) -> LogisticWeights:
    """Return the weights moved so that a probability that was ``cut`` is now one half."""
    return replace(weights, bias=weights.bias - log(cut / (1 - cut)))


def to_json(weights: LogisticWeights) -> dict[str, object]:
    """Return the weights as the checker reads them."""
    return {
        "names": list(weights.names),
        "mean": np.round(weights.mean, 6).tolist(),
        "scale": np.round(weights.scale, 6).tolist(),
        "weight": np.round(weights.weight, 6).tolist(),
        "bias": round(weights.bias, 6),
    }
