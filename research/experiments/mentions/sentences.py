"""Sentences without labels for the teachers of comparisons, half of them with a word that may compare:
``python -m research.experiments.mentions.sentences --data DIR --samples DIR --out DIR`` writes sentences-en and sentences-zh.

English ones come from the texts that the reader learnt to write from (``research.training.reader.samples``), Chinese ones
from zh-reviews and AI-Challenger's unlabelled reviews. None is in COQE's dev or test sets.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any

from research.training.branch.comparisons import read
from research.training.reader.leakage import overlapping
from research.training.reader.samples import write_lines
from research.training.reader.trim import texts
from research.training.reader.unlabelled import chinese_texts, once
from voxpop.entities.comparison_cues import has_cue
from voxpop.entities.names import find_names
from voxpop.lang import language

END = {"en": re.compile(r"(?<=[.!?])\s+|\n+"), "zh": re.compile(r"(?<=[。！？!?；])|\n+")}
LENGTH = {"en": (25, 300), "zh": (8, 120)}  # characters
CUED, PLAIN = 18_000, 14_000
BATCH = 512


def sentences(reviews: Sequence[str], lang: str) -> list[str]:
    """Each once, in any order, neither too short nor too long."""
    shortest, longest = LENGTH[lang]
    reviews = list(reviews)
    Random(0).shuffle(reviews)
    parts = (part.strip() for review in reviews for part in END[lang].split(review))
    found = once(part for part in parts if shortest <= len(part) <= longest)
    Random(1).shuffle(found)
    return found


def chosen(found: Sequence[str], held: Sequence[str], lang: str) -> list[str]:
    """Those with a cue first, without what is held out."""
    may = [one for one in found if has_cue(one, lang=lang, faint=True)]
    rest = [one for one in found if not has_cue(one, lang=lang, faint=True)]
    some = may[:CUED] + rest[:PLAIN]
    gone = overlapping(some, held)
    return [one for at, one in enumerate(some) if at not in gone]


def rows(found: Sequence[str], lang: str) -> Iterator[dict[str, Any]]:
    for first in range(0, len(found), BATCH):
        part = found[first : first + BATCH]
        for at, (text, parsed) in enumerate(zip(part, language(lang).parse(part), strict=True), start=first):
            names = [[*name[:3]] for name in find_names(text, parsed, lang=lang, product=None)]
            yield {"id": f"u-{lang}-{at}", "text": text, "lang": lang, "split": "train", "source": "unlabelled",
                   "product": None, "names": names}  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="folder of data sets")
    parser.add_argument("--samples", type=Path, required=True, help="where unlabelled-en.jsonl.xz is")
    parser.add_argument("--out", type=Path, required=True)
    given = parser.parse_args()
    lines = list(read(given.data))
    reviews = {
        "en": list(texts([given.samples / "unlabelled-en.jsonl.xz"])),
        "zh": once(chinese_texts(given.data)),
    }
    for lang, mine in reviews.items():
        held = [line.text for line in lines if line.lang == lang and line.split != "train"]
        found = chosen(sentences(mine, lang), held, lang)
        write_lines(rows(found, lang), given.out / f"sentences-{lang}.jsonl.xz")
        print(f"{lang}: {len(found)} sentences of {len(mine)} texts")


if __name__ == "__main__":
    main()
