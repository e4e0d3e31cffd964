"""The heads against the equations, written out."""

from __future__ import annotations

import numpy as np

from voxpop.extract.heads import Heads, forward, sigmoid, softmax


def some(rng: np.random.Generator, n: int, d: int) -> Heads:
    shapes = ((n, d), (n, d), (n,), (n, 3, d), (n, 3))
    return Heads(*(rng.normal(size=shape).astype(np.float32) for shape in shapes))


def test_forward_is_the_equations() -> None:
    rng = np.random.default_rng(0)
    heads = some(rng, 2, 4)
    x = rng.normal(size=(3, 4)).astype(np.float32)
    found = forward(heads, x[None], np.ones((1, 3), bool))
    for n in range(2):
        powers = np.exp([piece @ heads.query[n] for piece in x])
        attention = powers / powers.sum()
        gathered = sum(share * piece for share, piece in zip(attention, x, strict=True))
        presence = 1 / (1 + np.exp(-(heads.presence[n] @ gathered + heads.presence_bias[n])))
        polarity = np.exp(heads.polarity[n] @ gathered + heads.polarity_bias[n])
        np.testing.assert_allclose(found.attention[0, n], attention, rtol=1e-4)
        np.testing.assert_allclose(found.presence[0, n], presence, rtol=1e-4)
        np.testing.assert_allclose(found.polarity[0, n], polarity / polarity.sum(), rtol=1e-4)


def test_what_is_the_same_for_all_pieces_does_not_move_the_attention() -> None:
    rng = np.random.default_rng(1)
    heads = some(rng, 2, 5)
    x = rng.normal(size=(1, 6, 5)).astype(np.float32)
    mask = np.ones((1, 6), bool)
    x[..., 4] = 1
    one = forward(heads, x, mask).attention
    x[..., 4] = -3
    np.testing.assert_allclose(forward(heads, x, mask).attention, one, atol=1e-5)


def test_extreme_scores_stay_numbers() -> None:
    scores = np.array([-1e4, 0, 1e4], np.float32)
    assert np.isfinite(softmax(scores)).all()
    assert sigmoid(scores).tolist() == [0, 0.5, 1]
    assert sigmoid(scores).dtype == np.float32
