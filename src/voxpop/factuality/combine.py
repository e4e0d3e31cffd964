"""The signals weighed against each other: a logistic model, fitted on development data, that gives a probability."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

import numpy as np
from numpy.typing import NDArray

from voxpop.errors import AssetError
from voxpop.factuality.base import Entailer, Floats
from voxpop.factuality.features import COPIED, ENTAILED, LEXICAL, features
from voxpop.factuality.views import View

RIDGE = 1.0
ROUNDS = 50


@dataclass(frozen=True)
class Weights:
    """A probability from signals: ``mean`` and ``scale`` make them comparable; from ``cut`` up a claim is borne out."""

    names: tuple[str, ...]
    mean: Floats
    scale: Floats
    weight: Floats
    bias: float
    cut: float = 0.5

    def __call__(self, rows: Floats) -> Floats:
        inner = ((rows - self.mean) / self.scale) @ self.weight + self.bias
        result: Floats = 1 / (1 + np.exp(-np.clip(inner, -30, 30)))
        return result

    def to_json(self) -> dict[str, object]:
        return {
            "names": list(self.names),
            "mean": np.round(self.mean, 6).tolist(),
            "scale": np.round(self.scale, 6).tolist(),
            "weight": np.round(self.weight, 6).tolist(),
            "bias": round(self.bias, 6),
            "cut": round(self.cut, 6),
        }


def fit(
    rows: Floats, labels: Floats, names: Sequence[str], *, importance: Floats | None = None, ridge: float = RIDGE
) -> Weights:
    """Newton's method on the penalised likelihood; ``importance`` weighs the rows."""
    mean, scale = rows.mean(axis=0), rows.std(axis=0)
    scale = np.where(scale > 1e-9, scale, 1.0)
    inner = np.hstack([(rows - mean) / scale, np.ones((len(rows), 1))])
    weigh = np.ones(len(rows)) if importance is None else importance
    penalty = np.full(inner.shape[1], ridge)
    penalty[-1] = 1e-6
    weight = np.zeros(inner.shape[1])
    for _ in range(ROUNDS):
        chance = 1 / (1 + np.exp(-np.clip(inner @ weight, -30, 30)))
        slope = inner.T @ (weigh * (chance - labels)) + penalty * weight
        bend = (inner * (weigh * np.maximum(chance * (1 - chance), 1e-9))[:, None]).T @ inner + np.diag(penalty)
        step = np.linalg.solve(bend, slope)
        weight -= step
        if np.abs(step).max() < 1e-8:
            break
    return Weights(tuple(names), mean, scale, weight[:-1], float(weight[-1]))


@dataclass(frozen=True)
class Combined:
    """One set of weights for claims that repeat a sentence of the source, one for all others."""

    copied: Weights
    free: Weights

    def __call__(self, rows: Floats) -> Floats:
        return np.where(repeats(rows), self.copied(rows), self.free(rows))

    def to_json(self) -> dict[str, object]:
        return {"copied": self.copied.to_json(), "free": self.free.to_json()}


def repeats(rows: Floats) -> NDArray[np.bool_]:
    """Which rows are of claims that stand nearly word for word in the source."""
    found: NDArray[np.bool_] = rows[:, LEXICAL.index("repeated")] >= COPIED
    return found


@cache
def weights(lang: str, *, entailment: bool) -> Combined:
    """The weights that were fitted for a language, with or without an entailment model."""
    name = f"weights-{lang}{'' if entailment else '-words'}.json"
    try:
        raw = json.loads((files("voxpop.factuality") / "data" / name).read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise AssetError(f"The checker's weights {name} are not in this installation: reinstall voxpop.") from None
    expected = [*LEXICAL, *(ENTAILED if entailment else ())]
    if any(part["names"] != expected for part in raw.values()):
        raise AssetError(f"The checker's weights {name} are for other signals. Fit them again: "
                         "python -m experiments.factuality.fit.")  # fmt: skip
    return Combined(_weights(raw["copied"]), _weights(raw["free"]))


def _weights(raw: dict[str, Any]) -> Weights:
    mean, scale, weight = (np.array(raw[key], np.float64) for key in ("mean", "scale", "weight"))
    return Weights(tuple(raw["names"]), mean, scale, weight, raw["bias"], raw["cut"])


def probabilities(pairs: Sequence[tuple[View, View]], model: Entailer | None) -> Floats:
    """How likely each source bears its claim out. All pairs are of one language."""
    if not pairs:
        return np.zeros(0)
    return weights(pairs[0][1].lang, entailment=model is not None)(features(pairs, model))
