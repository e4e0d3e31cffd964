"""lara-hotels with every hotel tested once: the runs of all folds, read as one of each system and seed."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from research.papers.base import DATA
from research.papers.bu2021_asap.trained_runs import Key, Study, key
from research.training import runs
from research.training.corpora import HOTEL_FOLDS, fold_name
from research.training.data import Corpus
from research.training.runs import Run

SHIPPED = DATA / "lara_folds.jsonl.xz"
TITLE = "lara-hotels, every hotel tested once"
NAMES = tuple(map(fold_name, range(HOTEL_FOLDS)))


def every_hotel(corpus: Corpus, folder: Path) -> Study:
    """Tested are all reviews but those of the dev set, by systems that had learnt from other hotels."""
    whole = replace(corpus, name=TITLE, train=(), test=(*corpus.train, *corpus.test))
    return Study(TITLE, whole, tuple(together(found(folder)).values()))


def found(folder: Path) -> dict[Key, Run]:
    """Shipped runs of folds, and the user's own, which go before them."""
    places = [place for place in (SHIPPED, folder) if place.exists()]
    return {key(run): run for place in places for run in runs.find(place) if run.data in NAMES}


def together(found: dict[Key, Run]) -> dict[Key, Run]:
    """One run of each system and seed whose folds are all there."""
    parts: dict[Key, list[Run]] = {}
    for (_, system, began, seed), run in found.items():
        parts.setdefault((TITLE, system, began, seed), []).append(run)
    return {key: replace(folds[0], predictions=tuple(said for fold in folds for said in fold.predictions))
            for key, folds in parts.items() if len(folds) == HOTEL_FOLDS}  # fmt: skip
