"""Folds that are fair, one number of epochs, a threshold, and answers from heads that had not seen the review."""

from __future__ import annotations

import numpy as np

from voxpop.train.cross_validation import HeadPredictions, assign_folds, fit, predict, threshold
from voxpop.train.head_training import NOT_MENTIONED, Recipe, TrainingFeatures


def noise(count: int, seed: int) -> tuple[list[np.ndarray], np.ndarray]:
    rng = np.random.default_rng(seed)
    pieces = [rng.normal(size=(rng.integers(1, 9), 5)).astype(np.float32) for _ in range(count)]
    return pieces, rng.choice([1, -1, NOT_MENTIONED], (count, 2))


def test_rare_labels_are_in_every_fold() -> None:
    labels = np.full((100, 3), NOT_MENTIONED)
    labels[:10, 0] = -1
    labels[5:45, 1] = 1
    folds = assign_folds(labels, Recipe())
    assert sorted(np.bincount(folds)) == [20] * 5
    assert sorted(np.bincount(folds[:10])) == [2] * 5


def test_figures_are_not_about_what_was_learned_by_heart() -> None:
    """Labels without any rhyme are known by heart after some epochs, yet unseen reviews are answered by chance."""
    pieces, labels = noise(80, 1)
    fitted = fit(pieces, labels, Recipe(epochs=5, rate=0.05))
    right = (fitted.answers.labels == labels)[labels != NOT_MENTIONED].mean()
    assert 0.3 < right < 0.7
    states = TrainingFeatures(pieces)
    known = predict(fitted.members[0], states, labels, np.arange(80)).labels
    assert (known == labels)[labels != NOT_MENTIONED].mean() > right


def test_the_best_epoch_is_kept_and_the_rest_is_not_waited_for() -> None:
    pieces, labels = noise(60, 2)
    ticks: list[int] = []
    fitted = fit(pieces, labels, Recipe(epochs=40, rate=0.05), tick=ticks.append)
    assert fitted.losses[fitted.epochs - 1] == min(fitted.losses)
    assert len(fitted.losses) < 40
    assert ticks == list(range(1, len(fitted.losses) + 1))
    assert len(fitted.members) == 5


def test_answers_do_not_depend_on_the_batch() -> None:
    pieces, labels = noise(30, 3)
    states = TrainingFeatures(pieces)
    heads = fit(pieces, labels, Recipe(epochs=1)).members[0]
    places = np.arange(30)
    one, many = (predict(heads, states, labels, places, size=size) for size in (1, 16))
    np.testing.assert_allclose(one.presence, many.presence, atol=1e-5)
    np.testing.assert_allclose(one.polarity, many.polarity, atol=1e-5)


def test_threshold_lies_where_mentions_part_from_the_rest() -> None:
    labels = np.array([[1], [1], [NOT_MENTIONED], [NOT_MENTIONED]])
    presence = np.array([[0.4], [0.35], [0.25], [0.1]], np.float32)
    assert 0.25 < threshold(labels, HeadPredictions(presence, np.zeros((4, 1, 3), np.float32))) <= 0.35
