"""Paper 002's questions in Chinese, where no gold summaries are to be had: sentences of zh-triplets stand in for them.

    python -m experiments.opinion.chinese --data DIR

A sentence whose opinions are all of one polarity is the reference. Right is another that shares an aspect term and
has the same polarity; wrong is one that shares none (experiment 1), or shares one and has the opposite polarity (3).
"""

from __future__ import annotations

import argparse
import lzma
from ast import literal_eval
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import NamedTuple

import numpy as np

from voxpop import datasets
from voxpop.metrics.base import SEED
from voxpop.metrics.opinion import opinion
from voxpop.metrics.rouge import rouge
from voxpop.metrics.table import Table


class Said(NamedTuple):
    """A sentence, the terms it names and what it feels about them all."""

    text: str
    terms: frozenset[str]
    polarity: str


class Triplet(NamedTuple):
    reference: str
    right: str
    wrong: str


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m experiments.opinion.chinese", description=__doc__.split("\n")[0])
    parser.add_argument("--data", type=Path)
    parser.add_argument("--split", default="test", choices=("dev", "test"))
    given = parser.parse_args()
    said = list(read(datasets.find("zh-triplets", given.data) / f"{given.split}.txt.xz"))
    rows = []
    for name, wrong in (("1: same aspect over another", other), ("3: same polarity over the opposite", opposite)):
        triplets = list(drawn(said, wrong, Random(SEED)))
        for measure, share, same in shares(triplets):
            rows.append((name, len(triplets), measure, share, same))
    caption = (
        f"Share of triplets ranked right by F1 in the {given.split} split of zh-triplets; a tie counts as a failure."
    )
    print(Table(("experiment", "triplets", "measure", "right", "same score"), tuple(rows), caption).markdown())


def read(path: Path) -> Iterator[Said]:
    """Sentences that name at least one term and feel one way."""
    with lzma.open(path, "rt", encoding="utf-8") as stream:
        for line in stream:
            words, _, labels = line.strip().partition("####")
            text = words.replace(" ", "")
            found = literal_eval(labels)
            terms = frozenset(text[first : last + 1] for (first, last), _, _ in found if first >= 0)
            polarities = {polarity for _, _, polarity in found}
            if terms and len(polarities) == 1 and polarities <= {"POS", "NEG"}:
                yield Said(text, terms, polarities.pop())


def other(reference: Said, one: Said) -> bool:
    return not reference.terms & one.terms and one.polarity == reference.polarity


def opposite(reference: Said, one: Said) -> bool:
    return bool(reference.terms & one.terms) and one.polarity != reference.polarity


def drawn(said: list[Said], wrong: Callable[[Said, Said], bool], random: Random) -> Iterator[Triplet]:
    """One triplet for each sentence that has candidates of both kinds."""
    for reference in said:
        rights = [one for one in said if one.text != reference.text and one.terms & reference.terms
                  and one.polarity == reference.polarity]  # fmt: skip
        wrongs = [one for one in said if wrong(reference, one)]
        if rights and wrongs:
            yield Triplet(reference.text, random.choice(rights).text, random.choice(wrongs).text)


def shares(triplets: list[Triplet]) -> Iterator[tuple[str, float, float]]:
    """How often the right one is ahead, and how often neither, by each measure."""
    gold = [triplet.reference for triplet in triplets] * 2
    pred = [*(triplet.right for triplet in triplets), *(triplet.wrong for triplet in triplets)]
    scores = {**opinion(gold, pred, lang="zh"), **rouge(gold, pred, lang="zh", variants=("1", "L"))}
    for name, score in scores.items():
        right, wrong = score.items[:, 2].reshape(2, -1)
        yield name, float((right > wrong + 1e-9).mean()), float(np.isclose(right, wrong, atol=1e-9).mean())


if __name__ == "__main__":
    main()
