"""The signals weighed against each other: a logistic model, fitted on development data, that gives a probability."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

import numpy as np

from voxpop.check.base import Entailer, Floats
from voxpop.check.features import ENTAILED, LEXICAL, SWAPPED, WORDS, exchanged, features, repeats
from voxpop.check.views import View
from voxpop.errors import AssetError

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
