"""Sentences of other sets, marked as SemEval-14's annotators would have: by reference, for these texts are not ours.

``train/annotated.tsv`` has a line a sentence: the set, the beginning of its checksum, and where its terms stand, in
characters. Language models read 240 sentences of SemEval-14's training sets with their marks, then these.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from research import datasets
from research.papers.pavlopoulos2014_ate import sets as ate_sets
from research.training.reader.samples import Sample
from voxpop.errors import InputError

FILE = Path(__file__).parent / "train" / "annotated.tsv"
DOMAINS = {"hu-liu": "devices", "memd-laptop": "laptops", "semeval16-laptops": "laptops",
           "memd-restaurant": "restaurants", "yelp-10k": "restaurants"}  # fmt: skip
SENTENCE = re.compile(r"(?<=[.!?])\s+|\n+")


def annotated(samples: Sequence[Sample], data: Path | None = None, path: Path = FILE) -> list[Sample]:
    """The marked sentences whose texts are here, each once."""
    left, found = marks(path), []
    for source, text in texts(samples, data):
        if (spans := left.pop((source, key(text)), None)) is not None:
            terms = tuple((start, end, None) for start, end in spans)
            found.append(Sample(f"{source}-{key(text)}", text, f"annotated-{DOMAINS[source]}", "train", terms=terms))
    return found


def marks(path: Path = FILE) -> dict[tuple[str, str], tuple[tuple[int, int], ...]]:
    """Where the terms stand, by set and checksum."""
    found = {}
    for number, line in enumerate(path.read_text("utf-8").splitlines(), start=1):
        try:
            source, name, places = line.split("\t")
            spans = tuple((int(start), int(end)) for start, end in (place.split("-") for place in places.split()))
        except ValueError:
            raise InputError(f"{path.name}, line {number}: expected are a set, a checksum and places such as 4-8, "
                             f"between tabs: {line!r}") from None  # fmt: skip
        found[source, name] = spans
    return found


def key(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8")).hexdigest()[:12]


def texts(samples: Sequence[Sample], data: Path | None) -> Iterator[tuple[str, str]]:
    """Set and sentence, of all that may have been marked: nothing of a dev or test set."""
    yield from (("hu-liu", text) for text in hu_liu(data))
    for sample in samples:
        if sample.source in DOMAINS and sample.split == "train":
            reviews = sample.source == "yelp-10k"
            yield from ((sample.source, part) for part in (cut(sample.text) if reviews else [sample.text]))


def hu_liu(data: Path | None) -> list[str]:
    """The sentences of Hu and Liu's products."""
    return [one_line(text) for one in ate_sets.hu_liu(datasets.folder(data), wholes=True) for text in one.texts]


def cut(review: str) -> list[str]:
    return [one_line(part) for part in SENTENCE.split(review)]


def one_line(text: str) -> str:
    return " ".join(text.split())
