"""The signals weighed against each other: a logistic model, fitted on development data, that gives a probability."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from math import log
from typing import Any

import numpy as np

from voxpop.check.base import Entailer, Floats
from voxpop.check.features import ENTAILED, LEXICAL, SWAPPED, WORDS, exchanged, features, repeats
from voxpop.check.views import View
from voxpop.errors import AssetError

RIDGE = 1.0
ROUNDS = 50
BORNE_OUT = 0.5  # the chance from which a claim counts as borne out; weights are moved so that it is here
SWAPS = "weights-swaps.json"
COLUMNS = {name: place for place, name in enumerate((*LEXICAL, *ENTAILED))}


@dataclass(frozen=True)
class Weights:
    """A probability from signals; ``mean`` and ``scale`` make them comparable."""

    names: tuple[str, ...]
    mean: Floats
    scale: Floats
    weight: Floats
    bias: float

    def __call__(self, rows: Floats) -> Floats:
        inner = ((rows - self.mean) / self.scale) @ self.weight + self.bias
        result: Floats = 1 / (1 + np.exp(-np.clip(inner, -30, 30)))
        return result

    def of(self, rows: Floats) -> Floats:
        """From rows of all signals."""
        return self(rows[:, [COLUMNS[name] for name in self.names]])

    def beginning(self, cut: float) -> Weights:
        """The same, moved so that what was ``cut`` is now ``BORNE_OUT``."""
        return replace(self, bias=self.bias - log(cut / (1 - cut)))

    def to_json(self) -> dict[str, object]:
        return {
            "names": list(self.names),
            "mean": np.round(self.mean, 6).tolist(),
            "scale": np.round(self.scale, 6).tolist(),
            "weight": np.round(self.weight, 6).tolist(),
            "bias": round(self.bias, 6),
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
    """Weights for claims that repeat a sentence but call something otherwise, that repeat one, and for all others."""

    swapped: Weights
    copied: Weights
    free: Weights

    def __call__(self, rows: Floats) -> Floats:
        """The chance of each row that a claim is borne out; it is from ``BORNE_OUT`` up."""
        chances = np.where(repeats(rows), self.copied.of(rows), self.free.of(rows))
        return np.where(exchanged(rows), self.swapped.of(rows), chances)


@cache
def weights(lang: str, *, entailment: bool) -> Combined:
    """The weights that were fitted for a language, with or without an entailment model; those for names serve all."""
    name = f"weights-{lang}{'' if entailment else '-words'}.json"
    own, names = _read(name), _read(SWAPS)
    expected = (*WORDS, *(ENTAILED if entailment else ()))
    return Combined(
        _weights(names["swapped"], SWAPPED, SWAPS),
        _weights(own["copied"], expected, name),
        _weights(own["free"], expected, name),
    )


def _read(name: str) -> dict[str, Any]:
    try:
        found: dict[str, Any] = json.loads((files("voxpop.check") / "data" / name).read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise AssetError(f"The checker's weights {name} are not in this installation: reinstall voxpop.") from None
    return found


def _weights(raw: dict[str, Any], expected: Sequence[str], name: str) -> Weights:
    if raw["names"] != list(expected):
        raise AssetError(f"The checker's weights {name} are for other signals. Fit them again: "
                         "python -m research.experiments.factuality.fit.")  # fmt: skip
    mean, scale, weight = (np.array(raw[key], np.float64) for key in ("mean", "scale", "weight"))
    return Weights(tuple(raw["names"]), mean, scale, weight, raw["bias"])


def probabilities(pairs: Sequence[tuple[View, View]], model: Entailer | None) -> Floats:
    """How likely each source bears its claim out. All pairs are of one language."""
    if not pairs:
        return np.zeros(0)
    return weights(pairs[0][1].lang, entailment=model is not None)(features(pairs, model))
