"""Comparisons on COQE: does a sentence compare, and in which direction, by the shipped model.

``python -m research.experiments.mentions.coqe --data DIR --split dev`` (or test, once) prints F1 and accuracy by domain beside
those published for BERT. The direction is asked of the sentences that compare and whose comparisons share one.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from research import datasets
from research.experiments.mentions.coqe_sentences import DOMAINS, Line, read
from voxpop.entities.names import names_in_texts
from voxpop.extract.extractors import extractor
from voxpop.lang import language
from voxpop.types import Preference, Product

PUBLISHED = {"camera": 0.93, "car": 0.97, "ele": 0.98}
GOLD = {-1: "worse", 0: "equal", 1: "better", 2: "different"}
BATCH = 256


class ComparisonAnswer(NamedTuple):
    """Whether a text compares, and how."""

    compares: bool
    preference: Preference | None


def answers(lines: Sequence[Line]) -> Iterator[ComparisonAnswer]:
    """Yield what the model says of each sentence of one language; nobody says which product is under review."""
    lang = lines[0].lang
    for first in range(0, len(lines), BATCH):
        texts = [line.text for line in lines[first : first + BATCH]]
        parsed = language(lang).parse(texts)
        names = names_in_texts(texts, parsed, lang=lang, products=[Product()] * len(texts))
        for extraction in extractor(lang).extract(texts, parsed, names):
            found = extraction.comparisons
            yield ComparisonAnswer(bool(found), found[0].preference if found else None)


def f1(lines: Sequence[Line], found: Sequence[ComparisonAnswer]) -> float:
    both = sum(line.comparative and answer.compares for line, answer in zip(lines, found, strict=True))
    return 2 * both / (sum(line.comparative for line in lines) + sum(answer.compares for answer in found))


def accuracy(lines: Sequence[Line], found: Sequence[ComparisonAnswer]) -> float:
    """What the authors of the set count."""
    return sum(line.comparative == answer.compares for line, answer in zip(lines, found, strict=True)) / len(lines)


def direction(lines: Sequence[Line], found: Sequence[ComparisonAnswer]) -> tuple[float, int]:
    """The share of right directions among comparative sentences; those that were not seen as such count as wrong."""
    asked = [(line, answer) for line, answer in zip(lines, found, strict=True) if line.preference is not None]
    right = sum(answer.compares and answer.preference == GOLD[line.preference or 0] for line, answer in asked)
    return right / len(asked), len(asked)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path)
    parser.add_argument("--split", default="dev", choices=("dev", "test"))
    given = parser.parse_args()
    everything = [line for line in read(datasets.folder(given.data)) if line.split == given.split]
    print(f"{'':8} {'sentences':>9} {'published':>9} {'compares, F1':>12} {'accuracy':>8} {'direction':>9}")
    for domain in DOMAINS:
        lines = [line for line in everything if line.source == f"coqe-{domain}"]
        found = list(answers(lines))
        right, asked = direction(lines, found)
        print(f"{domain:8} {len(lines):9} {PUBLISHED[domain]:9.0%} {f1(lines, found):12.1%} "
              f"{accuracy(lines, found):8.1%} {right:9.1%} of {asked}")  # fmt: skip


if __name__ == "__main__":
    main()
