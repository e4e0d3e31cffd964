"""One set of heads, learned: the loss, its gradients by hand, and Adam."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from voxpop.extract.heads import CLASSES, Heads, forward
from voxpop.extract.opinion_decoding import Floats

NOT_MENTIONED, MIXED = -2, 2  # beside the polarities: no word of it; both good and bad, so only its presence teaches
Labels = NDArray[np.int64]  # (reviews, categories)
HeadWeights = dict[str, Floats]  # Heads' names, "shared": the polarity that all categories have in common
STILL = np.float32(0.01)  # a feature that hardly moves is not blown up
PRIOR = 10.0  # labels' worth of what all categories say that each one starts from
FASTER = {"query": 3.0}  # in long reviews the attention must find its few pieces before the answers settle
DECAYED = {"query": 1.0, "presence": 1.0, "polarity": 10.0, "shared": 1.0}


@dataclass(frozen=True, slots=True)
class Recipe:
    """How heads are trained."""

    epochs: int = 30  # at most
    seed: int = 0
    folds: int = 5
    batch: int = 16
    rate: float = 1e-3
    decay: float = 0.01
    balance: float = 0.5  # 0: every label counts the same; 1: every class does


class Batch(NamedTuple):
    """Some reviews, padded to the longest."""

    features: Floats  # (B, Z, D)
    mask: NDArray[np.bool_]  # (B, Z)
    labels: Labels  # (B, N)


class LossWeights(NamedTuple):
    """How much each label counts: rare ones more, so that they are learned too."""

    mentioned: Floats  # (N,)
    absent: Floats  # (N,)
    polarity: Floats  # (3,)


class TrainingFeatures:
    """The features of some reviews, each centred and scaled, kept at half precision."""

    def __init__(self, pieces: Sequence[NDArray[Any]]) -> None:
        every = np.concatenate(pieces)
        self.lengths = np.array([len(features) for features in pieces])
        self.centre: Floats = every.mean(0, dtype=np.float32)
        self.scale: Floats = np.maximum(every.std(0, dtype=np.float32), STILL)
        self.pieces = [((features - self.centre) / self.scale).astype(np.float16) for features in pieces]

    def batch(self, places: Sequence[int] | NDArray[np.int64], labels: Labels) -> Batch:
        """Return the reviews at some places as one padded batch."""
        longest = max(1, int(self.lengths[places].max()))
        features = np.zeros((len(places), longest, len(self.centre)), np.float32)
        mask = np.zeros((len(places), longest), bool)
        for row, place in enumerate(places):
            length = self.lengths[place]
            features[row, :length] = self.pieces[place]
            mask[row, : max(1, length)] = True
        return Batch(features, mask, labels[places])


def loss_weights(labels: Labels, balance: float) -> LossWeights:
    """Return how much each label counts; ``balance`` 1 gives every class the same weight."""
    share = ((labels != NOT_MENTIONED).mean(0) * 0.98 + 0.01).astype(np.float32)
    counts = np.array([(labels == label).sum() + 1 for label in CLASSES], np.float32)
    weights = (counts.sum() / len(CLASSES) / counts) ** balance
    return LossWeights((0.5 / share) ** balance, (0.5 / (1 - share)) ** balance, weights.astype(np.float32))


def initial_weights(labels: Labels, width: int, recipe: Recipe, rng: np.random.Generator) -> HeadWeights:
    """Attention nearly even, answers that know only how often each category is mentioned and how it is felt about."""
    n, counts = labels.shape[1], loss_weights(labels, recipe.balance)
    share = (labels != NOT_MENTIONED).mean(0) * 0.98 + 0.01
    odds = share * counts.mentioned / ((1 - share) * counts.absent)
    return {
        "query": rng.normal(0, 1e-3, (n, width)).astype(np.float32),
        "presence": np.zeros((n, width), np.float32),
        "presence_bias": np.log(odds).astype(np.float32),
        "polarity": np.zeros((n, 3, width), np.float32),
        "polarity_bias": np.log(polarity_prior(labels) * counts.polarity).astype(np.float32),
        "shared": np.zeros((3, width), np.float32),
    }


def polarity_prior(labels: Labels) -> NDArray[np.float64]:
    """How often each category is felt about in each way, (N, 3), leaning on the others where it has few labels."""
    counts = np.stack([(labels == label).sum(0) for label in CLASSES], -1).astype(np.float64)
    every = (counts.sum(0) + 0.1) / (counts.sum() + 0.3)
    return np.asarray((counts + PRIOR * every) / (counts.sum(-1, keepdims=True) + PRIOR))


def combine_heads(weights: HeadWeights) -> Heads:
    """Return the heads that the weights make; what categories share becomes part of each."""
    own = {name: weights[name] for name in Heads._fields}
    return Heads(**own | {"polarity": own["polarity"] + weights["shared"]})


def targets(labels: Labels, counts: LossWeights) -> tuple[Floats, Floats, Floats, Floats]:
    """Presence (B, N) and how much it counts; polarity (B, N, 3) and how much it counts."""
    present = (labels != NOT_MENTIONED).astype(np.float32)
    classes = np.stack([labels == label for label in CLASSES], -1).astype(np.float32)
    return present, np.where(present > 0, counts.mentioned, counts.absent), classes, (classes * counts.polarity).sum(-1)


def loss(labels: Labels, presence: Floats, polarity: Floats, counts: LossWeights) -> float:
    """Return the mean over reviews of what was wrong about presence and, where a polarity is known, about that."""
    present, weight, classes, stake = targets(labels, counts)
    tiny = 1e-7
    likelihood = np.where(present > 0, presence, 1 - presence)
    right = (polarity * classes).sum(-1)
    wrong = weight * -np.log(likelihood + tiny) + np.where(stake > 0, stake * -np.log(right + tiny), 0)
    return float(wrong.sum() / len(labels))


def gradients(weights: HeadWeights, batch: Batch, counts: LossWeights) -> HeadWeights:
    """Return the slope of the loss along every weight."""
    heads, x = combine_heads(weights), batch.features
    output = forward(heads, x, batch.mask)
    present, weight, classes, stake = targets(batch.labels, counts)
    size = len(batch.labels)
    d_presence = (output.presence - present) * weight / size  # (B, N)
    d_polarity = (output.polarity - classes) * stake[..., None] / size  # (B, N, 3)
    by_category = d_polarity.transpose(1, 2, 0) @ output.gathered.transpose(1, 0, 2)  # (N, 3, D)
    d_r = d_presence[..., None] * heads.presence
    d_r += (d_polarity.transpose(1, 0, 2) @ heads.polarity).transpose(1, 0, 2)  # (B, N, D)
    weighted: Floats = output.attention * np.matmul(d_r, x.transpose(0, 2, 1))  # (B, N, Z)
    d_scores = weighted - output.attention * weighted.sum(-1, keepdims=True)  # through the softmax
    return {
        "query": np.matmul(d_scores, x).sum(0),
        "presence": (d_presence[..., None] * output.gathered).sum(0),
        "presence_bias": d_presence.sum(0),
        "polarity": by_category,
        "polarity_bias": d_polarity.sum(0),
        "shared": by_category.sum(0),
    }


class Adam:
    """Adam with the decay of weights kept apart from the slope."""

    def __init__(self, weights: HeadWeights, recipe: Recipe) -> None:
        self.recipe = recipe
        self.means = {name: np.zeros_like(array) for name, array in weights.items()}
        self.squares = {name: np.zeros_like(array) for name, array in weights.items()}
        self.steps = 0

    def step(self, weights: HeadWeights, slopes: HeadWeights) -> HeadWeights:
        """Return the weights after one step."""
        self.steps += 1
        return {name: self._moved(name, array, slopes[name]) for name, array in weights.items()}

    def _moved(self, name: str, array: Floats, slope: Floats) -> Floats:
        mean = self.means[name] = 0.9 * self.means[name] + 0.1 * slope
        square = self.squares[name] = 0.99 * self.squares[name] + 0.01 * slope**2
        pace = (mean / (1 - 0.9**self.steps)) / (np.sqrt(square / (1 - 0.99**self.steps)) + 1e-8)
        decay = self.recipe.decay * DECAYED.get(name, 0.0)
        return np.asarray(array - self.recipe.rate * (FASTER.get(name, 1.0) * pace + decay * array), dtype=np.float32)


def train_heads(
    states: TrainingFeatures, labels: Labels, places: NDArray[np.int64], recipe: Recipe, *, seed: int
) -> Iterator[Heads]:
    """Return the heads after each epoch over the reviews at ``places``."""
    rng = np.random.default_rng(seed)
    counts = loss_weights(labels[places], recipe.balance)
    weights = initial_weights(labels[places], len(states.centre), recipe, rng)
    adam = Adam(weights, recipe)
    for _ in range(recipe.epochs):
        for part in batches(places, states.lengths, recipe.batch, rng):
            weights = adam.step(weights, gradients(weights, states.batch(part, labels), counts))
        yield combine_heads(weights)


def batches(
    places: NDArray[np.int64], lengths: NDArray[np.int64], size: int, rng: np.random.Generator
) -> list[NDArray[np.int64]]:
    """Return all places in random batches of about the same length, so that little is padded."""
    order = rng.permutation(places)
    batches = []
    for start in range(0, len(order), 8 * size):
        near = order[start : start + 8 * size]
        near = near[np.argsort(lengths[near], kind="stable")]
        batches += [near[i : i + size] for i in range(0, len(near), size)]
    return [batches[i] for i in rng.permutation(len(batches))]
