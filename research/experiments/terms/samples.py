"""What the branches for aspect terms learn from, beside the data sets: reviews that were written and marked for them
(``train``), sentences of other sets that were marked (``annotated``), and texts for their teachers to speak of.

``python -m research.experiments.terms.samples --data DIR --samples DIR --out DIR`` writes written-en, written-zh, annotated-en,
texts-en and texts-zh; the folder of samples has what ``research.training.reader.samples`` wrote. In ``train`` a review is a
line, and ``[saddle|-]`` a term that is blamed (``+`` praised, ``=`` neither); every eighth is kept for dev.
"""

from __future__ import annotations

import argparse
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random

from research.experiments.terms.annotated import annotated, hu_liu
from research.training.reader.leakage import bare
from research.training.reader.samples import Sample, read_lines, read_samples, to_json, write_lines
from research.training.reader.unlabelled import pieces
from voxpop.errors import InputError

HOME = Path(__file__).parent / "train"
MARK = re.compile(r"\[([^\[\]|]+)\|([+=-])\]")
SIGNS = {"+": 1, "=": 0, "-": -1}
DEV = 8  # one in so many
LONGEST = {"en": 320, "zh": 120}  # characters of a text without labels
SHORTEST = 6
NUMBER = 40_000
MOST = 5_000  # of one set, such as 24,000 reviews of hotels
DEVICES = 20, 300  # characters of a sentence about a device


def written(lang: str, folder: Path = HOME) -> Iterator[Sample]:
    """The reviews of all files of a language."""
    for path in sorted(folder.glob(f"{lang}-*.txt")):
        lines = [line.strip() for line in path.read_text("utf-8").splitlines() if line.strip()]
        for number, line in enumerate(lines):
            text, terms = unmarked(line)
            if set("[]|") & set(text):
                raise InputError(f"{path.name}, review {number + 1}: a bracket is open or empty: {line}")
            split = "dev" if number % DEV == DEV - 1 else "train"
            yield Sample(f"{path.stem}-{number}", text, f"written-{lang}", split, terms=terms)


def unmarked(line: str) -> tuple[str, tuple[tuple[int, int, int | None], ...]]:
    """A review without its marks, and where its terms stand."""
    text, terms, last = "", [], 0
    for found in MARK.finditer(line):
        text += line[last : found.start()]
        terms.append((len(text), len(text) + len(found[1]), SIGNS[found[2]]))
        text, last = text + found[1], found.end()
    return text + line[last:], tuple(terms)


def unlabelled(path: Path, samples: Sequence[Sample], lang: str) -> list[str]:
    """A draw of short runs of sentences, one a text: none that a data set marks, and not too many of one set."""
    sources = {bare(sample.text): "" if sample.terms is not None else sample.source for sample in samples}
    dice, drawn = Random(0), Counter[str | None]()
    every: list[str] = [row["text"] for _, row in read_lines(path)]
    dice.shuffle(every)
    found = []
    for text in every:
        source = sources.get(bare(text))
        drawn[source] += 1
        run = dice.choice(list(pieces(text, LONGEST[lang]))).strip()
        if source != "" and (source is None or drawn[source] <= MOST) and len(run) >= SHORTEST:
            found.append(run)
    return found[:NUMBER]


def devices(data: Path | None, marked: Sequence[Sample]) -> list[str]:
    """Sentences of Hu and Liu's products that nobody marked."""
    known = {bare(one.text) for one in marked}
    shortest, longest = DEVICES
    return [text for text in hu_liu(data) if shortest <= len(text) <= longest and bare(text) not in known]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, help="folder of the data sets")
    parser.add_argument("--samples", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    given = parser.parse_args()
    for lang in ("en", "zh"):
        mine = list(written(lang))
        write_lines(map(to_json, mine), given.out / f"written-{lang}.jsonl.xz")
        known = read_samples(given.samples / f"{lang}.jsonl.xz")
        found = unlabelled(given.samples / f"unlabelled-{lang}.jsonl.xz", known, lang)
        if lang == "en":
            marked = annotated(known, given.data)
            found += devices(given.data, marked)
            write_lines(map(to_json, marked), given.out / "annotated-en.jsonl.xz")
            mine += marked
        write_lines(({"text": text} for text in found), given.out / f"texts-{lang}.jsonl.xz")
        terms = sum(len(one.terms or ()) for one in mine)
        print(f"{lang}: {len(mine)} reviews and sentences with {terms} terms, {len(found)} texts")


if __name__ == "__main__":
    main()
