"""Heads over the encoder's states, in numpy: which categories a review speaks of, how, and where it says so.

The attention pooling per category of ASAP (Bu et al., 2021, equations 1 to 5) in its smallest form, for a few
hundred reviews: each category has a query, and linear answers on what the query gathers from the pieces.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from voxpop.extract.opinion_decoding import Floats

CLASSES = (1, 0, -1)  # the order of every polarity triple: positive, neutral, negative
FAR = np.float32(-1e9)  # the score of padding


class Heads(NamedTuple):
    """The weights of one set of heads: N categories, D features of a piece."""

    query: Floats  # (N, D)
    presence: Floats  # (N, D)
    presence_bias: Floats  # (N,)
    polarity: Floats  # (N, 3, D)
    polarity_bias: Floats  # (N, 3)


class Pass(NamedTuple):
    """What the heads say of B reviews of at most Z pieces, and what they gathered to say it."""

    attention: Floats  # (B, N, Z)
    gathered: Floats  # (B, N, D)
    presence: Floats  # (B, N) probabilities
    polarity: Floats  # (B, N, 3) probabilities


def forward(heads: Heads, features: Floats, mask: NDArray[np.bool_]) -> Pass:
    """``features`` (B, Z, D), ``mask`` (B, Z) true where there is text."""
    scores = np.where(mask[:, None], (features @ heads.query.T).transpose(0, 2, 1), FAR)  # (B, N, Z)
    attention = softmax(scores)
    r = attention @ features  # (B, N, D)
    presence = sigmoid((r * heads.presence).sum(-1) + heads.presence_bias)
    by_category: Floats = np.matmul(r.transpose(1, 0, 2), heads.polarity.transpose(0, 2, 1))  # (N, B, 3)
    return Pass(attention, r, presence, softmax(np.add(by_category.transpose(1, 0, 2), heads.polarity_bias)))


def softmax(scores: Floats) -> Floats:
    """Return probabilities along the last axis."""
    raised = np.exp(scores - scores.max(-1, keepdims=True))
    probabilities: Floats = raised / raised.sum(-1, keepdims=True)
    return probabilities


def sigmoid(scores: Floats) -> Floats:
    """Return probabilities of single scores."""
    halves: Floats = np.tanh(scores * np.float32(0.5))  # the same function, without a power that could be too large
    halves += 1
    halves *= 0.5
    return halves
