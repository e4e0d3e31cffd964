"""How well mention types are recognised: F1 of each, their means, and intervals over reviews."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from research.papers.kobayashi2022_coref.annotated import TYPES
from voxpop.metrics.measure import Array, precision_recall_f1
from voxpop.types import About


@dataclass(frozen=True, slots=True)
class Typed:
    """Right, predicted and gold mentions of each type, review by review: (reviews, types, 3)."""

    counts: Array

    @classmethod
    def of(cls, gold: Sequence[Sequence[About]], pred: Sequence[Sequence[About]]) -> Typed:
        counts = np.zeros((len(gold), len(TYPES), 3))
        place = {about: i for i, about in enumerate(TYPES)}
        for row, wanted, given in zip(counts, gold, pred, strict=True):
            for right, guess in zip(wanted, given, strict=True):
                row[place[guess], 1] += 1
                row[place[right], 2] += 1
                row[place[right], 0] += right == guess
        return cls(counts)

    @property
    def mentions(self) -> int:
        return int(self.counts[:, :, 2].sum())

    @property
    def accuracy(self) -> float:
        return float(self.counts[:, :, 0].sum() / self.counts[:, :, 2].sum())

    def f1(self) -> dict[About, float]:
        return dict(zip(TYPES, _f1(self.counts.sum(axis=0)).tolist(), strict=True))

    def macro(self, types: Sequence[About] = TYPES) -> float:
        """The mean F1 of the types that the gold has."""
        return float(_macro(self.counts.sum(axis=0)[None], types)[0])

    def interval(self, types: Sequence[About] = TYPES, *, draws: int, seed: int) -> tuple[float, float]:
        """The middle 95 % over resampled reviews."""
        size = len(self.counts)
        drawn = np.random.default_rng(seed).multinomial(size, np.full(size, 1 / size), size=draws)
        means = _macro(np.einsum("dr,rtc->dtc", drawn.astype(np.float64), self.counts), types)
        low, high = np.quantile(means, (0.025, 0.975))
        return float(low), float(high)


def _f1(sums: Array) -> Array:
    return np.asarray(precision_recall_f1(sums[..., 0], sums[..., 1], sums[..., 2])["f1"])


def _macro(sums: Array, types: Sequence[About]) -> Array:
    chosen = [TYPES.index(about) for about in types]
    f1, present = _f1(sums[:, chosen]), sums[:, chosen, 2] > 0
    means: Array = (f1 * present).sum(axis=1) / np.maximum(present.sum(axis=1), 1)
    return means
