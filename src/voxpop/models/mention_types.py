"""Training of the classifier of mention types: a logistic regression in plain numpy, the same on every run.

A mention's features hold what was decided before it. Trained on gold decisions it would trust them too much, so it is
trained again and again on the decisions of classifiers that did not see the review (folds).
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from safetensors.numpy import save as serialise

from voxpop.aspects.vectors import REVIEWS, vectors
from voxpop.mentions.base import ABOUTS, Product
from voxpop.mentions.discourse import Features, by_model, decide, stage
from voxpop.mentions.model import Floats, Model, chances, meanings
from voxpop.mentions.scene import Scene
from voxpop.mentions.types import Verdict
from voxpop.text import language
from voxpop.types import About

Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True, kw_only=True)
class Labelled:
    """A review whose mentions have types."""

    id: str
    text: str
    lang: str
    product: Product
    spans: Sequence[tuple[int, int, About]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Recipe:
    steps: int = 150
    rate: float = 0.1
    decay: float = 1.0  # of the square of the weights, against the sum of the losses
    dense: float = 0.1  # the same for those of the vectors
    rare: int = 2  # how often a feature must occur
    folds: int = 5
    rounds: int = 2
    balance: float = 0.3  # how far rare types weigh more: 0 not at all, 1 until all weigh the same


@dataclass(slots=True)
class Case:
    """A labelled review laid out, with the type of each of its candidates (None where no one labelled it)."""

    scene: Scene
    gold: list[int | None]
    features: list[list[str]]


def lay_out(reviews: Sequence[Labelled]) -> list[Case]:
    cases = []
    for lang in dict.fromkeys(review.lang for review in reviews):
        mine = [review for review in reviews if review.lang == lang]
        for review, sentences in zip(mine, language(lang).parse([one.text for one in mine]), strict=True):
            scene = stage(review.text, sentences, lang=lang, product=review.product)
            cases.append(Case(scene, _align(scene, review.spans), []))
    return cases


def _align(scene: Scene, spans: Sequence[tuple[int, int, About]]) -> list[int | None]:
    """The label of each candidate: of the same characters, or else of those that end where it does."""
    exact = {(start, end): ABOUTS.index(about) for start, end, about in spans}
    ending = {end: ABOUTS.index(about) for _, end, about in spans}
    return [exact.get((one.start, one.end), ending.get(one.end)) for one in scene.candidates]


def train(reviews: Sequence[Labelled], *, recipe: Recipe | None = None) -> Model:
    """A classifier for the language of the reviews."""
    recipe = recipe or Recipe()
    cases = lay_out(reviews)
    for case in cases:
        _follow(case, None)
    for _ in range(recipe.rounds):
        for fold in range(recipe.folds):
            out = fit([case for i, case in enumerate(cases) if i % recipe.folds != fold], reviews[0].lang, recipe)
            for case in cases[fold :: recipe.folds]:
                _follow(case, out)
    return fit(cases, reviews[0].lang, recipe)


def _follow(case: Case, trained: Model | None) -> None:
    """The features of a case along the decisions of a classifier, or along the labels where there is none yet."""
    found: list[list[str]] = [[] for _ in case.gold]
    judged = None if trained is None else by_model(case.scene, trained)

    def decision(k: int, rule: Verdict, features: Features) -> Verdict:
        found[k] = features()
        if judged is not None:
            return judged(k, rule, lambda: found[k])
        gold = case.gold[k]
        return rule if gold is None else Verdict(ABOUTS[gold], 1.0)

    decide(case.scene, decision)
    case.features = found


def fit(cases: Sequence[Case], lang: str, recipe: Recipe) -> Model:
    """Weights for the features of the labelled candidates as they now are."""
    pairs = [(case, k) for case in cases for k in _labelled(case)]
    counts = Counter(feature for case, k in pairs for feature in set(case.features[k]))
    names = sorted(feature for feature, count in counts.items() if count >= recipe.rare)
    rows = {name: row for row, name in enumerate(names)}
    table = [[rows[feature] for feature in case.features[k] if feature in rows] for case, k in pairs]
    gold = np.array([case.gold[k] for case, k in pairs])
    start = Model(
        rows, np.zeros((len(rows), len(ABOUTS)), np.float32), np.zeros((0, 9), np.float32), vectors(REVIEWS[lang])
    )
    dense = np.concatenate([meanings(case.scene, start.vectors)[_labelled(case)] for case in cases])
    weights, deep = _descend(table, dense, gold, len(rows), recipe)
    return replace(start, weights=weights, dense=deep)


def _labelled(case: Case) -> list[int]:
    return [k for k, gold in enumerate(case.gold) if gold is not None]


def _descend(
    table: Sequence[Sequence[int]], dense: Floats, gold: Ints, rows: int, recipe: Recipe
) -> tuple[Floats, Floats]:
    """Adam on the whole of the data."""
    flat = np.array([row for line in table for row in line])
    owner = np.repeat(np.arange(len(table)), [len(line) for line in table])
    order = np.argsort(flat, kind="stable")
    begins = np.searchsorted(flat[order], np.arange(rows))
    starts = np.concatenate(([0], np.cumsum([len(line) for line in table])))[:-1]
    truth = np.eye(len(ABOUTS), dtype=np.float32)[gold]
    share = np.bincount(gold, minlength=len(ABOUTS)) / len(gold)
    cost = (np.maximum(share, 1e-3) ** -recipe.balance)[gold]
    cost = (cost / cost.mean()).astype(np.float32)[:, None]
    values = [np.zeros((rows, len(ABOUTS)), np.float32), np.zeros((dense.shape[1], len(ABOUTS)), np.float32)]
    first, second = ([np.zeros_like(value) for value in values] for _ in range(2))
    for step in range(1, recipe.steps + 1):
        scores = np.add.reduceat(values[0][flat], starts, axis=0) + dense @ values[1]
        wrong = (chances(scores) - truth) * cost
        slopes = [
            np.add.reduceat(wrong[owner[order]], begins, axis=0) + recipe.decay * values[0],
            dense.T @ wrong + recipe.dense * values[1],
        ]
        for value, slope, a, b in zip(values, slopes, first, second, strict=True):
            a += 0.1 * (slope - a)
            b += 0.01 * (slope * slope - b)
            ahead = recipe.rate * (1 - step / (recipe.steps + 1))
            value -= ahead * (a / (1 - 0.9**step)) / (np.sqrt(b / (1 - 0.99**step)) + 1e-8)
    return values[0], values[1]


def write(model: Model, folder: Path, *, config: dict[str, object]) -> None:
    """The weights as an asset's files; the card is written by hand."""
    folder.mkdir(parents=True, exist_ok=True)
    names = json.dumps(list(model.rows), ensure_ascii=False).encode()
    arrays = {
        "features": np.frombuffer(names, np.uint8),
        "weights": model.weights.astype(np.float16),
        "dense": model.dense.astype(np.float16),
    }
    (folder / "weights.safetensors").write_bytes(serialise(arrays))
    (folder / "config.json").write_text(json.dumps(config, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
