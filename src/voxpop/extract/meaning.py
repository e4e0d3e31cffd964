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
        rows = [features(opinion.target, opinion.words, scores, sentences, self.vectors) for opinion in spoken]
        return [
            ExtractedStatement(
                Span(*opinion.target) if opinion.target else None,
                Span(*(opinion.words or (0, 0))),
                opinion.polarity,
                meaning.tobytes(),
            )
            for opinion, meaning in zip(spoken, self.project(np.stack(rows)), strict=True)
        ]

    def project(self, rows: Floats) -> NDArray[np.int8]:
        """Return the meanings of features, as unit vectors in signed bytes."""
        vectors = rows @ self.weight + self.bias
        lengths = np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-6)
        rounded: NDArray[np.int8] = np.round(vectors / lengths * SCALE).astype(np.int8)
        return rounded


def features(
    target: tuple[int, int] | None,
    words: tuple[int, int] | None,
    scores: TextScores,
    sentences: Sequence[Sentence],
    vectors: Vectors,
) -> Floats:
    """Return what is known of the words of a statement: an early hidden state, categories, and word vectors.

    The word vectors are the mean over the words of the verdict, and over those of target and verdict.
    """
    assert scores.hidden is not None
    spans = [span for span in (target, words) if span]
    places = np.concatenate([window.spans for window in scores.windows])
    inside = np.any([(places[:, 0] < end) & (places[:, 1] > start) for start, end in spans], axis=0)
    states = scores.hidden[inside, : scores.hidden.shape[1] // 2]
    categories = np.concatenate([window.category for window in scores.windows])[inside]
    both = [
        mean_vector(vectors, [words] if words else [], sentences),
        mean_vector(vectors, spans, sentences),
    ]
    return np.concatenate([states.mean(0), np.sqrt(categories.mean(0)), *both]).astype(np.float32)


def mean_vector(vectors: Vectors, spans: Sequence[tuple[int, int]], sentences: Sequence[Sentence]) -> Floats:
    """Return the mean vector of the known words in some spans; 0 if none is known."""
    tokens = [
        token
        for sentence in sentences
        if any(sentence.start < end and start < sentence.end for start, end in spans)
        for token in sentence.tokens
        if any(token.start < end and start < token.end for start, end in spans)
    ]
    known = [vector for token in tokens if (vector := vectors.word(token.text.lower())) is not None]
    mean: Floats = np.mean(known, axis=0) if known else np.zeros_like(vectors.centre)
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
