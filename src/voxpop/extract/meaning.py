"""What a statement means, as a short vector: statements that say the same have vectors that point the same way.

The vector is a linear map of what the opinion model knows of the words of a target and its verdict: their hidden states
and categories, and the word vectors of the language. ``python -m research.training.key_points`` learns the map from
statements that people grouped, and writes it beside the model.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain

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
        self,
        opinions: Sequence[Sequence[DecodedOpinion]],
        scores: Sequence[TextScores],
        parsed: Sequence[Sequence[Sentence]],
    ) -> list[list[ExtractedStatement]]:
        """Return the opinions of each text that have words of a verdict, each with its meaning."""
        spoken = [[opinion for opinion in ours if opinion.words] for ours in opinions]
        if not any(spoken):
            return [[] for _ in spoken]
        places = [[(opinion.target, opinion.words) for opinion in ours] for ours in spoken]
        found = map(np.ndarray.tobytes, self.project(features(places, scores, parsed, self.vectors)))
        return [
            [
                ExtractedStatement(
                    Span(*opinion.target) if opinion.target else None,
                    Span(*(opinion.words or (0, 0))),
                    opinion.polarity,
                    next(found),
                )
                for opinion in ours
            ]
            for ours in spoken
        ]

    def project(self, rows: Floats) -> NDArray[np.int8]:
        """Return the meanings of features, as unit vectors in signed bytes."""
        vectors = rows @ self.weight + self.bias
        lengths = np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-6)
        rounded: NDArray[np.int8] = np.round(vectors / lengths * SCALE).astype(np.int8)
        return rounded


def features(
    statements: Sequence[Sequence[tuple[Place | None, Place | None]]],
    scores: Sequence[TextScores],
    parsed: Sequence[Sequence[Sentence]],
    vectors: Vectors,
    *,
    with_last_state: bool = False,
) -> Floats:
    """Return what is known of the words of each statement of each text: (statements, features).

    That is an early hidden state, categories, word vectors, and the last hidden state if asked for. The word vectors
    are the mean over the words of the verdict, and over those of target and verdict.
    """
    states: list[Floats] = []  # of the pieces of each statement, one after the other
    sizes: list[int] = []  # how many pieces each statement has
    words: list[int] = []  # the rows of the words of each statement that have vectors: first those of its verdict
    counts: list[tuple[int, int]] = []  # how many of them are the verdict's, and how many are all
    for of_text, text_scores, sentences in zip(statements, scores, parsed, strict=True):
        if not of_text:
            continue
        assert text_scores.hidden is not None
        pieces = TokenPlaces(*np.concatenate([window.spans for window in text_scores.windows]).T.tolist())
        chosen = [pieces.inside(target, verdict) for target, verdict in of_text]
        sizes += map(len, chosen)
        rows = np.fromiter(chain.from_iterable(chosen), np.intp)
        categories = np.concatenate([window.category for window in text_scores.windows])
        width = text_scores.hidden.shape[1] // 2
        last = text_scores.hidden[rows, width:] if with_last_state else text_scores.hidden[rows, :0]
        states.append(np.concatenate([text_scores.hidden[rows, :width], categories[rows], last], axis=1))
        tokens = [token for sentence in sentences for token in sentence.tokens]
        places = TokenPlaces([token.start for token in tokens], [token.end for token in tokens])
        for target, verdict in of_text:
            own = vectors.rows(tokens[place].text for place in places.inside(verdict))
            every = vectors.rows(tokens[place].text for place in places.inside(target, verdict)) if target else own
            words += own + every
            counts += [(len(own), len(every))]
    of_pieces = means(np.concatenate(states), np.array(sizes))
    early, shares, last_states = np.split(of_pieces, [width, width + categories.shape[1]], axis=1)
    of_words = means(vectors.values(words), np.array(counts).ravel()).reshape(len(counts), -1)
    return np.concatenate([early, np.sqrt(shares), of_words, last_states], axis=1)


class TokenPlaces:
    """Finds tokens by their characters."""

    def __init__(self, starts: Sequence[int], ends: Sequence[int]) -> None:
        self._starts, self._ends = starts, ends

    def inside(self, *spans: Place | None) -> list[int]:
        """Return the tokens that share characters with any of the spans, in order, each once."""
        ranges = [
            range(bisect_right(self._ends, span[0]), bisect_left(self._starts, span[1])) for span in spans if span
        ]
        return list(ranges[0]) if len(ranges) == 1 else sorted({place for each in ranges for place in each})


def means(values: Floats, sizes: NDArray[np.integer]) -> Floats:
    """Return the means of groups of rows, so many one after the other; 0 where a group is empty."""
    found = np.zeros((len(sizes), values.shape[1]), np.float32)
    some = sizes > 0
    firsts = np.cumsum(sizes) - sizes
    if some.any():
        found[some] = np.add.reduceat(values, firsts[some], axis=0) / sizes[some, None]
    return found


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
