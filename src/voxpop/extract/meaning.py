"""What a statement means, as a short vector: statements that say the same have vectors that point the same way.

The vector is a linear map of what the opinion model knows of the words of a target and its verdict: their hidden states
and categories, and the word vectors of the language. ``python -m research.training.key_points`` learns the map from
statements that people grouped, and writes it beside the model.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from safetensors import SafetensorError
from safetensors.numpy import load as parse

from voxpop.aspects.vectors import Vectors, review_vectors
from voxpop.errors import AssetError
from voxpop.extract.opinion_decoding import DecodedOpinion, Floats
from voxpop.extract.opinion_model import MEANING, OpinionModel, TextScores
from voxpop.types import ExtractedStatement, Sentence, Span

SCALE = 127  # of a signed byte
Place = tuple[int, int]  # a half-open range of characters


@dataclass(frozen=True, slots=True)
class MeaningMap:
    """The map of one language: ``weight`` (features, 64) and ``bias`` (64)."""

    vectors: Vectors
    weight: Floats
    bias: Floats

    def statements(
        self, opinions: Sequence[DecodedOpinion], scores: TextScores, sentences: Sequence[Sentence]
    ) -> list[ExtractedStatement]:
        """Return the opinions of a text that have words of a verdict, each with its meaning."""
        spoken = [opinion for opinion in opinions if opinion.words]
        if not spoken:
            return []
        rows = features([(opinion.target, opinion.words) for opinion in spoken], scores, sentences, self.vectors)
        return [
            ExtractedStatement(
                Span(*opinion.target) if opinion.target else None,
                Span(*(opinion.words or (0, 0))),
                opinion.polarity,
                meaning.tobytes(),
            )
            for opinion, meaning in zip(spoken, self.project(rows), strict=True)
        ]

    def project(self, rows: Floats) -> NDArray[np.int8]:
        """Return the meanings of features, as unit vectors in signed bytes."""
        vectors = rows @ self.weight + self.bias
        lengths = np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-6)
        rounded: NDArray[np.int8] = np.round(vectors / lengths * SCALE).astype(np.int8)
        return rounded


def features(
    statements: Sequence[tuple[Place | None, Place | None]],
    scores: TextScores,
    sentences: Sequence[Sentence],
    vectors: Vectors,
) -> Floats:
    """Return what is known of the words of each statement of a text: (statements, features).

    That is an early hidden state, categories, and word vectors. The word vectors are the mean over the words of the
    verdict, and over those of target and verdict.
    """
    assert scores.hidden is not None
    targets, verdicts = ([span or (0, 0) for span in spans] for spans in zip(*statements, strict=True))
    pieces = np.concatenate([window.spans for window in scores.windows])
    inside = overlaps(targets, pieces) | overlaps(verdicts, pieces)
    categories = np.concatenate([window.category for window in scores.windows])
    tokens = [token for sentence in sentences for token in sentence.tokens]
    words = np.array([token[:2] for token in tokens]).reshape(-1, 2)
    of_verdict = overlaps(verdicts, words)
    of_both = of_verdict | overlaps(targets, words)
    known, values = vectors.known(
        {place: tokens[place].text.lower() for place in np.flatnonzero(of_both.any(0)).tolist()}
    )
    columns = [
        means(inside, scores.hidden[:, : scores.hidden.shape[1] // 2]),
        np.sqrt(means(inside, categories)),
        means(of_verdict[:, known], values),
        means(of_both[:, known], values),
    ]
    return np.concatenate(columns, axis=1).astype(np.float32)


def overlaps(spans: Sequence[Place], places: NDArray[np.integer]) -> NDArray[np.bool_]:
    """Return which of the places share characters with each span: (spans, places)."""
    starts, ends = np.array(spans).reshape(-1, 2).T[..., None]
    overlap: NDArray[np.bool_] = (places[:, 0] < ends) & (places[:, 1] > starts)
    return overlap


def means(inside: NDArray[np.bool_], values: Floats) -> Floats:
    """Return the mean of the values inside, row by row; 0 where nothing is."""
    mean: Floats = inside.astype(np.float32) @ values / np.maximum(inside.sum(1, keepdims=True), 1)
    return mean


def meanings(lang: str, model: OpinionModel) -> MeaningMap | None:
    """Return the map that belongs to a model; None if there is none, so that its statements cannot be compared."""
    data = model.meaning
    if data is None:
        return None
    path = model.home / MEANING
    try:
        arrays = parse(data)
        weight, bias = (arrays[name].astype(np.float32) for name in ("weight", "bias"))
    except (SafetensorError, KeyError) as error:
        raise AssetError(f"The meanings of the opinion reader cannot be read: {path} ({error}).") from None
    vectors = review_vectors(lang)
    expected = model.width + len(model.categories) + 2 * len(vectors.centre)
    if weight.shape != (expected, len(bias)) or not np.isfinite(weight).all():
        raise AssetError(
            f"The meanings of the opinion reader do not fit its graph: {path} has weights {weight.shape}, expected are "
            f"{expected} rows. Make them again: python -m research.training.key_points"
        )
    return MeaningMap(vectors, weight, bias)
