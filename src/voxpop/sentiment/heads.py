"""Heads over the encoder's states, in numpy: which categories a review speaks of, how, and where it says so.

Paper 001's equations (1) to (5) for N categories of the user's own, small enough for a few hundred reviews: one narrow
projection that all categories share, a query each, and linear answers on what the query gathers.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from voxpop.sentiment.reading import Floats

FAR = np.float32(-1e9)  # the score of padding


class Heads(NamedTuple):
    """The weights of one set of heads: N categories, R dimensions of the projection, D features of a piece."""

    project: Floats  # (R, D)
    query: Floats  # (N, R)
    presence: Floats  # (N, D)
    presence_bias: Floats  # (N,)
    polarity: Floats  # (N, 3, D)
    polarity_bias: Floats  # (N, 3)


class Pass(NamedTuple):
    """What the heads say of B reviews of at most Z pieces, and what they computed on the way."""

    projected: Floats  # (B, Z, R)
    attention: Floats  # (B, N, Z)
    gathered: Floats  # (B, N, D)
    presence: Floats  # (B, N) probabilities
    polarity: Floats  # (B, N, 3) probabilities


def forward(heads: Heads, features: Floats, mask: NDArray[np.bool_]) -> Pass:
    """``features`` (B, Z, D), ``mask`` (B, Z) true where there is text."""
    m = np.tanh(features @ heads.project.T)  # (B, Z, R)
    scores = np.where(mask[:, None], (m @ heads.query.T).transpose(0, 2, 1), FAR)  # (B, N, Z)
    attention = softmax(scores)
    r = attention @ features  # (B, N, D)
    presence = sigmoid((r * heads.presence).sum(-1) + heads.presence_bias)
    by_category: Floats = np.matmul(r.transpose(1, 0, 2), heads.polarity.transpose(0, 2, 1))  # (N, B, 3)
    return Pass(m, attention, r, presence, softmax(np.add(by_category.transpose(1, 0, 2), heads.polarity_bias)))


def softmax(scores: Floats) -> Floats:
    powers = np.exp(scores - scores.max(-1, keepdims=True))
    return np.asarray(powers / powers.sum(-1, keepdims=True), dtype=scores.dtype)


def sigmoid(scores: Floats) -> Floats:
    return np.asarray(0.5 * (1 + np.tanh(0.5 * scores)), dtype=scores.dtype)
