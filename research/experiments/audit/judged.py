"""The stars that a person who did not see the given ones would have given: ``judgements.tsv``, made with ``draw``."""

from __future__ import annotations

import csv
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from research.experiments.audit.sets import StarredReview

FILE = Path(__file__).parent / "judgements.tsv"


class Judgement(NamedTuple):
    weight: float  # how many reviews of its set and split it stands for; 0: read later, because a model listed it
    deserved: int  # stars; 0: the text says nothing
    reasons: tuple[str, ...]  # of a mismatch, all that would do

    def mismatch(self, one: StarredReview) -> bool:
        """Whether the stars given are two or more away; a text that says nothing contradicts no stars."""
        low, high = one.given
        return self.deserved > 0 and (self.deserved <= low - 2 or self.deserved >= high + 2)


def judgements(entries: Sequence[StarredReview]) -> dict[int, Judgement]:
    """By the place of the review among the entries."""
    with FILE.open(encoding="utf-8", newline="") as lines:
        rows = {row["review"]: row for row in csv.DictReader(lines, delimiter="\t")}
    known = ((i, rows[one.review.id]) for i, one in enumerate(entries) if one.review.id in rows)
    return {i: judgement(row) for i, row in known}


def judgement(row: Mapping[str, str]) -> Judgement:
    return Judgement(float(row["weight"]), int(row["deserved"]), tuple(filter(None, row["reasons"].split("; "))))
