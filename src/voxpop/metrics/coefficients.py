"""Coefficients of agreement as aggregates: one figure from rows of label numbers, ready for resampling.

Where all labels given are one and the same, chance alone explains everything and a coefficient would be 0/0. It is 1
then: nothing could differ, and nothing does.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from voxpop.metrics.measure import Aggregate, Array, Figures

Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class View:
    """Pairs of labels with their unit, and single labels with theirs, of units that have two or more."""

    first: Ints
    second: Ints
    pair_unit: Ints
    pair_share: Array  # 1 / (labels of the unit − 1)
    label: Ints
    label_unit: Ints
    counted: Array  # 1 for units with two labels or more
    agreeing: Array  # the share of a unit's pairs that agree

    @classmethod
    def of(cls, items: Array) -> View:
        codes = items.astype(np.int64)
        size = (codes >= 0).sum(axis=1)
        codes = np.where(size[:, None] >= 2, codes, -1)
        columns = np.array([*combinations(range(codes.shape[1]), 2)]).T
        pairs = codes[:, columns]  # (units, 2, pairs)
        owner, place = np.nonzero((pairs >= 0).all(axis=1))
        first, second = pairs[owner, 0, place], pairs[owner, 1, place]
        agreeing = np.bincount(owner[first == second], minlength=len(codes)) / np.maximum(size * (size - 1) / 2, 1)
        unit, place = np.nonzero(codes >= 0)
        counted = (size >= 2).astype(np.float64)
        return cls(first, second, owner, 1 / (size[owner] - 1.0), codes[unit, place], unit, counted, agreeing)

    def counts(self, weight: Array, size: int) -> Array:
        """How often each of ``size`` labels was given."""
        return np.bincount(self.label, weight[self.label_unit], size).astype(np.float64)

    def table(self, pair_weight: Array, size: int) -> Array:
        """How often each of ``size`` labels stands before each other in a pair."""
        cells = np.bincount(self.first * size + self.second, pair_weight, size * size)
        return cells.reshape(size, size).astype(np.float64)


class Coefficient(Aggregate):
    """One figure from label numbers; ``weight`` says how often each unit was drawn."""

    def figure(self, view: View, weight: Array) -> float:
        raise NotImplementedError

    def resampled(self, items: Array, counts: Array) -> Figures:
        view = View.of(items)
        return {"value": np.array([self.figure(view, weight) for weight in counts])}


class Percent(Coefficient):
    """Percentage agreement."""

    def figure(self, view: View, weight: Array) -> float:
        units = (weight * view.counted).sum()
        return float((weight * view.agreeing).sum() / units) if units else 0.0


class Cohen(Coefficient):
    """Cohen's kappa: 1 − observed / expected cost of the pairs, ``cost`` being that of each two labels."""

    def __init__(self, cost: Array) -> None:
        self.cost = cost

    def figure(self, view: View, weight: Array) -> float:
        table = view.table(weight[view.pair_unit], len(self.cost))
        expected = table.sum(axis=1) @ self.cost @ table.sum(axis=0)
        return float(1 - (table * self.cost).sum() * table.sum() / expected) if expected else 1.0


class Fleiss(Coefficient):
    """Fleiss' kappa for several annotators."""

    def __init__(self, size: int) -> None:
        self.size = size

    def figure(self, view: View, weight: Array) -> float:
        shares = view.counts(weight, self.size) / max((weight[view.label_unit]).sum(), 1)
        if np.count_nonzero(shares) < 2:
            return 1.0
        chance = (shares**2).sum()
        return float(((weight * view.agreeing).sum() / (weight * view.counted).sum() - chance) / (1 - chance))


class Alpha(Coefficient):
    """Krippendorff's alpha of labels that stand for ``values`` on a scale."""

    def __init__(self, scale: str, values: Array) -> None:
        self.scale, self.values = scale, values

    def figure(self, view: View, weight: Array) -> float:
        counts, values = view.counts(weight, len(self.values)), self.values
        if self.scale == "ordinal":
            values = np.cumsum(counts) - counts / 2  # middle ranks
        apart = np.subtract.outer(values, values)
        cost = (apart != 0).astype(np.float64) if self.scale == "nominal" else apart**2
        observed = 2 * (view.table(weight[view.pair_unit] * view.pair_share, len(values)) * cost).sum()
        expected = counts @ cost @ counts
        return float(1 - (counts.sum() - 1) * observed / expected) if expected else 1.0
