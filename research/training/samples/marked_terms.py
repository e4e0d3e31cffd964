"""Sentences whose terms were marked as SemEval-14's annotators would have: by reference, for these texts are not ours.

``research/data/terms-en.tsv.xz`` has a line for each sentence: its set, the beginning of its checksum, and where its terms
stand, in characters. Language models read 240 sentences of SemEval-14's training part with their terms, then marked these.
"""

from __future__ import annotations

import hashlib
import lzma
import re
from collections.abc import Iterator
from pathlib import Path

from research.papers.pavlopoulos2014_ate.sets import hu_liu
from research.training.samples.english import yelp
from research.training.samples.sample import Sample, Span
from research.training.samples.semeval import laptops16
from research.training.samples.tokenised import memd
from voxpop.errors import InputError

FILE = Path(__file__).parents[2] / "data/terms-en.tsv.xz"
SENTENCE = re.compile(r"(?<=[.!?])\s+|\n+")


def marked_terms(data: Path, path: Path = FILE) -> list[Sample]:
    """Return the marked sentences whose texts are in the data sets, each once; their terms have no polarity."""
    left, found = read_marks(path), []
    for source, text in sentences_of(data):
        key = hashlib.sha256(text.encode("utf-8")).hexdigest()[:12]
        if (spans := left.pop((source, key), None)) is not None:
            terms = tuple((start, end, None) for start, end in spans)
            found.append(Sample(f"{source}-{key}", text, f"marked-{source}", "train", terms=terms))
    return found


def read_marks(path: Path = FILE) -> dict[tuple[str, str], tuple[Span, ...]]:
    """Return where the terms stand, by set and checksum."""
    found = {}
    with lzma.open(path, "rt", encoding="utf-8") as lines:
        for number, line in enumerate(lines, start=1):
            try:
                source, key, places = line.rstrip("\n").split("\t")
                spans = tuple((int(start), int(end)) for start, end in (place.split("-") for place in places.split()))
            except ValueError:
                raise InputError(f"{path.name}, line {number}: expected are a set, a checksum and places such as 4-8, "
                                 f"between tabs: {line!r}") from None  # fmt: skip
            found[source, key] = spans
    return found


def sentences_of(data: Path) -> Iterator[tuple[str, str]]:
    """Yield set and sentence of all that may have been marked: nothing of a development or test part."""
    yield from (("hu-liu", one_line(text)) for product in hu_liu(data, wholes=True) for text in product.texts)
    for sample in (*memd(data), *laptops16(data)):
        if sample.split == "train":
            yield sample.source, sample.text
    for review in yelp(data):
        if review.split == "train":
            yield from ((review.source, one_line(part)) for part in SENTENCE.split(review.text))


def one_line(text: str) -> str:
    """Return a text with single spaces."""
    return " ".join(text.split())
