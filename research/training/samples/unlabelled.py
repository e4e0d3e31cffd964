"""Review texts without labels, for masked-language training and distillation: never one of dev or test."""

from __future__ import annotations

import csv
import json
import random
import re
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from research.training.corpora import opened
from research.training.samples.chinese import tidy
from research.training.samples.leakage import bare, overlapping
from research.training.samples.sample import Sample

ENGLISH_BYTES = 35_000_000
LONGEST = 1000
END = re.compile(r"[。！？!?\n]+|[.]\s")
GROUPS = ("fewsum/amazon_train.csv", "fewsum/amazon_val.csv", "fewsum/amazon_test.csv", "fewsum/yelp_train.csv",
          "fewsum/yelp_val.csv", "fewsum/yelp_test.csv", "copycat/all.csv")  # fmt: skip
REVIEWS = tuple(f"rev{number}" for number in range(1, 9))


def unlabelled(lang: str, data: Path, samples: Sequence[Sample]) -> list[str]:
    """Training texts and more of their kind, each once, in pieces of at most 1,000 characters if Chinese."""
    train = [sample.text for sample in samples if sample.split == "train"]
    held = [sample.text for sample in samples if sample.split != "train"]
    more = list((english_texts if lang == "en" else chinese_texts)(data))
    gone = overlapping(more, held)
    texts = once([*train, *(text for at, text in enumerate(more) if at not in gone)])
    return capped(texts) if lang == "en" else [piece for text in texts for piece in pieces(text)]


def once(texts: Iterable[str]) -> list[str]:
    return list({key: text for text in texts if (key := bare(text))}.values())


def capped(texts: Sequence[str], size: int = ENGLISH_BYTES) -> list[str]:
    """A seeded choice of at most so many bytes."""
    order = list(range(len(texts)))
    random.Random(1).shuffle(order)
    kept, room = [], size
    for at in order:
        room -= len(texts[at].encode())
        if room >= 0:
            kept.append(at)
    return [texts[at] for at in sorted(kept)]


def pieces(text: str, longest: int = LONGEST) -> Iterator[str]:
    """A long text cut at sentence ends; a sentence that is itself too long is cut where it must be."""
    while len(text) > longest:
        ends = [found.end() for found in END.finditer(text, 0, longest)]
        cut = ends[-1] if ends else longest
        yield text[:cut]
        text = text[cut:]
    if text.strip():
        yield text


def english_texts(data: Path) -> Iterator[str]:
    for name in GROUPS:
        with opened(data / name) as rows:
            for row in csv.DictReader(rows, delimiter="\t", quoting=csv.QUOTE_NONE):
                yield from (row[name].strip() for name in REVIEWS if row[name])
    for number in (1, 2):  # a sentence stands behind its aspects and ##
        lines = _lines(data / "hu-liu" / f"product_reviews_{number}.zip", ".txt")
        yield from (line.rpartition("##")[2].strip() for line in lines if "##" in line)
    yield from (line.strip() for line in _lines(data / "opinosis" / "OpinosisDataset1.0_0.zip", ".txt.data"))


def _lines(path: Path, ending: str) -> Iterator[str]:
    """Lines of an archive's files, most of them in the encoding of Windows."""
    with zipfile.ZipFile(path) as archive:
        for name in sorted(archive.namelist()):
            if name.endswith(ending) and not name.endswith("README.txt"):
                yield from archive.read(name).decode("cp1252", errors="replace").splitlines()


def chinese_texts(data: Path) -> Iterator[str]:
    for name in ("zh-reviews/reviews.jsonl", "aichallenger-zh/unlabelled.jsonl"):
        with opened(data / name) as lines:
            yield from (tidy(json.loads(line)["text"]) for line in lines)
