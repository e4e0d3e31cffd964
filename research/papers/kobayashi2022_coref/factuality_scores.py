"""The checkers that are compared: SummaC-ZS over our entailment model, ROUGE, and ours, each with a score per item."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from research.factuality.summac import SummaC, units
from research.papers.kobayashi2022_coref.factuality_sets import CheckedItem, by_language, paired
from voxpop.check.entailment import Entailer, entailer
from voxpop.check.pair_scores import Floats, pair_score
from voxpop.metrics.measure import harmonic
from voxpop.metrics.rouge import Rouge, rouge

OURS, SENTENCE, DOCUMENT, ROUGE = "voxpop", "SummaC-ZS, sentence", "SummaC-ZS, document", "ROUGE-L"
Scorer = Callable[[Sequence[CheckedItem], str, Entailer | None], Floats]


class Remembered:
    """A model that is asked about each pair once, whoever asks."""

    def __init__(self, model: Entailer) -> None:
        self.name, self._model = model.name, model
        self._known: dict[tuple[str, str], Floats] = {}

    def judge(self, pairs: Sequence[tuple[str, str]]) -> Floats:
        new = [pair for pair in dict.fromkeys(pairs) if pair not in self._known]
        self._known.update(zip(new, np.asarray(self._model.judge(new), np.float64), strict=True))
        return np.array([self._known[pair] for pair in pairs]).reshape(-1, 3)


@dataclass(frozen=True)
class Checker:
    name: str
    score: Scorer
    needs_model: bool = False


def _ours(items: Sequence[CheckedItem], lang: str, model: Entailer | None) -> Floats:
    return np.array([pair_score(source, claim) for source, claim in paired(items)])


def _summac(granularity: str) -> Scorer:
    def score(items: Sequence[CheckedItem], lang: str, model: Entailer | None) -> Floats:
        assert model is not None
        measure = SummaC(model, granularity)  # type: ignore[arg-type]
        return measure.scores([(one.source, one.claim) for one in items])

    return score


def _rouge(items: Sequence[CheckedItem], lang: str, model: Entailer | None) -> Floats:
    """ROUGE-L F1 with the sentence of the source that is nearest by it."""
    sources = [units(one.source, "sentence", lang) or [one.source] for one in items]
    found = rouge(sources, [one.claim for one in items], variants=("L",), lang=lang)["rougeL"]
    matched, predicted, gold = found.items[:, 0], found.items[:, 1], found.items[:, 2]
    return harmonic(matched / np.maximum(predicted, 1), matched / np.maximum(gold, 1))


SYSTEMS = (
    Checker(OURS, _ours),
    Checker(SENTENCE, _summac("sentence"), needs_model=True),
    Checker(DOCUMENT, _summac("document"), needs_model=True),
    Checker(ROUGE, _rouge),
)


def scores(items: Sequence[CheckedItem]) -> dict[str, Floats]:
    """Every system's score of each item; a system that lacks a model for one of the languages is left out."""
    places = by_language(items)
    models = {lang: Remembered(model) if (model := entailer(lang)) else None for lang in places}
    found: dict[str, Floats] = {}
    for system in SYSTEMS:
        if system.needs_model and None in models.values():
            continue
        values = np.zeros(len(items))
        for lang, own in places.items():
            values[own] = system.score([items[at] for at in own], lang, models[lang])
        found[system.name] = values
    return found


def signatures(langs: Sequence[str]) -> dict[str, str]:
    found = {"ROUGE": Rouge(variants=("L",)).signature("L", several=True)}
    for lang in langs:
        if model := entailer(lang):
            found[f"SummaC-ZS, {lang}"] = SummaC(model).signature
    return found
