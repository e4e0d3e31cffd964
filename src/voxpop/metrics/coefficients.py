"""Coefficients of agreement as aggregates: one figure from rows of label numbers, ready for resampling."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from voxpop.metrics.measure import Aggregate, Array, Figures, ratio

Ints = NDArray[np.int64]


def dot(first: Array, second: Array) -> float:
    """Not ``@``: for long vectors that starts threads, which on a busy machine takes thirty times as long."""
    return float((first * second).sum())


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
        lefts, rights, owners = [], [], []
        for a, b in combinations(range(codes.shape[1]), 2):
            owner = np.flatnonzero((codes[:, a] >= 0) & (codes[:, b] >= 0))
            lefts.append(codes[owner, a])
            rights.append(codes[owner, b])
            owners.append(owner)
        owner = np.concatenate(owners)
        unit, place = np.nonzero(codes >= 0)
        first, second, counted = np.concatenate(lefts), np.concatenate(rights), (size >= 2).astype(np.float64)
        agreeing = np.bincount(owner[first == second], minlength=len(codes)) / np.maximum(size * (size - 1) / 2, 1)
        return cls(first, second, owner, 1 / (size[owner] - 1.0), codes[unit, place], unit, counted, agreeing)

    def counts(self, weight: Array, size: int) -> Array:
        """How often each of ``size`` labels was given."""
        return np.bincount(self.label, weight[self.label_unit], size).astype(np.float64)


class Coefficient(Aggregate):
    """One figure from label numbers; ``weight`` says how often each unit was drawn."""

    def figure(self, view: View, weight: Array) -> float:
        raise NotImplementedError

    def __call__(self, items: Array) -> dict[str, float]:
        return {"value": self.figure(View.of(items), np.ones(len(items)))}

    def resampled(self, items: Array, counts: Array) -> Figures:
        view = View.of(items)
        return {"value": np.array([self.figure(view, weight) for weight in counts])}


class Percent(Coefficient):
    """Percentage agreement."""

    def figure(self, view: View, weight: Array) -> float:
        units = dot(weight, view.counted)
        return dot(weight, view.agreeing) / units if units else 0.0


class Cohen(Coefficient):
    """Cohen's kappa for two annotators."""

    def __init__(self, cost: Array, constant: float) -> None:
        self.cost, self.constant = cost, constant

    def figure(self, view: View, weight: Array) -> float:
        size = len(self.cost)
        cells = np.bincount(view.first * size + view.second, weight[view.pair_unit], size * size)
        table = cells.reshape(size, size)
        total = table.sum()
        expected = float(table.sum(axis=1) @ self.cost @ table.sum(axis=0))
        return 1 - float((table * self.cost).sum()) * total / expected if expected else self.constant


class Fleiss(Coefficient):
    """Fleiss' kappa for several annotators."""

    def __init__(self, size: int, constant: float) -> None:
        self.size, self.constant = size, constant

    def figure(self, view: View, weight: Array) -> float:
        label_counts = view.counts(weight, self.size)
        if np.count_nonzero(label_counts) < 2:
            return self.constant
        chance = dot(label_counts, label_counts) / float(label_counts.sum()) ** 2
        return (dot(weight, view.agreeing) / dot(weight, view.counted) - chance) / (1 - chance)


class Alpha(Coefficient):
    """Krippendorff's alpha."""

    def __init__(self, scale: str, values: Array, constant: float) -> None:
        self.scale, self.values, self.constant = scale, values, constant

    def figure(self, view: View, weight: Array) -> float:
        label_counts = view.counts(weight, len(self.values))
        if np.count_nonzero(label_counts) < 2:
            return self.constant
        values = (
            np.cumsum(label_counts) - label_counts / 2 if self.scale == "ordinal" else self.values
        )  # ordinal: middle ranks
        apart = self.apart(values[view.first], values[view.second])
        observed = 2 * dot(apart * view.pair_share, weight[view.pair_unit])
        expected = self.expected(values, label_counts)
        return 1 - float(label_counts.sum() - 1) * observed / expected if expected else self.constant

    def apart(self, first: Array, second: Array) -> Array:
        """The squared difference of two values on the scale."""
        if self.scale == "nominal":
            return np.not_equal(first, second).astype(np.float64)
        gap = first - second
        squared: Array = (ratio(gap, first + second) if self.scale == "ratio" else gap) ** 2
        return squared

    def expected(self, values: Array, label_counts: Array) -> float:
        """The sum over all pairs of values given, from moments where the scale allows it."""
        if self.scale == "nominal":
            return float(label_counts.sum()) ** 2 - dot(label_counts, label_counts)
        if self.scale == "ratio":
            rows = (dot(self.apart(np.full_like(values, value), values), label_counts) for value in values)
            return float(sum(n * row for n, row in zip(label_counts, rows, strict=True)))
        centred = values - dot(values, label_counts) / label_counts.sum()
        return 2 * (float(label_counts.sum()) * dot(label_counts, centred**2) - dot(label_counts, centred) ** 2)
