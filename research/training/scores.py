"""Figures of a run, in numpy alone, for use while training: equal to those of ``voxpop.metrics``.

``python -m research.papers asap`` computes the same from the predictions with ``voxpop.metrics``, and a test holds them equal.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from research.training.data import Example
from research.training.scheme import CLASSES, NOT_MENTIONED


@dataclass(frozen=True, slots=True)
class Prediction:
    """What a system said of a review: a label for every aspect asked for, and stars; None where it has none."""

    id: str
    labels: tuple[int, ...] | None
    stars: float | None


def score(examples: Sequence[Example], predictions: Sequence[Prediction]) -> dict[str, float]:
    """Macro-F1 and accuracy over mentioned aspects, MAE and accuracy of the nearest star, where there is something."""
    figures: dict[str, float] = {}
    pairs = [
        (label, said.labels[aspect])
        for example, said in zip(examples, predictions, strict=True)
        if said.labels is not None
        for aspect, label in example.mentioned.items()
    ]
    if pairs:
        gold, pred = np.array(pairs).T
        figures |= {"macro_f1": macro_f1(gold, pred), "accuracy": float((gold == pred).mean()), "labels": len(pairs)}
    stars = [
        (example.stars, said.stars)
        for example, said in zip(examples, predictions, strict=True)
        if example.stars is not None and said.stars is not None
    ]
    if stars:
        g, g_hat = np.array(stars).T
        near = np.clip(np.floor(g_hat + 0.5), 1, 5) == np.clip(np.floor(g + 0.5), 1, 5)
        figures |= {"mae": float(np.abs(g - g_hat).mean()), "star_accuracy": float(near.mean()), "rated": len(stars)}
    return figures


def macro_f1(gold: np.ndarray, pred: np.ndarray) -> float:
    """The mean of the classes' F1."""
    found = []
    for label in CLASSES:
        matched = int(((gold == label) & (pred == label)).sum())
        either = int((gold == label).sum() + (pred == label).sum())
        found.append(2 * matched / either if either else 0.0)
    return float(np.mean(found))


def by_source(examples: Sequence[Example], predictions: Sequence[Prediction]) -> dict[str, dict[str, float]]:
    """The figures of all, and of each source where there are several."""
    figures = {"all": score(examples, predictions)}
    sources = sorted({example.source for example in examples})
    for source in sources if len(sources) > 1 else ():
        chosen = [i for i, example in enumerate(examples) if example.source == source]
        figures[source] = score([examples[i] for i in chosen], [predictions[i] for i in chosen])
    return figures


def categories(labels: Sequence[int], aspects: Sequence[str]) -> dict[str, int]:
    """Labels as ``voxpop.metrics.label_scores`` takes them."""
    return {name: label for name, label in zip(aspects, labels, strict=True) if label != NOT_MENTIONED}
