"""The learned classifier of mention types: a logistic regression on features and word vectors, in plain numpy."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from voxpop import assets
from voxpop.aspects.vectors import Vectors, review_vectors
from voxpop.entities.antecedents import AntecedentOption
from voxpop.entities.mentions import ABOUTS
from voxpop.entities.scene import Scene
from voxpop.errors import AssetError

Floats = NDArray[np.float32]
WIDTH = 64  # of the vectors learned from reviews
STATES = np.float32(0.1)  # brings the reader's states to the size of the vectors
INDEX = {about: place for place, about in enumerate(ABOUTS)}


@dataclass(frozen=True, slots=True)
class MentionClassifier:
    """Weights by feature (features, 9), of what a noun means (width, 9), and the same for what pronouns stand for."""

    rows: dict[str, int]
    weights: Floats
    nouns: Floats
    pairs: dict[str, float]  # what speaks for one thing that a pronoun may stand for
    pronouns: Floats
    vectors: Vectors

    def rank(self, options: Sequence[AntecedentOption], pronoun: Floats) -> Floats:
        """Return the probability of each thing that a pronoun may stand for."""
        pairs = self.pairs
        scores = [sum(pairs.get(name, 0.0) for name in one.features) + pronoun[INDEX[one.about]] for one in options]
        return chances(np.array(scores, np.float32))

    def score(self, features: list[str]) -> Floats:
        """What the features say, as scores of the nine types before they are made probabilities."""
        rows = self.rows
        known = [row for row in map(rows.get, features) if row is not None]
        total: Floats = self.weights[known].sum(axis=0)
        return total

    def meant(self, scene: Scene) -> tuple[Floats, Floats]:
        """Return the same for what candidates mean by themselves, if they are nouns and if they are pronouns."""
        dense = likeness(scene, self.vectors)
        width, types = dense.shape[1], len(INDEX)
        weights = np.concatenate([self.nouns, self.pronouns], axis=1)
        scores: Floats = dense @ weights[:width]
        if scene.reading is not None and scene.reading.hidden is not None:
            by_piece: Floats = scene.reading.hidden @ np.multiply(STATES, weights[width:], dtype=np.float32)
            scores += scene.pooled(by_piece)  # quicker than the sums of the means
        return scores[:, :types], scores[:, types:]


def meanings(scene: Scene, table: Vectors) -> Floats:
    """All numbers that the weights of ``meant`` are for."""
    found = likeness(scene, table)
    if scene.reading is None or scene.reading.hidden is None:
        return found
    return np.concatenate([found, STATES * scene.pooled(scene.reading.hidden)], axis=1)


def likeness(scene: Scene, table: Vectors) -> Floats:
    """Return the vector of each candidate's noun, and how like it is to the noun that says what the product is."""
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
def has_classifier(lang: str) -> bool:
    return f"about-{lang}" in {asset.name for asset in assets.assets()}


@cache
def mention_classifier(lang: str, *, states: bool) -> MentionClassifier | None:
    """The classifier of a language, with or without the reader's states; None where there are no weights for it."""
    if not has_classifier(lang):
        return None
    name = f"about-{lang}"
    arrays = assets.load(name)
    way = "states" if states else "words"
    names, pairs = (json.loads(arrays[f"{way}.{which}"].tobytes()) for which in ("features", "pairs"))
    weights, nouns, values, pronouns = (
        arrays[f"{way}.{which}"].astype(np.float32) for which in ("weights", "nouns", "pair_weights", "pronouns")
    )
    if len(names) != len(weights) or len(pairs) != len(values):
        raise AssetError(f"The weights {name!r} do not fit their list of features. Install voxpop again.")
    rows = {feature: row for row, feature in enumerate(names)}
    ranked = dict(zip(pairs, values.tolist(), strict=True))
    return MentionClassifier(rows, weights, nouns, ranked, pronouns, review_vectors(lang))


def chances(scores: Floats) -> Floats:
    raised = np.exp(scores - scores.max(axis=-1, keepdims=True))
    found: Floats = raised / raised.sum(axis=-1, keepdims=True)
    return found
