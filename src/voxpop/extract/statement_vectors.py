"""What a statement means, as a short vector: statements that say the same have vectors that point the same way.

The vector is a linear map of what the opinion model knows of the words of a target and its verdict: their hidden states
and categories, and the word vectors of the language. ``python -m research.training.key_points`` learns the map from
statements that people grouped, and writes it beside the model.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from operator import itemgetter

import numpy as np
from numpy.typing import NDArray
from safetensors import SafetensorError
from safetensors.numpy import load as parse

from voxpop.aspects.vectors import Vectors, review_vectors
from voxpop.errors import AssetError
from voxpop.extract.opinion_decoding import DecodedOpinion, Floats, span_tokens
from voxpop.extract.opinion_model import MEANING, OpinionModel, TextScores, joined
from voxpop.types import NOWHERE, ExtractedStatement, Sentence, Span

SCALE = 127  # of a signed byte
Place = tuple[int, int]  # a half-open range of characters
Rows = NDArray[np.int64]
_START, _END = map(itemgetter, range(2))  # of a token


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
        """Return the meanings of features, as unit vectors in signed bytes.

        In float64, so that how a product of matrices rounds, which depends on the place of a row, changes no byte.
        """
        vectors = rows.astype(np.float64) @ self.weight + self.bias
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
    edges = np.cumsum([0, *map(len, statements)])
    text = np.repeat(np.arange(len(statements)), np.diff(edges))
    places = np.array([(*(t or NOWHERE), *(v or NOWHERE)) for of_text in statements for t, v in of_text], np.int64)
    windows = [window for each in scores for window in each.windows]
    pieces = TokenRanges(
        np.concatenate([window.spans for window in windows]),
        [sum(len(window.spans) for window in each.windows) for each in scores],
    )
    rows, sizes = pieces.inside(text, places[:, :2], places[:, 2:])
    bounds = np.cumsum([0, *sizes])[edges].tolist()
    states: tuple[list[Floats], list[Floats], list[Floats]] = ([], [], [])  # early, categories, last
    for number, (low, high) in enumerate(pairwise(bounds)):
        if low < high:
            hidden, own = scores[number].hidden, rows[low:high] - pieces.firsts[number]
            assert hidden is not None
            width = hidden.shape[1] // 2
            states[0].append(hidden[own, :width])
            states[1].append(joined([window.category for window in scores[number].windows])[own])
            states[2].append(hidden[own, width : width * (1 + with_last_state)])
    early, shares, last = (means(np.concatenate(each), sizes) for each in states)
    tokens = [token for sentences in parsed for sentence in sentences for token in sentence.tokens]
    counts = [sum(len(sentence.tokens) for sentence in sentences) for sentences in parsed]
    words = TokenRanges(np.array([*map(_START, tokens), *map(_END, tokens)], np.int64).reshape(2, -1).T, counts)
    in_verdict, in_both = words.inside(text, places[:, 2:]), words.inside(text, places[:, :2], places[:, 2:])
    known, asked = np.full(len(tokens), -1), np.unique(in_both[0])
    known[asked] = vectors.rows([tokens[place].text for place in asked.tolist()])
    of_verdict, of_both = (word_means(vectors, known, *inside) for inside in (in_verdict, in_both))
    return np.concatenate([early, np.sqrt(shares), of_verdict, of_both, last], axis=1)


def word_means(vectors: Vectors, known: Rows, rows: Rows, sizes: Rows) -> Floats:
    """Return the mean vectors of groups of words, without those that are not known."""
    chosen = known[rows]
    has_vector = chosen >= 0
    group = np.repeat(np.arange(len(sizes)), sizes)
    return means(vectors.values(chosen[has_vector]), np.bincount(group[has_vector], minlength=len(sizes)))


class TokenRanges:
    """Finds the tokens of several texts by their characters. ``counts`` are the numbers of tokens of the texts."""

    def __init__(self, spans: NDArray[np.integer], counts: Sequence[int]) -> None:
        self.firsts = np.cumsum([0, *counts])[:-1]  # the first token of each text
        self._stride = int(spans.max(initial=0)) + 1  # texts stand so far apart that none reaches into the next
        text = np.repeat(np.arange(len(counts)), counts) * self._stride
        self._starts, self._ends = spans[:, 0] + text, spans[:, 1] + text

    def inside(self, text: Rows, *spans: Rows) -> tuple[Rows, Rows]:
        """Return the tokens that share characters with any of the spans of each text, in order, each once.

        With them comes how many there are for each.
        """
        ranges = []
        for span in spans:
            low = np.searchsorted(self._ends, span[:, 0] + text * self._stride, side="right")
            high = np.searchsorted(self._starts, np.minimum(span[:, 1], self._stride - 1) + text * self._stride)
            ranges.append(np.stack([low, np.maximum(low, high)], axis=1))
        if len(ranges) == 2:  # what stands first, and what the other has beyond it
            first, other = ranges
            is_later = (first[:, 0] > other[:, 0])[:, None]
            first, other = np.where(is_later, other, first), np.where(is_later, first, other)
            ranges = [first, np.maximum(other, first[:, 1:])]
        every = np.stack(ranges, axis=1)  # (spans, ranges, 2)
        return span_tokens(every.reshape(-1, 2)).rows, (every[..., 1] - every[..., 0]).sum(1)


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
