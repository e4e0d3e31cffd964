"""Fits the two sets of weights of the mention classifier: penalised log losses, minimised with scipy's L-BFGS."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize
from scipy.sparse import csr_array
from scipy.special import log_softmax

from voxpop.entities.mention_classifier import Floats
from voxpop.entities.mentions import ABOUTS

Ints = NDArray[np.int64]
Doubles = NDArray[np.float64]
Loss = Callable[[Doubles, Doubles], tuple[float, Doubles, Doubles]]


@dataclass(frozen=True, slots=True, kw_only=True)
class MentionRecipe:
    """The penalties, and what is counted how."""

    steps: int = 150  # at most
    decay: float = 2.0  # of the square of the weights, against the sum of the losses
    dense: float = 2.0  # the same for those of vectors and states
    states: float = 10.0  # the same where pronouns are ranked
    pairs: float = 3.0  # and for those of antecedents
    rare: int = 2  # how often a feature must occur
    folds: int = 5
    balance: float = 0.5  # how far rare types weigh more: 0 not at all, 1 until all weigh the same


def classes(
    table: Sequence[Sequence[int]], dense: Floats, gold: Ints, trust: Doubles, rows: int, recipe: MentionRecipe
) -> tuple[Floats, Floats]:
    """Return weights (rows, 9) of features and (width, 9) of vectors that tell the types."""
    sparse, dense = indicator(table, rows), dense.astype(np.float64)
    back = sparse.T.tocsr()
    truth = np.eye(len(ABOUTS))[gold]
    share = np.bincount(gold, weights=trust, minlength=len(ABOUTS)) / trust.sum()
    balance = (np.maximum(share, 1e-3) ** -recipe.balance)[gold]
    cost = (balance / np.average(balance, weights=trust) * trust)[:, None]

    def loss(features: Doubles, vectors: Doubles) -> tuple[float, Doubles, Doubles]:
        logs = log_softmax(sparse @ features + dense @ vectors, axis=1)
        wrong = (np.exp(logs) - truth) * cost
        return -float((cost * truth * logs).sum()), back @ wrong, dense.T @ wrong

    shapes = (rows, len(ABOUTS)), (dense.shape[1], len(ABOUTS))
    return minimised(loss, shapes, (recipe.decay, recipe.dense), steps=recipe.steps)


def ranks(
    table: Sequence[Sequence[Sequence[int]]], abouts: Sequence[Sequence[int]], right: Sequence[Sequence[bool]],
    dense: Floats, trust: Floats, rows: int, recipe: MentionRecipe,
) -> tuple[Floats, Floats]:  # fmt: skip
    """Return weights (rows,) and (width, 9) under which the right ones among a pronoun's options are most likely."""
    sparse = indicator([line for options in table for line in options], rows)
    back, dense = sparse.T.tocsr(), dense.astype(np.float64)
    sizes = np.array([len(options) for options in table])
    begins = np.concatenate(([0], np.cumsum(sizes)))[:-1]
    group, about = np.repeat(np.arange(len(table)), sizes), np.array([one for options in abouts for one in options])
    fits = np.array([fit for options in right for fit in options])

    def shares(scores: Doubles) -> tuple[Doubles, Doubles]:
        """The share of each option in its group, and the logarithm of the group's sum."""
        highest = np.maximum.reduceat(scores, begins)
        raised = np.exp(scores - highest[group])
        total = np.add.reduceat(raised, begins)
        return raised / total[group], highest + np.log(total)

    def loss(features: Doubles, vectors: Doubles) -> tuple[float, Doubles, Doubles]:
        scores = (sparse @ features)[:, 0] + (dense @ vectors)[group, about]
        everything, whole = shares(scores)
        wanted, part = shares(np.where(fits, scores, -np.inf))
        wrong = (everything - wanted) * trust[group]
        by_type = np.zeros((len(table), len(ABOUTS)))
        np.add.at(by_type, (group, about), wrong)
        return float(trust @ (whole - part)), back @ wrong[:, None], dense.T @ by_type

    shapes = (rows, 1), (dense.shape[1], len(ABOUTS))
    features, vectors = minimised(loss, shapes, (recipe.pairs, recipe.states), steps=recipe.steps)
    return features[:, 0], vectors


def indicator(lists: Sequence[Sequence[int]], columns: int) -> csr_array:
    """Return a sparse matrix with a row for each list and ones at the columns that it names."""
    ends = np.cumsum([0, *map(len, lists)])
    flat = np.array([column for line in lists for column in line], np.int64)
    return csr_array((np.ones(len(flat)), flat, ends), shape=(len(lists), columns))


def minimised(
    loss: Loss, shapes: tuple[tuple[int, int], tuple[int, int]], penalties: tuple[float, float], *, steps: int
) -> tuple[Floats, Floats]:
    """Return the two arrays for which the loss and half the penalties times their squares are least."""
    border = shapes[0][0] * shapes[0][1]
    penalty = np.repeat(penalties, (border, shapes[1][0] * shapes[1][1]))

    def split(values: Doubles) -> tuple[Doubles, Doubles]:
        return values[:border].reshape(shapes[0]), values[border:].reshape(shapes[1])

    def cost(values: Doubles) -> tuple[float, Doubles]:
        lost, *slopes = loss(*split(values))
        slope = np.concatenate([part.ravel() for part in slopes]) + penalty * values
        return lost + float(penalty @ values**2) / 2, slope

    found = minimize(cost, np.zeros(len(penalty)), jac=True, method="L-BFGS-B", options={"maxiter": steps}).x
    features, vectors = split(found)
    return features.astype(np.float32), vectors.astype(np.float32)
