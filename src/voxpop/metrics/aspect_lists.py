"""Weighted precision and recall of a ranked list of aspect terms, and their average (paper 004, equations 2 and 3).

A term's weight is one over its rank: the first place of the returned list weighs most for precision, the term that
people tagged most often weighs most for recall.
"""

from __future__ import annotations

from collections.abc import Sequence

from voxpop.errors import MeasureError

LEVELS = tuple(level / 10 for level in range(11))


def weighted_precision_recall(gold: Sequence[str], predicted: Sequence[str]) -> list[tuple[float, float]]:
    """``(WP_m, WR_m)`` for m = 1 … len(predicted). Both lists hold distinct terms, best first.

    WP_m = Σ_{i≤m} 1{a_i ∈ G} / i  /  Σ_{i≤m} 1/i        WR_m = Σ_{i≤m} 1{a_i ∈ G} / r(a_i)  /  Σ_{j≤|G|} 1/j
    """
    rank = {term: place for place, term in enumerate(gold, start=1)}
    _check("gold", gold)
    _check("predicted", predicted)
    if not rank:
        raise MeasureError("The gold list of aspect terms is empty: there is nothing to recall.")
    whole = sum(1 / place for place in rank.values())
    points, hits, places, recalled = [], 0.0, 0.0, 0.0
    for i, term in enumerate(predicted, start=1):
        places += 1 / i
        if term in rank:
            hits += 1 / i
            recalled += 1 / rank[term]
        points.append((hits / places, min(1.0, recalled / whole)))
    return points


def awp(gold: Sequence[str], predicted: Sequence[str]) -> float:
    """Mean over the recall levels 0, 0.1 … 1 of the best weighted precision at that recall or beyond; 0 if none."""
    points = weighted_precision_recall(gold, predicted)
    # recall is a sum of fractions, so the last level is reached only up to rounding
    best = [max((p for p, r in points if r >= level - 1e-12), default=0.0) for level in LEVELS]
    return sum(best) / len(LEVELS)


def _check(name: str, terms: Sequence[str]) -> None:
    seen: set[str] = set()
    for place, term in enumerate(terms, start=1):
        if term in seen:
            raise MeasureError(f"The {name} list names {term!r} again at rank {place}: terms must be distinct.")
        seen.add(term)
