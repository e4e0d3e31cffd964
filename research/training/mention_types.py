"""Training of the classifier of mention types: logistic regressions, the same on every run.

A mention's features hold what was decided before it. Trained on the labels alone it would trust them too much, so it
sees each review twice: along its labels, and along the decisions of a classifier that did not see the review.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from safetensors.numpy import save as serialise

from research.training.mention_fit import MentionRecipe, classes, ranks
from voxpop.aspects.vectors import review_vectors
from voxpop.entities.antecedents import AntecedentOption
from voxpop.entities.mention_classifier import INDEX, Floats, MentionClassifier, meanings
from voxpop.entities.mention_features import DecisionTrail
from voxpop.entities.mention_resolution import (
    ClassifierDecider,
    Features,
    Options,
    RuleDecider,
    TypeDecider,
    decide_types,
    prepare_scene,
)
from voxpop.entities.mentions import ABOUTS
from voxpop.entities.scene import Scene
from voxpop.entities.type_rules import TypeDecision
from voxpop.extract.extractors import extractor
from voxpop.lang import language
from voxpop.types import About, Product

TINY = 0.02  # a feature that speaks no louder for or against any type is not shipped


@dataclass(frozen=True, slots=True, kw_only=True)
class Labelled:
    """A review whose mentions have types."""

    id: str
    text: str
    lang: str
    product: Product
    spans: Sequence[tuple[int, int, About]]
    weight: float = 1.0  # less where the labels were guessed


@dataclass(slots=True)
class MentionCase:
    """A labelled review laid out, with the type of each of its candidates (None where no one labelled it)."""

    scene: Scene
    gold: list[int | None]
    weight: float
    dense: Floats  # what the candidates mean
    features: list[list[str]] = field(default_factory=list)  # of nouns
    options: list[list[AntecedentOption]] = field(default_factory=list)  # of pronouns


def lay_out(reviews: Sequence[Labelled], *, states: bool) -> list[MentionCase]:
    cases = []
    for lang in dict.fromkeys(review.lang for review in reviews):
        mine = [review for review in reviews if review.lang == lang]
        texts = [one.text for one in mine]
        heard = extractor(lang, "auto").extract(texts, language(lang).parse(texts), states=states)
        for review, one in zip(mine, heard, strict=True):
            scene = prepare_scene(review.text, one.sentences, lang=lang, product=review.product, terms=one.terms,
                          reading=one.reading)  # fmt: skip
            dense = meanings(scene, review_vectors(lang))
            cases.append(MentionCase(scene, _align(scene, review.spans), review.weight, dense))
    return cases


def _align(scene: Scene, spans: Sequence[tuple[int, int, About]]) -> list[int | None]:
    """The label of each candidate: of the same characters, or else of those that end where it does."""
    exact = {(start, end): ABOUTS.index(about) for start, end, about in spans}
    ending = {end: ABOUTS.index(about) for _, end, about in spans}
    return [exact.get((one.start, one.end), ending.get(one.end)) for one in scene.candidates]


def train(
    reviews: Sequence[Labelled], *, states: bool = True, recipe: MentionRecipe | None = None
) -> MentionClassifier:
    """A classifier for the language of the reviews, with the reader's states or by words alone."""
    recipe = recipe or MentionRecipe()
    lang = reviews[0].lang
    cases = lay_out(reviews, states=states)
    views = [_follow(case, None) for case in cases]
    for fold in range(recipe.folds):
        out = fit([view for i, view in enumerate(views[: len(cases)]) if i % recipe.folds != fold], lang, recipe)
        views += [_follow(case, out) for case in cases[fold :: recipe.folds]]
    return fit(views, lang, recipe)


def _follow(case: MentionCase, trained: MentionClassifier | None) -> MentionCase:
    """The case with the features along the decisions of a classifier, or along the labels where there is none yet."""
    view = replace(case, features=[[] for _ in case.gold], options=[[] for _ in case.gold])
    decide_types(case.scene, _Follow(view, trained))
    return view


class _Follow:
    """Notes the features along the decisions of a classifier, or along the labels where there is none yet."""

    def __init__(self, case: MentionCase, trained: MentionClassifier | None) -> None:
        self.case = case
        self.judge: TypeDecider = RuleDecider() if trained is None else ClassifierDecider(case.scene, trained)
        self.told = trained is None

    def noun(
        self, k: int, rule: TypeDecision, features: Features, trail: DecisionTrail, owner: About | None
    ) -> TypeDecision:
        self.case.features[k] = found = features()
        return self._told(k) or self.judge.noun(k, rule, lambda: found, trail, owner)

    def pronoun(
        self, k: int, rule: TypeDecision, link: int | None, options: Options
    ) -> tuple[TypeDecision, int | None]:
        self.case.options[k] = found = options()
        told = self._told(k)
        if told is None:
            return self.judge.pronoun(k, rule, link, lambda: found)
        return told, next((one.mention for one in found if one.about == told.about), None)

    def _told(self, k: int) -> TypeDecision | None:
        gold = self.case.gold[k]
        return TypeDecision(ABOUTS[gold], 1.0) if self.told and gold is not None else None


def fit(cases: Sequence[MentionCase], lang: str, recipe: MentionRecipe) -> MentionClassifier:
    """Weights for the features of the labelled candidates as they now are."""
    picked = [(case, k) for case in cases for k in _nouns(case)]
    rows = _frequent((case.features[k] for case, k in picked), recipe.rare)
    table = [[rows[feature] for feature in case.features[k] if feature in rows] for case, k in picked]
    gold = np.array([case.gold[k] for case, k in picked])
    dense = np.concatenate([case.dense[_nouns(case)] for case in cases])
    trust = np.array([case.weight for case, _ in picked])
    weights, nouns = classes(table, dense, gold, trust, len(rows), recipe)
    pairs, pronouns = _fit_pronouns(cases, recipe)
    return MentionClassifier(rows, weights, nouns, pairs, pronouns, review_vectors(lang))


def _fit_pronouns(cases: Sequence[MentionCase], recipe: MentionRecipe) -> tuple[dict[str, float], Floats]:
    """Weights of what speaks for an antecedent, from those pronouns that have one of the right type."""
    picked: list[tuple[MentionCase, int]] = []
    right: list[list[bool]] = []
    for case in cases:
        for k, found in enumerate(case.options):
            gold = case.gold[k]
            fits = [gold is not None and one.about == ABOUTS[gold] for one in found]
            if any(fits) and not all(fits):
                picked.append((case, k))
                right.append(fits)
    groups = [case.options[k] for case, k in picked]
    rows = _frequent((one.features for found in groups for one in found), recipe.rare)
    table = [[[rows[name] for name in one.features if name in rows] for one in found] for found in groups]
    abouts = [[INDEX[one.about] for one in found] for found in groups]
    dense = np.stack([case.dense[k] for case, k in picked])
    trust = np.array([case.weight for case, _ in picked], np.float32)
    weights, pronouns = ranks(table, abouts, right, dense, trust, len(rows), recipe)
    return dict(zip(rows, weights.tolist(), strict=True)), pronouns


def _frequent(lists: Iterable[Sequence[str]], rare: int) -> dict[str, int]:
    counts = Counter(feature for features in lists for feature in set(features))
    names = sorted(feature for feature, count in counts.items() if count >= rare)
    return {name: row for row, name in enumerate(names)}


def _nouns(case: MentionCase) -> list[int]:
    return [k for k, gold in enumerate(case.gold) if gold is not None and case.features[k]]


def light(model: MentionClassifier) -> MentionClassifier:
    """Without the features that weigh next to nothing, a sixth of all."""
    heavy = np.abs(model.weights).max(axis=1) >= TINY
    names = [name for name, kept in zip(model.rows, heavy.tolist(), strict=True) if kept]
    return replace(model, rows={name: row for row, name in enumerate(names)}, weights=model.weights[heavy])


def write(folder: Path, *, words: MentionClassifier, states: MentionClassifier, config: dict[str, object]) -> None:
    """The weights of both ways as an asset's files; the card is written by hand."""
    folder.mkdir(parents=True, exist_ok=True)
    arrays: dict[str, NDArray[Any]] = {}
    for way, model in (("words", light(words)), ("states", light(states))):
        values = {"weights": model.weights, "nouns": model.nouns, "pronouns": model.pronouns,
                  "pair_weights": np.array(list(model.pairs.values()))}  # fmt: skip
        arrays |= {f"{way}.{name}": value.astype(np.float16) for name, value in values.items()}
        arrays |= {
            f"{way}.{name}": _text(list(names)) for name, names in (("features", model.rows), ("pairs", model.pairs))
        }
    (folder / "weights.safetensors").write_bytes(serialise(arrays))
    (folder / "config.json").write_text(json.dumps(config, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


def _text(names: list[str]) -> NDArray[np.uint8]:
    return np.frombuffer(json.dumps(names, ensure_ascii=False).encode(), np.uint8)
