"""Tay et al.'s questions in Chinese, where no gold summaries are to be had: sentences of zh-triplets stand in for them.

    python -m research.experiments.opinion.chinese --data DIR

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

from research import datasets
from research.experiments.opinion.triplets import Triplet, table
from voxpop.metrics.measure import SEED


class OpinionSentence(NamedTuple):
    """A sentence, the terms it names and what it feels about them all."""

    text: str
    terms: frozenset[str]
    polarity: str


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m research.experiments.opinion.chinese", description=__doc__.split("\n")[0]
    )
    parser.add_argument("--data", type=Path)
    parser.add_argument("--split", default="test", choices=("dev", "test"))
    given = parser.parse_args()
    said = list(read(datasets.find("zh-triplets", given.data) / f"{given.split}.txt.xz"))
    kinds = {"1: same aspect over another": other, "3: same polarity over the opposite": opposite}
    found = {name: list(drawn(said, wrong, Random(SEED))) for name, wrong in kinds.items()}
    print(table(found, lang="zh", caption=f"The {given.split} split of zh-triplets.").markdown())


def read(path: Path) -> Iterator[OpinionSentence]:
    """Sentences that name at least one term and feel one way."""
    with lzma.open(path, "rt", encoding="utf-8") as stream:
        for line in stream:
            words, _, labels = line.strip().partition("####")
            text = words.replace(" ", "")
            found = literal_eval(labels)
            terms = frozenset(text[first : last + 1] for (first, last), _, _ in found if first >= 0)
            polarities = {polarity for _, _, polarity in found}
            if terms and len(polarities) == 1 and polarities <= {"POS", "NEG"}:
                yield OpinionSentence(text, terms, polarities.pop())


def other(reference: OpinionSentence, one: OpinionSentence) -> bool:
    return not reference.terms & one.terms and one.polarity == reference.polarity


def opposite(reference: OpinionSentence, one: OpinionSentence) -> bool:
    return bool(reference.terms & one.terms) and one.polarity != reference.polarity


def drawn(
    said: list[OpinionSentence], wrong: Callable[[OpinionSentence, OpinionSentence], bool], random: Random
) -> Iterator[Triplet]:
    """One triplet for each sentence that has candidates of both kinds."""
    for reference in said:
        rights = [one for one in said if one.text != reference.text and one.terms & reference.terms
                  and one.polarity == reference.polarity]  # fmt: skip
        wrongs = [one for one in said if wrong(reference, one)]
        if rights and wrongs:
            yield Triplet(reference.text, random.choice(rights).text, random.choice(wrongs).text)


if __name__ == "__main__":
    main()
