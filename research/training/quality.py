"""Training of the quality filter: a logistic regression with three outcomes, in plain numpy, the same on every run."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from safetensors.numpy import save as serialise

from voxpop.ingest.adverts import signals
from voxpop.ingest.filter import KINDS, Weights, unknown
from voxpop.ingest.grams import BITS, KEY_BITS, TRAITS, read, traits

CLASSES = ("review", *KINDS)


@dataclass(frozen=True, slots=True, kw_only=True)
class Recipe:
    epochs: int = 6
    batch: int = 512
    rate: float = 0.03
    decay: float = 3e-4  # of the weights of pieces, per step
    dropped: float = 0.5  # share of the pieces not seen in a step, so that no few of them decide
    caution: float = 1.0  # how much more a review taken for something else costs than the reverse
    common: int = 5  # how often reviews must have a run for it to be known
    seed: int = 0


@dataclass(frozen=True, slots=True)
class Table:
    """Texts as numbers: the slots of all of them in a row, where each begins, and their traits."""

    slots: NDArray[np.int64]
    starts: NDArray[np.int64]
    traits: NDArray[np.float32]

    def __len__(self) -> int:
        return len(self.traits)

    def pick(self, rows: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """The slots of some rows, and to which of them each belongs."""
        parts = [self.slots[self.starts[row] : self.starts[row + 1]] for row in rows]
        return np.concatenate(parts), np.repeat(np.arange(len(rows)), [len(part) for part in parts])


def known_runs(texts: Iterable[str], *, lang: str, common: int) -> NDArray[np.bool_]:
    """For each key whether these texts have it often enough."""
    counts = np.zeros(1 << KEY_BITS, dtype=np.int64)
    for text in texts:
        counts += np.bincount(read(text, lang).keys, minlength=len(counts))
    return counts >= common


def tabulate(texts: Sequence[str], *, lang: str, known: NDArray[np.bool_]) -> Table:
    found = [read(text, lang) for text in texts]
    starts = np.concatenate(([0], np.cumsum([len(each.slots) for each in found])))
    measured = [
        traits(text, unknown=unknown(each, known), signs=signals(text)) for text, each in zip(texts, found, strict=True)
    ]
    return Table(np.concatenate([each.slots for each in found]), starts, np.stack(measured))


def train(
    texts: Sequence[str], kinds: Sequence[str], *, lang: str, others: Iterable[str], recipe: Recipe | None = None
) -> Weights:
    """Weights that tell the kinds of some texts: "review", "advert" or "noise".

    ``others`` are more reviews, from which it is learned what language reviews are written in.
    """
    recipe = recipe or Recipe()
    known = known_runs(others, lang=lang, common=recipe.common)
    table = tabulate(texts, lang=lang, known=known)
    gold = np.array([CLASSES.index(kind) for kind in kinds])
    share = np.bincount(gold, minlength=len(CLASSES)) / len(gold)
    cost = (np.array([recipe.caution, 1.0, 1.0]) / np.maximum(share, 1e-9))[gold]
    values = [np.zeros((2, 1 << BITS)), np.zeros((2, len(TRAITS))), np.zeros(2)]
    adam = _Adam(values, recipe)
    order = np.random.default_rng(recipe.seed)
    for _ in range(recipe.epochs):
        for rows in np.array_split(order.permutation(len(table)), max(1, len(table) // recipe.batch)):
            found, owner = table.pick(rows)
            seen = order.random(len(found)) >= recipe.dropped
            batch = _Batch(found[seen], owner[seen], table.traits[rows], gold[rows], cost[rows] / cost.mean())
            adam.step(_gradients(values, batch))
    pieces, measured, bias = (value.astype(np.float32) for value in values)
    # of the pieces of a whole text only a part was summed, over the root of their number
    return Weights(lang, pieces * np.float32(np.sqrt(1 - recipe.dropped)), measured, bias, known)


@dataclass(frozen=True, slots=True)
class _Batch:
    slots: NDArray[np.int64]
    owner: NDArray[np.int64]
    traits: NDArray[np.float32]
    gold: NDArray[np.int64]
    cost: NDArray[np.float64]


def _gradients(values: list[NDArray[Any]], batch: _Batch) -> list[NDArray[Any]]:
    (pieces, measured, bias), size = values, len(batch.gold)
    norm = 1 / np.sqrt(np.maximum(np.bincount(batch.owner, minlength=size), 1))
    summed = [np.bincount(batch.owner, weights=row[batch.slots], minlength=size) * norm for row in pieces]
    scores = np.stack(summed, axis=1) + batch.traits @ measured.T + bias
    raised = np.exp(np.minimum(scores, 50))
    wrong = raised / (1 + raised.sum(axis=1, keepdims=True))  # the chance of each kind …
    wrong -= batch.gold[:, None] == np.arange(1, len(CLASSES))  # … less the truth
    wrong *= batch.cost[:, None] / size
    spread = [
        np.bincount(batch.slots, weights=(column * norm)[batch.owner], minlength=pieces.shape[1]) for column in wrong.T
    ]
    return [np.stack(spread), wrong.T @ batch.traits, wrong.sum(axis=0)]


class _Adam:
    def __init__(self, values: list[NDArray[Any]], recipe: Recipe) -> None:
        self.values, self.recipe, self.steps = values, recipe, 0
        self.first, self.second = [np.zeros_like(v) for v in values], [np.zeros_like(v) for v in values]

    def step(self, gradients: list[NDArray[Any]]) -> None:
        self.steps += 1
        self.values[0] *= 1 - self.recipe.decay
        for value, first, second, gradient in zip(self.values, self.first, self.second, gradients, strict=True):
            first += 0.1 * (gradient - first)
            second += 0.001 * (gradient**2 - second)
            even = first / (1 - 0.9**self.steps)
            value -= self.recipe.rate * even / (np.sqrt(second / (1 - 0.999**self.steps)) + 1e-6)


def quantised(weights: Weights) -> dict[str, NDArray[Any]]:
    """The arrays of the asset: eight bits a piece, and a scale for each kind."""
    scale = (np.abs(weights.pieces).max(axis=1) / 127).clip(1e-9)
    pieces = np.rint(weights.pieces / scale[:, None]).astype(np.int8)
    return {
        "pieces": pieces,
        "scale": scale.astype(np.float32),
        "traits": weights.traits,
        "bias": weights.bias,
        "known": np.packbits(weights.known),
    }


def rounded(weights: Weights) -> Weights:
    """The weights as they will be after a round trip through eight bits."""
    arrays = quantised(weights)
    pieces = arrays["pieces"].astype(np.float32) * arrays["scale"][:, None]
    return replace(weights, pieces=pieces)


def save(weights: Weights, folder: Path, *, config: dict[str, Any], card: str) -> None:
    """An asset's folder: weights, config and card."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "weights.safetensors").write_bytes(serialise(quantised(weights)))
    (folder / "config.json").write_text(json.dumps(config, indent=2, ensure_ascii=False) + "\n", "utf-8")
    (folder / "card.md").write_text(card, "utf-8")
