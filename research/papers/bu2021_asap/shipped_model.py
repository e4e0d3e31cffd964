"""The model that comes with voxpop in Bu et al.'s tables: its answers for the test reviews, computed now."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from research.papers.bu2021_asap.trained_runs import Study
from research.training.data import Corpus
from research.training.runs import Run
from research.training.scheme import NOT_MENTIONED
from research.training.scores import Prediction
from voxpop.errors import InputError
from voxpop.extract import opinion_model
from voxpop.extract.opinion_model import OpinionModel, TextScores
from voxpop.extract.predicted_stars import tempered

VOXPOP = "voxpop"
OURS = {VOXPOP: "voxpop"}
LABELLED = ("restaurant", "asap-zh", "asap")  # whose aspects are the fine categories of the model of their language
SIGNS = (-1, 0, 1)


def with_shipped_model(study: Study) -> Study:
    """Return the study with a run by the model of its language, where there is one."""
    lang = study.corpus.scheme.lang
    if not opinion_model.has_opinion_model(lang):
        return study
    config = {"system": VOXPOP, "data": study.corpus.name, "seed": 0, "encoder": {"name": f"reader-{lang}, int8"},
              "vectors": None, "machine": {"device": "CPU"}}  # fmt: skip
    answers = predictions(opinion_model.opinion_model(lang), study.corpus)
    return replace(study, runs=(*study.runs, Run(f"the weights reader-{lang}", config, {}, answers)))


def predictions(model: OpinionModel, corpus: Corpus) -> tuple[Prediction, ...]:
    """Return the labels of the aspects that the test reviews speak of, where the model has them, and the median star."""
    has_labels = corpus.name in LABELLED
    if has_labels and len(model.config.get("fine", ())) != len(corpus.scheme.aspects):
        raise InputError(f"The model in {model.home} has {len(model.config.get('fine', ()))} fine categories and cannot "
                         f"label the {len(corpus.scheme.aspects)} aspects of {corpus.name}.")  # fmt: skip
    found = []
    for example in corpus.test:
        scores = model.read(example.text)
        labels = predicted_labels(scores, example.labels) if has_labels else None
        found.append(Prediction(example.id, labels, median_star(tempered(scores.stars, model.config.get("stars", {})))))
    return tuple(found)


def predicted_labels(scores: TextScores, given: Sequence[int]) -> tuple[int, ...]:
    """Return the likeliest sign of each aspect that the review is known to speak of."""
    signs = scores.fine[:, 1:].argmax(1).tolist()
    return tuple(
        NOT_MENTIONED if label == NOT_MENTIONED else SIGNS[sign] for label, sign in zip(given, signs, strict=True)
    )


def median_star(chances: Sequence[float]) -> float:
    """Return the first star up to which half of the probability lies."""
    return float(np.searchsorted(np.cumsum(chances), 0.5 - 1e-9) + 1)
