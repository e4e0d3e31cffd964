"""Comparisons on COQE: does a sentence compare, and in which direction; by rules, and by the branch where there is one.

``python -m research.experiments.mentions.coqe --data DIR --split dev`` (or test, once) prints F1 and accuracy by domain beside
those published for BERT. The direction is asked of the sentences that compare and whose comparisons share one.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from research import datasets
from research.experiments.mentions.coqe_sentences import DOMAINS, Line, read
from voxpop.entities.comparison_cues import match_cues, possible_cues
from voxpop.entities.comparisons import PREFERENCES, SURE, BranchComparisons, find_comparisons, is_clear
from voxpop.entities.mention_resolution import resolve_mentions
from voxpop.entities.names import find_names
from voxpop.entities.resolve import has_scorer, score_review
from voxpop.extract.extractors import extractor
from voxpop.lang import language
from voxpop.types import Extraction, Product, Sentence

PUBLISHED = {"camera": 0.93, "car": 0.97, "ele": 0.98}
GOLD = {-1: "worse", 0: "equal", 1: "better", 2: "different"}
BATCH = 256


class ComparisonAnswer(NamedTuple):
    """Whether a text compares, and how."""

    compares: bool
    preference: str | None


Judge = Callable[[str, Extraction, str], ComparisonAnswer]


def by_rules(text: str, heard: Extraction, lang: str) -> ComparisonAnswer:
    discourse = resolve_mentions(text, heard.sentences, lang=lang, product=Product())
    found = list(find_comparisons(text, heard, discourse, lang=lang))
    return ComparisonAnswer(bool(found), found[0].preference if found else None)


def by_branch(text: str, heard: Extraction, lang: str) -> ComparisonAnswer:
    """The text as one sentence, as it was annotated."""
    scores = score_review(text, heard, find_names(text, heard.sentences, lang=lang, product=None), lang=lang)
    if scores is None or heard.reading is None:
        return ComparisonAnswer(False, None)
    seen = BranchComparisons(text, heard.reading, scores, lang=lang)
    whole = Sentence(0, len(text), ())
    found = [hit for sentence in heard.sentences for hit in match_cues(text, sentence, possible_cues(text, lang))]
    chances = scores.preference(seen.pieces(whole), cued=is_clear(found))
    return ComparisonAnswer(seen.chance(whole, found) >= SURE, PREFERENCES[int(chances.argmax())])


def answers(lines: Sequence[Line], judge: Judge, *, engine: str) -> Iterator[ComparisonAnswer]:
    lang = lines[0].lang
    for first in range(0, len(lines), BATCH):
        texts = [line.text for line in lines[first : first + BATCH]]
        heard = extractor(lang, engine).extract(texts, language(lang).parse(texts), states=engine == "reader")
        yield from (judge(text, one, lang) for text, one in zip(texts, heard, strict=True))


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
    print(f"{'':8} {'sentences':>9} {'published':>9} {'':8} {'compares, F1':>12} {'accuracy':>8} {'direction':>9}")
    for domain, lang in DOMAINS.items():
        lines = [line for line in everything if line.source == f"coqe-{domain}"]
        ways: list[tuple[str, str, Judge]] = [("rules", "lexicon", by_rules)]
        if has_scorer(lang):
            ways.append(("branch", "reader", by_branch))
        for name, engine, judge in ways:
            found = list(answers(lines, judge, engine=engine))
            right, asked = direction(lines, found)
            print(f"{domain:8} {len(lines):9} {PUBLISHED[domain]:9.0%} {name:8} {f1(lines, found):12.1%} "
                  f"{accuracy(lines, found):8.1%} {right:9.1%} of {asked}")  # fmt: skip


if __name__ == "__main__":
    main()
