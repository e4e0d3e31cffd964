"""A reference with a right and a wrong candidate, and how often each measure puts the right one first."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from voxpop.metrics.opinion import opinion
from voxpop.metrics.rouge import rouge
from voxpop.metrics.score_table import Cell, Table

COLUMNS = ("experiment", "triplets", "measure", "right", "same score")


class Triplet(NamedTuple):
    reference: str
    right: str
    wrong: str


def table(found: Mapping[str, Sequence[Triplet]], *, lang: str, caption: str) -> Table:
    rows: list[tuple[Cell, ...]] = [
        (name, len(triplets), *row) for name, triplets in found.items() for row in shares(triplets, lang=lang)
    ]
    return Table(COLUMNS, tuple(rows), f"{caption} Share ranked right by F1; a tie counts as a failure.")


def shares(triplets: Sequence[Triplet], *, lang: str) -> Iterator[tuple[str, float, float]]:
    """How often the right one is ahead, and how often neither, by each measure."""
    gold = [triplet.reference for triplet in triplets] * 2
    pred = [*(triplet.right for triplet in triplets), *(triplet.wrong for triplet in triplets)]
    words = rouge(gold, pred, lang=lang, stem=lang == "en", variants=("1", "L"))
    for name, score in {**opinion(gold, pred, lang=lang), **words}.items():
        right, wrong = score.items[:, 2].reshape(2, -1)
        yield name, float((right > wrong + 1e-9).mean()), float(np.isclose(right, wrong, atol=1e-9).mean())
