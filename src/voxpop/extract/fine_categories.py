"""Finer categories for restaurants: of what is said on the service, what is on queues, and what on manners.

A linear map of what the opinion model knows of an opinion (``statement_vectors.py``) divides the weight of each of the
model's categories among the finer ones that the language names for it. ``python -m research.training.fine_categories``
learns the map from restaurant reviews that were annotated as wholes, and writes it beside the model.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from safetensors import SafetensorError
from safetensors.numpy import load as parse

from voxpop.aspects.vectors import Vectors, review_vectors
from voxpop.errors import AssetError
from voxpop.extract.heads import softmax
from voxpop.extract.opinion_decoding import DecodedOpinion, Floats
from voxpop.extract.opinion_model import FINE, OpinionModel, TextScores
from voxpop.extract.statement_vectors import features
from voxpop.lang import language
from voxpop.types import Sentence

KIND = "restaurant"  # the kind of product that they are for


@dataclass(frozen=True, slots=True)
class FineCategories:
    """The finer categories of one language and the map that tells them apart; its last column is "none of them"."""

    names: tuple[str, ...]  # as they are shown
    possible: Floats  # (categories, fine + 1): 0 where a category has this finer one, otherwise minus infinity
    vectors: Vectors
    weight: Floats  # (features, fine + 1)
    bias: Floats

    def divide(
        self,
        opinions: Sequence[Sequence[DecodedOpinion]],
        scores: Sequence[TextScores],
        parsed: Sequence[Sequence[Sentence]],
    ) -> list[list[DecodedOpinion]]:
        """Return the opinions of each text with weights for the model's categories, then for the finer ones."""
        if not any(opinions):
            return [[] for _ in opinions]
        rows = opinion_features(opinions, scores, parsed, self.vectors)
        logits = (rows.astype(np.float64) @ self.weight + self.bias).astype(np.float32)  # rounded alike at any place
        shares = softmax(logits[:, None] + self.possible)  # (opinions, categories, fine + 1)
        weights = shares * np.array([one.category for ours in opinions for one in ours])[..., None]
        divided = iter(np.concatenate([weights[..., -1], weights[..., :-1].sum(1)], axis=1))
        return [[one._replace(category=next(divided)) for one in ours] for ours in opinions]


def opinion_features(
    opinions: Sequence[Sequence[DecodedOpinion]],
    scores: Sequence[TextScores],
    parsed: Sequence[Sequence[Sentence]],
    vectors: Vectors,
) -> Floats:
    """Return what the model knows of each opinion; one without words of a verdict is read from its target."""
    places = [[(one.target, one.words or one.target) for one in ours] for ours in opinions]
    return features(places, scores, parsed, vectors, with_last_state=True)


def fine_names(lang: str) -> dict[str, str]:
    """Return the finer categories of a language, in the order of the columns of its map, with their names."""
    return {
        fine: name for names in language(lang).topic_names.FINE_CATEGORY_NAMES.values() for fine, name in names.items()
    }


def possible_categories(lang: str, categories: Sequence[str]) -> Floats:
    """Return which finer categories each category has: 0 where it has one, otherwise minus infinity."""
    by_category = language(lang).topic_names.FINE_CATEGORY_NAMES
    has = [[fine in by_category.get(category, ()) for fine in fine_names(lang)] + [True] for category in categories]
    return np.where(has, np.float32(0), np.float32(-np.inf))


def fine_categories(lang: str, model: OpinionModel) -> FineCategories | None:
    """Return the finer categories that a model can tell apart; None if it has no map for them."""
    if model.fine is None:
        return None
    path = model.home / FINE
    try:
        arrays = parse(model.fine)
        weight, bias = (arrays[name].astype(np.float32) for name in ("weight", "bias"))
    except (SafetensorError, KeyError) as error:
        raise AssetError(f"The finer categories of the opinion reader cannot be read: {path} ({error}).") from None
    names, vectors = fine_names(lang), review_vectors(lang)
    expected = (2 * model.width + len(model.categories) + 2 * len(vectors.centre), len(names) + 1)
    if weight.shape != expected or bias.shape != expected[1:] or not np.isfinite(weight).all():
        raise AssetError(
            f"The finer categories of the opinion reader do not fit its graph: {path} has weights {weight.shape}, "
            f"expected are {expected}. Make them again: python -m research.training.fine_categories"
        )
    return FineCategories(tuple(names.values()), possible_categories(lang, model.categories), vectors, weight, bias)
