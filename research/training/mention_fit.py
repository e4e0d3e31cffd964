"""Fits the two sets of weights of the mention classifier: by Adam on the whole of the data, in plain numpy."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from voxpop.entities.mention_classifier import Floats, chances
from voxpop.entities.mentions import ABOUTS

Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True, kw_only=True)
class Recipe:
    steps: int = 150
    rate: float = 0.1
    decay: float = 2.0  # of the square of the weights, against the sum of the losses
    dense: float = 2.0  # the same for those of vectors and states
    states: float = 10.0  # the same where pronouns are ranked
    pairs: float = 3.0  # and for those of antecedents
    rare: int = 2  # how often a feature must occur
    folds: int = 5
    balance: float = 0.5  # how far rare types weigh more: 0 not at all, 1 until all weigh the same


def classes(
    table: Sequence[Sequence[int]], dense: Floats, gold: Ints, trust: NDArray[np.float64], rows: int, recipe: Recipe
) -> tuple[Floats, Floats]:
    """Weights (rows, 9) of features and (width, 9) of vectors that tell the types."""
    sparse = _Sparse(table, rows)
    truth = np.eye(len(ABOUTS), dtype=np.float32)[gold]
    share = np.bincount(gold, weights=trust, minlength=len(ABOUTS)) / trust.sum()
    balance = (np.maximum(share, 1e-3) ** -recipe.balance)[gold]
    cost = (balance / np.average(balance, weights=trust) * trust).astype(np.float32)[:, None]

    def slopes(values: list[Floats]) -> list[Floats]:
        wrong = (chances(sparse.sum(values[0]) + dense @ values[1]) - truth) * cost
        return [sparse.spread(wrong) + recipe.decay * values[0], dense.T @ wrong + recipe.dense * values[1]]

    start = [np.zeros((rows, len(ABOUTS)), np.float32), np.zeros((dense.shape[1], len(ABOUTS)), np.float32)]
    found = _adam(start, slopes, recipe)
    return found[0], found[1]


def ranks(
    table: Sequence[Sequence[Sequence[int]]], abouts: Sequence[Sequence[int]], right: Sequence[Sequence[bool]],
    dense: Floats, trust: Floats, rows: int, recipe: Recipe,
) -> tuple[Floats, Floats]:  # fmt: skip
    """Weights (rows,) and (width, 9) under which the right ones among a pronoun's options are together most likely."""
    sparse = _Sparse([line for options in table for line in options], rows)
    sizes = np.array([len(options) for options in table])
    begins = np.concatenate(([0], np.cumsum(sizes)))[:-1]
    group, about = np.repeat(np.arange(len(table)), sizes), np.array([one for options in abouts for one in options])
    fits = np.array([fit for options in right for fit in options], np.float32)
    cost = trust[group]

    def shares(raised: Floats) -> Floats:
        found: Floats = (raised / np.add.reduceat(raised, begins)[group]).astype(np.float32)
        return found

    def slopes(values: list[Floats]) -> list[Floats]:
        scores = sparse.sum(values[0])[:, 0] + (dense @ values[1])[group, about]
        raised = np.exp(scores - np.maximum.reduceat(scores, begins)[group]) + np.float32(1e-9)
        wrong = (shares(raised) - shares(raised * fits)) * cost
        by_type = np.zeros((len(table), len(ABOUTS)), np.float32)
        np.add.at(by_type, (group, about), wrong)
        return [sparse.spread(wrong[:, None]) + recipe.pairs * values[0], dense.T @ by_type + recipe.states * values[1]]

    start = [np.zeros((rows, 1), np.float32), np.zeros((dense.shape[1], len(ABOUTS)), np.float32)]
    found = _adam(start, slopes, recipe)
    return found[0][:, 0], found[1]


class _Sparse:
    """Lists of rows of a table of weights, summed and spread again."""

    def __init__(self, lists: Sequence[Sequence[int]], rows: int) -> None:
        sizes = np.array([len(line) + 1 for line in lists])  # each has the last row, of zeros, so that none is empty
        self.flat = np.array([row for line in lists for row in (*line, rows)])
        self.starts = np.concatenate(([0], np.cumsum(sizes)))[:-1]
        owner = np.repeat(np.arange(len(lists)), sizes)
        order = np.argsort(self.flat, kind="stable")
        self.owner = owner[order]
        self.begins = np.searchsorted(self.flat[order], np.arange(rows))

    def sum(self, weights: Floats) -> Floats:
        padded = np.concatenate([weights, np.zeros((1, weights.shape[1]), np.float32)])
        total: Floats = np.add.reduceat(padded[self.flat], self.starts, axis=0)
        return total

    def spread(self, wrong: Floats) -> Floats:
        total: Floats = np.add.reduceat(wrong[self.owner], self.begins, axis=0)
        return total


def _adam(values: list[Floats], slopes: Callable[[list[Floats]], list[Floats]], recipe: Recipe) -> list[Floats]:
    first, second = ([np.zeros_like(value) for value in values] for _ in range(2))
    for step in range(1, recipe.steps + 1):
        ahead = recipe.rate * (1 - step / (recipe.steps + 1))
        for value, slope, a, b in zip(values, slopes(values), first, second, strict=True):
            a += 0.1 * (slope - a)
            b += 0.01 * (slope * slope - b)
            value -= ahead * (a / (1 - 0.9**step)) / (np.sqrt(b / (1 - 0.99**step)) + 1e-8)
    return values
