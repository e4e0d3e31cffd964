"""Weighted precision and recall of a ranked list of aspect terms, and their average.

Equations 2 and 3 of Pavlopoulos and Androutsopoulos (2014).

A term's weight is one over its rank: the first place of the returned list weighs most for precision, the term that
people tagged most often weighs most for recall.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from voxpop.errors import MeasureError
from voxpop.metrics.measure import Array

LEVELS = tuple(level / 10 for level in range(11))


def weighted_precision_recall(gold: Sequence[str], predicted: Sequence[str]) -> list[tuple[float, float]]:
    """``(WP_m, WR_m)`` for m = 1 … len(predicted). Both lists hold distinct terms, best first.

    WP_m = Σ_{i≤m} 1{a_i ∈ G} / i  /  Σ_{i≤m} 1/i        WR_m = Σ_{i≤m} 1{a_i ∈ G} / r(a_i)  /  Σ_{j≤|G|} 1/j
    """
    precision, recall = curve(_places(gold, predicted), np.arange(1.0, len(predicted) + 1))
    return list(zip(precision.tolist(), recall.tolist(), strict=True))


def awp(gold: Sequence[str], predicted: Sequence[str]) -> float:
    """Mean over the recall levels 0, 0.1 … 1 of the best weighted precision at that recall or beyond; 0 if none."""
    return average(_places(gold, predicted))


def curve(places: Array, at: Array) -> tuple[Array, Array]:
    """Weighted precision and recall where the list is cut after each of the places ``at``.

    ``places`` says for each gold term, in the gold's order, where it stands in the list; 0: not there.
    """
    weights = 1 / np.arange(1.0, len(places) + 1)
    hit = np.unique(places[places > 0])  # two terms share a place only while a test exchanges them
    steps = np.concatenate([[0.0], np.cumsum(1 / np.arange(1.0, at.max(initial=0.0) + 1))])
    precision = np.append(0.0, np.cumsum(1 / hit))[np.searchsorted(hit, at, side="right")]
    order = np.argsort(places, kind="stable")
    listed = order[places[order] > 0]
    recall = np.append(0.0, np.cumsum(weights[listed]))[np.searchsorted(places[listed], at, side="right")]
    return precision / steps[at.astype(np.int64)], np.minimum(recall / max(weights.sum(), 1.0), 1.0)


def average(places: Array) -> float:
    """AWP from places. The best precision beyond a level of recall is always met at the place of a gold term."""
    wp, wr = curve(places, np.unique(places[places > 0]))
    beyond = np.maximum.accumulate(wp[::-1])[::-1]
    # recall is a sum of fractions, so the last level is reached only up to rounding
    reached = np.searchsorted(wr, np.array(LEVELS) - 1e-12)
    return float(np.append(beyond, 0.0)[reached].mean())


def _places(gold: Sequence[str], predicted: Sequence[str]) -> Array:
    _check("gold", gold)
    _check("predicted", predicted)
    if not gold:
        raise MeasureError("The gold list of aspect terms is empty: there is nothing to recall.")
    place = {term: number for number, term in enumerate(predicted, start=1)}
    return np.array([place.get(term, 0) for term in gold], dtype=np.float64)


def _check(name: str, terms: Sequence[str]) -> None:
    seen: set[str] = set()
    for place, term in enumerate(terms, start=1):
        if term in seen:
            raise MeasureError(f"The {name} list names {term!r} again at rank {place}: terms must be distinct.")
        seen.add(term)
