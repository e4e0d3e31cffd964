"""Which categories are hard: accuracy of each, for the systems worth comparing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from research.papers.base import Figure
from research.papers.bu2021_asap import published as paper
from research.papers.bu2021_asap.shipped_model import OURS, VOXPOP
from research.papers.bu2021_asap.trained_runs import Study
from research.papers.plots import bar_plots
from research.training.data import Corpus
from research.training.runs import Run
from research.training.scheme import NOT_MENTIONED
from voxpop.metrics.score_table import Table

SHOWN = ("textcnn", "joint-no-rp", "joint", VOXPOP)


def category_figures(studies: Mapping[str, Study]) -> dict[str, Figure]:
    """One drawing a data set, where at least one of the systems has labelled it."""
    figures = {}
    for study in studies.values():
        found = {name: accuracies(runs, study.corpus) for name, runs in labelled(study).items()}
        bars = {aspect: {name: each[aspect] for name, each in found.items() if aspect in each}
                for aspect in study.corpus.scheme.aspects}  # fmt: skip
        if found:
            caption = "Accuracy of each category's polarity, the category given, mean over seeds."
            svg = bar_plots({study.title: bars}, title=f"{study.title}: {caption}")
            figures[f"Categories, {study.title}"] = Figure(caption, svg, {"accuracy": bars})
    return figures


def category_table(figure: Figure) -> Table:
    """The numbers of a drawing, a row for each system."""
    bars: Mapping[str, Mapping[str, float]] = figure.data["accuracy"]
    systems = dict.fromkeys(name for each in bars.values() for name in each)
    rows = tuple((name, *(each.get(name) for each in bars.values())) for name in systems)
    return Table(("model", *bars), rows, figure.caption)


def labelled(study: Study) -> dict[str, list[Run]]:
    """Runs by the name in the legend, an entry for each encoder where there are several."""
    found: dict[str, list[Run]] = {}
    for system in SHOWN:
        variants = study.variants(system)
        for began, runs in variants.items():
            if any(said.labels is not None for said in runs[0].predictions):
                title = paper.TITLES.get(system) or OURS[system]
                found[f"{title}, {began}" if len(variants) > 1 else title] = runs
    return found


def accuracies(runs: Sequence[Run], corpus: Corpus) -> dict[str, float]:
    """Of each aspect that the test set mentions."""
    gold = np.array([example.labels for example in corpus.test])
    said = np.array([[prediction.labels for prediction in run.matched(corpus.test)] for run in runs], dtype=np.int64)
    asked = gold != NOT_MENTIONED
    right = (said == gold).mean(axis=0)
    return {aspect: float(right[asked[:, i], i].mean()) for i, aspect in enumerate(corpus.scheme.aspects)
            if asked[:, i].any()}  # fmt: skip
