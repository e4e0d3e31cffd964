"""Kobayashi and Malon (2022), section 3.2: how many reviews of one and of five stars have sentences of both polarities?"""

from __future__ import annotations

import csv
import io
import lzma
from pathlib import Path

import numpy as np

from research import datasets
from research.papers.kobayashi2022_coref import published as paper
from voxpop.metrics.score_table import Cell, Table
from voxpop.part_extraction import extract
from voxpop.settings import Settings
from voxpop.types import Extraction

CLEAR = 0.25  # how far from neutral a sentence must be
LONGEST = 2000  # characters; a long review has both for its length alone, and takes its time


def mixed_table(data: Path, *, seed: int, draws: int) -> Table:
    """Of ``draws`` reviews of each, drawn from yelp-10k."""
    rows: list[tuple[Cell, ...]] = []
    texts = yelp(data)
    for stars, printed in paper.MIXED.items():
        own = texts[str(stars)]
        chosen = np.random.default_rng(seed).permutation(len(own))[:draws]
        found = [mixed(heard) for heard in extract([own[i] for i in chosen], "en", Settings())]
        rows.append((stars, len(found), sum(found) / len(found), printed))
    caption = "Reviews of restaurants and shops (yelp-10k); the paper's are of electronics, read by another classifier."
    return Table(("stars", "reviews", "both polarities", "paper"), tuple(rows), caption)


def mixed(heard: Extraction) -> bool:
    """Has it sentences of both polarities?"""
    means = []
    for sentence in heard.sentences:
        inside = [one.judgement.polarity for one in heard.terms if sentence.start <= one.start < sentence.end]
        said = [polarity for polarity in inside if polarity is not None]
        means += [sum(said) / len(said)] if said else []
    return max(means, default=0.0) >= CLEAR and min(means, default=0.0) <= -CLEAR


def yelp(data: Path) -> dict[str, list[str]]:
    """Texts by stars."""
    found: dict[str, list[str]] = {}
    with lzma.open(datasets.find("yelp-10k", data) / "yelp.csv.xz") as stream:
        for row in csv.DictReader(io.TextIOWrapper(stream, encoding="utf-8", newline="")):
            if len(row["text"]) <= LONGEST:
                found.setdefault(row["stars"], []).append(row["text"])
    return found
