"""What the trained branch says of a review's pieces: what a mention there would be of, and which sentences compare."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from voxpop.sentiment.branch import Branch, branch, has_branch
from voxpop.sentiment.reading import Floats, Reading


@dataclass(frozen=True, slots=True)
class Scores:
    """Of one review: probabilities of the nine types and of the elements of comparisons, piece by piece."""

    types: Floats  # (pieces, 9), in the order of ``types.About``
    elements: Floats  # (pieces, 9): outside, then beginning and inside of subject, object, aspect, opinion
    _pooling: Floats  # (pieces,)
    _compared: Floats  # (pieces, 5)

    def comparison(self, pieces: slice) -> float:
        """How likely a sentence is a comparison."""
        return float(1 / (1 + np.exp(-self._pooled(pieces)[0])))

    def preference(self, pieces: slice) -> Floats:
        """How likely it says worse, equal, better, different."""
        return _softmax(self._pooled(pieces)[1:])

    def _pooled(self, pieces: slice) -> Floats:
        scores: Floats = _softmax(self._pooling[pieces]) @ self._compared[pieces]
        return scores


class Scorer:
    """``flags`` of a piece: 0 nothing, 1 the product's own name, 2 another product's name or brand."""

    def __init__(self, network: Branch) -> None:
        self._branch = network

    def score(self, reading: Reading, flags: NDArray[np.int64]) -> Scores:
        """Of a reading with the reader's states."""
        if reading.hidden is None:
            raise ValueError("the scorer needs readings with the encoder's states: read(texts, hidden=True)")
        if not len(reading.hidden):
            none = np.empty((0, 9), np.float32)
            return Scores(none, none, np.empty(0, np.float32), np.empty((0, 5), np.float32))
        said = {name: scores[1:] for name, scores in self._branch(reading.hidden, flags).items()}
        return Scores(_softmax(said["types"]), _softmax(said["elements"]), said["pooling"][:, 0], said["comparison"])


@cache
def scorer(lang: str) -> Scorer | None:
    """The scorer of a language, or None where there are no weights for it."""
    return Scorer(branch(f"mentions-{lang}")) if has_branch(f"mentions-{lang}") else None


def _softmax(scores: Floats) -> Floats:
    raised = np.exp(scores - scores.max(-1, keepdims=True)) if scores.size else scores
    chances: Floats = raised / raised.sum(-1, keepdims=True)
    return chances
