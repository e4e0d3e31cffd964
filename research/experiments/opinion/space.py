"""Tay et al.'s first two questions on summaries that opinion-score was not shaped on: SPACE's, by hotel and aspect.

    python -m research.experiments.opinion.space --data DIR

A reference is what one writer says of an aspect of a hotel. In experiment 1 right is what another writer says of it,
wrong what is said of another aspect of the same hotel. In experiment 2 right is the other writer's summary with words
exchanged for synonyms, wrong the same with antonyms (those of ``python -m research.papers rouge``). Nothing is masked in 1.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import NamedTuple

from research import datasets
from research.experiments.opinion.triplets import Triplet, table
from research.papers.tay2019_rouge.swaps import Swapper, scored_senses, tokens_of
from voxpop.metrics.measure import SEED

ASPECTS = ("building", "cleanliness", "food", "location", "rooms", "service")


class AspectSummary(NamedTuple):
    hotel: str
    aspect: str
    text: str


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m research.experiments.opinion.space", description=__doc__.split("\n")[0]
    )
    parser.add_argument("--data", type=Path)
    data = datasets.folder(parser.parse_args().data)
    summaries = read(data / "space" / "gold")
    pairs = list(mates(summaries, Random(SEED)))
    found = {
        "1: same aspect over another": list(by_aspect(summaries, pairs, Random(SEED))),
        "2: synonyms over antonyms": list(by_swap(pairs, Swapper(scored_senses(data)))),
    }
    print(table(found, lang="en", caption="SPACE's summaries.").markdown())


def read(folder: Path) -> list[AspectSummary]:
    """Texts by aspect and hotel; sentences in a file have tabs between them."""
    return [AspectSummary(path.name.split("_")[0], aspect, " ".join(path.read_text(encoding="utf-8").split()))
            for aspect in ASPECTS for path in sorted((folder / aspect).glob("*.txt"))]  # fmt: skip


def mates(summaries: Sequence[AspectSummary], random: Random) -> Iterator[tuple[AspectSummary, AspectSummary]]:
    """Each summary with one by another writer of the same thing."""
    for one in summaries:
        others = [other for other in summaries if other[:2] == one[:2] and other.text != one.text]
        if others:
            yield one, random.choice(others)


def by_aspect(
    summaries: Sequence[AspectSummary], pairs: Sequence[tuple[AspectSummary, AspectSummary]], random: Random
) -> Iterator[Triplet]:
    for reference, right in pairs:
        wrongs = [one for one in summaries if one.hotel == reference.hotel and one.aspect != reference.aspect]
        yield Triplet(reference.text, right.text, random.choice(wrongs).text)


def by_swap(pairs: Sequence[tuple[AspectSummary, AspectSummary]], swapper: Swapper) -> Iterator[Triplet]:
    """Where there is a word to exchange."""
    parsed = tokens_of([other.text for _, other in pairs])
    for (reference, other), tokens in zip(pairs, parsed, strict=True):
        versions = swapper.versions(other.text, tokens, "")
        if versions.replaced:
            yield Triplet(reference.text, versions.synonym, versions.antonym)


if __name__ == "__main__":
    main()
