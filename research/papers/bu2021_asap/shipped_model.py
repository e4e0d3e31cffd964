"""Our reader in Bu et al.'s tables: seeds from the recorded runs, and predictions of the shipped weights made now."""

from __future__ import annotations

from dataclasses import replace

from research.papers.bu2021_asap.trained_runs import Study
from research.training.reader.predict import SETS, predictions
from research.training.runs import Run

READER = "reader"  # the name of its runs, one a seed
LIVE = "reader-shipped"
OURS = {READER: "voxpop reader", LIVE: "voxpop reader, shipped"}


def with_reader(study: Study) -> Study:
    """The study and, where the weights are here and know its aspects, a run by them."""
    from voxpop.extract import reader  # takes a moment, and most commands have no use for it

    lang = study.corpus.scheme.lang
    if study.corpus.name not in SETS or not reader.has_reader(lang):
        return study
    config = {"system": LIVE, "data": study.corpus.name, "seed": 0, "encoder": {"name": f"reader-{lang}, int8"},
              "vectors": None, "machine": {"device": "CPU"}}  # fmt: skip
    run = Run(f"the weights reader-{lang}", config, {}, predictions(reader.reader(lang), study.corpus))
    return replace(study, runs=(*study.runs, run))
