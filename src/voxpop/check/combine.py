"""The features of a claim weighed against each other: a logistic model, fitted on development data.

``python -m research.experiments.factuality.fit`` fits the weights.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

import numpy as np

from voxpop.check.entailment import Entailer
from voxpop.check.parsed_texts import ParsedText
from voxpop.check.support_features import ENTAILED, LEXICAL, SWAPPED, WORDS, Floats, exchanged, features, repeats
from voxpop.errors import AssetError
from voxpop.lang.data import read_json

SUPPORTED = 0.5  # the probability from which a claim counts as supported; weights are moved so that it is here
SWAP_WEIGHTS = "swap_weights.json"  # for all languages
WEIGHTS = {True: "check_weights.json", False: "check_weights_without_entailment.json"}  # in the data of a language
COLUMNS = {name: place for place, name in enumerate((*LEXICAL, *ENTAILED))}


@dataclass(frozen=True)
class LogisticWeights:
    """A probability from features; ``mean`` and ``scale`` make them comparable."""

    names: tuple[str, ...]
    mean: Floats
    scale: Floats
    weight: Floats
    bias: float

    def __call__(self, rows: Floats) -> Floats:
        """Return a probability for each row of these features."""
        inner = ((rows - self.mean) / self.scale) @ self.weight + self.bias
        result: Floats = 1 / (1 + np.exp(-np.clip(inner, -30, 30)))
        return result

    def of(self, rows: Floats) -> Floats:
        """Return a probability for each row of all features."""
        return self(rows[:, [COLUMNS[name] for name in self.names]])


@dataclass(frozen=True)
class CheckWeights:
    """Weights for claims that repeat a sentence with another name in it, that repeat one, and for all others."""

    swapped: LogisticWeights
    copied: LogisticWeights
    free: LogisticWeights

    def __call__(self, rows: Floats) -> Floats:
        """Return the probability of each row that a claim is supported."""
        chances = np.where(repeats(rows), self.copied.of(rows), self.free.of(rows))
        return np.where(exchanged(rows), self.swapped.of(rows), chances)


@cache
def check_weights(lang: str, *, entailment: bool) -> CheckWeights:
    """Return the weights of a language, with or without an entailment model."""
    own, swaps = read_json(lang, WEIGHTS[entailment]), _read_swap_weights()
    names = (*WORDS, *(ENTAILED if entailment else ()))
    return CheckWeights(
        _make_weights(swaps["swapped"], SWAPPED), _make_weights(own["copied"], names), _make_weights(own["free"], names)
    )


def _read_swap_weights() -> dict[str, Any]:
    weights: dict[str, Any] = json.loads(files("voxpop.check").joinpath("data", SWAP_WEIGHTS).read_text("utf-8"))
    return weights


def _make_weights(raw: Mapping[str, Any], names: Sequence[str]) -> LogisticWeights:
    if raw["names"] != list(names):
        command = "python -m research.experiments.factuality.fit"
        raise AssetError(f"The weights of the checker are for other features. Fit them again: {command}.")
    mean, scale, weight = (np.array(raw[key], np.float64) for key in ("mean", "scale", "weight"))
    return LogisticWeights(tuple(raw["names"]), mean, scale, weight, raw["bias"])


def support_probabilities(pairs: Sequence[tuple[ParsedText, ParsedText]], model: Entailer | None) -> Floats:
    """Return how likely each source supports its claim. All pairs are of one language."""
    if not pairs:
        return np.zeros(0)
    return check_weights(pairs[0][1].lang, entailment=model is not None)(features(pairs, model))
