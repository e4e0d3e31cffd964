"""The learned classifier of mention types: a logistic regression on features and word vectors, in plain numpy."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from voxpop import assets
from voxpop.aspects.vectors import REVIEWS, Vectors, vectors
from voxpop.errors import AssetError
from voxpop.mentions.antecedents import Option
from voxpop.mentions.scene import Scene

Floats = NDArray[np.float32]
WIDTH = 64  # of the vectors learned from reviews


@dataclass(frozen=True, slots=True)
class Model:
    """Weights by feature (features, 9), of the vector of the noun (width, 9), and of the features of antecedents."""

    rows: dict[str, int]
    weights: Floats
    dense: Floats
    vectors: Vectors
    pairs: dict[str, float]  # what speaks for one thing that a pronoun may stand for

    def rank(self, options: Sequence[Option]) -> Floats:
        """The probability of each thing that a pronoun may stand for."""
        pairs = self.pairs
        return chances(np.array([sum(pairs.get(name, 0.0) for name in one.features) for one in options], np.float32))

    def score(self, features: list[str]) -> Floats:
        """What the features say, as scores of the nine types before they are made probabilities."""
        rows = self.rows
        known = [row for row in map(rows.get, features) if row is not None]
        total: Floats = self.weights[known].sum(axis=0)
        return total

    def nouns(self, scene: Scene) -> Floats:
        """The same for the nouns alone, all of a review at once."""
        scores: Floats = meanings(scene, self.vectors) @ self.dense
        return scores


def meanings(scene: Scene, table: Vectors) -> Floats:
    """The vector of each candidate's noun, and how like it is to the noun that says what the product is."""
    kind = next((vector for noun in sorted(scene.known.nouns) if (vector := table.word(noun)) is not None), None)
    found = np.zeros((len(scene.candidates), 2 * WIDTH + 2), dtype=np.float32)
    for row, one in zip(found, scene.candidates, strict=True):
        vector = table.word(one.head) if one.kind != "pronoun" else None
        if vector is None:
            continue
        row[:WIDTH] = vector
        if kind is not None:
            row[WIDTH:-2] = vector * kind
            row[-2], row[-1] = 1.0, vector @ kind
    return found


@cache
def model(lang: str) -> Model | None:
    """The classifier of a language; None where there are no weights for it."""
    name = f"mentions-{lang}"
    if name not in {asset.name for asset in assets.assets()}:
        return None
    arrays = assets.load(name)
    rows = json.loads(arrays["features"].tobytes().decode("utf-8"))
    if len(rows) != len(arrays["weights"]):
        raise AssetError(f"The weights {name!r} do not fit their list of features. Install voxpop again.")
    return Model(
        {feature: row for row, feature in enumerate(rows)},
        arrays["weights"].astype(np.float32),
        arrays["dense"].astype(np.float32),
        vectors(REVIEWS[lang]),
        dict(zip(json.loads(arrays["pair_features"].tobytes()), arrays["pairs"].tolist(), strict=True)),
    )


def chances(scores: Floats) -> Floats:
    raised = np.exp(scores - scores.max(axis=-1, keepdims=True))
    found: Floats = raised / raised.sum(axis=-1, keepdims=True)
    return found
