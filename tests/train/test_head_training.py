"""Gradients against finite differences, and learning that learns."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from voxpop.extract.heads import forward
from voxpop.train.head_training import (
    MIXED,
    NOT_MENTIONED,
    Batch,
    Recipe,
    TrainingFeatures,
    batches,
    combine_heads,
    gradients,
    initial_weights,
    loss,
    loss_weights,
    polarity_prior,
    train_heads,
)

RECIPE = Recipe(batch=4)


def a_batch(rng: np.random.Generator) -> Batch:
    """Three reviews of different length in double precision, with every kind of label."""
    mask = np.arange(5) < np.array([5, 2, 4])[:, None]
    labels = np.array([[1, NOT_MENTIONED], [0, MIXED], [NOT_MENTIONED, -1]])
    return Batch(rng.normal(size=(3, 5, 4)) * mask[..., None], mask, labels)


@pytest.mark.parametrize("name", ["query", "presence", "presence_bias", "polarity", "polarity_bias",
                                  "shared"])  # fmt: skip
def test_gradients_are_the_slopes_of_the_loss(name: str) -> None:
    rng = np.random.default_rng(1)
    batch = a_batch(rng)
    counts = loss_weights(batch.labels, 0.5)
    start = initial_weights(batch.labels, 4, RECIPE, rng)
    weights = {key: array + 0.3 * rng.normal(size=array.shape) for key, array in start.items()}

    def at(array: np.ndarray) -> float:
        seen = forward(combine_heads({**weights, name: array}), batch.features, batch.mask)
        return loss(batch.labels, seen.presence, seen.polarity, counts)

    slope = gradients(weights, batch, counts)[name]
    assert slope.shape == weights[name].shape
    measured = np.zeros_like(slope)
    for place in np.ndindex(slope.shape):
        step = np.zeros_like(weights[name])
        step[place] = 1e-5
        measured[place] = (at(weights[name] + step) - at(weights[name] - step)) / 2e-5
    assert np.abs(measured).max() > 1e-3
    np.testing.assert_allclose(slope, measured, atol=2e-6)


def test_padding_changes_nothing() -> None:
    rng = np.random.default_rng(2)
    batch = a_batch(rng)
    found = combine_heads(initial_weights(batch.labels, 4, RECIPE, rng))
    alone = forward(found, batch.features[1:2, :2], batch.mask[1:2, :2])
    beside = forward(found, batch.features, batch.mask)
    np.testing.assert_allclose(alone.presence[0], beside.presence[1], atol=1e-6)
    np.testing.assert_allclose(alone.attention[0], beside.attention[1, :, :2], atol=1e-6)


def signs(count: int, seed: int) -> tuple[list[np.ndarray], np.ndarray]:
    """Reviews of random pieces; feature 0 of one piece says that the category is there, feature 1 how it is."""
    rng = np.random.default_rng(seed)
    pieces, labels = [], []
    for _ in range(count):
        review = rng.normal(0, 0.3, (rng.integers(4, 12), 6)).astype(np.float32)
        label = rng.choice([1, 0, -1, NOT_MENTIONED])
        if label != NOT_MENTIONED:
            review[rng.integers(len(review)), :2] = 4, 4 * label
        pieces.append(review)
        labels.append([label])
    return pieces, np.array(labels)


def test_learns_what_a_single_piece_says_and_looks_at_it() -> None:
    pieces, labels = signs(240, 3)
    states = TrainingFeatures(pieces)
    *_, last = train_heads(states, labels, np.arange(160), replace(RECIPE, epochs=60, rate=0.01), seed=0)
    batch = states.batch(np.arange(160, 240), labels)
    seen = forward(last, batch.features, batch.mask)
    there = batch.labels[:, 0] != NOT_MENTIONED
    assert ((seen.presence[:, 0] > 0.5) == there).mean() > 0.95
    said = np.array([1, 0, -1])[seen.polarity[there, 0].argmax(-1)]
    assert (said == batch.labels[there, 0]).mean() > 0.9
    where = batch.features[there, :, 0].argmax(1)
    assert (seen.attention[there, 0].argmax(1) == where).mean() > 0.9


def test_the_same_seed_gives_the_same_heads_and_another_others() -> None:
    pieces, labels = signs(40, 4)
    states = TrainingFeatures(pieces)
    runs = [
        [*train_heads(states, labels, np.arange(40), replace(RECIPE, epochs=2), seed=seed)][-1] for seed in (5, 5, 6)
    ]
    assert all(np.array_equal(*pair) for pair in zip(runs[0], runs[1], strict=True))
    assert not np.array_equal(runs[0].presence, runs[2].presence)


def test_portions_hold_every_review_once() -> None:
    lengths = np.arange(50)[::-1]
    parts = batches(np.arange(0, 50, 2), lengths, 4, np.random.default_rng(0))
    assert sorted(np.concatenate(parts)) == list(range(0, 50, 2))
    assert max(map(len, parts)) == 4


def test_rare_labels_count_for_more() -> None:
    labels = np.array([[1]] * 8 + [[-1]] + [[NOT_MENTIONED]] * 90)
    even, uneven = loss_weights(labels, 0.0), loss_weights(labels, 1.0)
    assert np.allclose(even.mentioned, 1)
    assert np.allclose(even.polarity, 1)
    assert uneven.mentioned[0] > 4 * uneven.absent[0]
    assert uneven.polarity[2] > uneven.polarity[0]


def test_a_way_of_feeling_that_nobody_has_is_not_expected() -> None:
    labels = np.array([[1, -1]] * 30 + [[-1, NOT_MENTIONED]] * 10)
    shares = polarity_prior(labels)
    assert np.allclose(shares.sum(-1), 1)
    assert (shares[:, 1] < 0.01).all()
    assert 0.6 < shares[0, 0] < 0.75
    assert shares[1, 2] > 0.75
