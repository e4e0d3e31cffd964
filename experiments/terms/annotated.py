"""Sentences of other sets, marked as SemEval-14's annotators would have: by reference, for these texts are not ours.

``train/annotated.tsv`` has a line a sentence: the set, the beginning of a checksum of its letters, and where its terms
stand, in characters. Language models read 240 sentences of SemEval-14's training sets with their marks, then these; on
SemEval-14's dev sets, which they marked among them unknowingly, they have F1 .874 (laptops) and .892 (restaurants).
"""

from __future__ import annotations

import hashlib
import re
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from voxpop import datasets
from voxpop.errors import InputError
from voxpop.models.reader.leakage import bare
from voxpop.models.reader.samples import Sample

FILE = Path(__file__).parent / "train" / "annotated.tsv"
DOMAINS = {"hu-liu": "devices", "memd-laptop": "laptops", "semeval16-laptops": "laptops",
           "memd-restaurant": "restaurants", "yelp-10k": "restaurants"}  # fmt: skip
SENTENCE = re.compile(r"(?<=[.!?])\s+|\n+")
HELD = ("train",)  # nothing of dev or test was shown


def key(text: str) -> str:
    return hashlib.sha256(bare(text).encode()).hexdigest()[:12]


def hu_liu(data: Path | None) -> Iterator[str]:
    """The sentences of Hu and Liu's products."""
    for number in (1, 2):
        with zipfile.ZipFile(datasets.find("hu-liu", data) / f"product_reviews_{number}.zip") as box:
            for name in box.namelist():
                if name.endswith(".txt") and "readme" not in name.lower():
                    for line in box.read(name).decode("latin-1").splitlines():
                        if "##" in line:
                            yield one_line(line.split("##", 1)[1])


def texts(samples: Sequence[Sample], data: Path | None) -> Iterator[tuple[str, str]]:
    """Set and sentence, of all that may have been marked."""
    yield from (("hu-liu", text) for text in hu_liu(data))
    for sample in samples:
        if sample.source in DOMAINS and sample.split in HELD:
            parts = SENTENCE.split(sample.text) if sample.source == "yelp-10k" else [sample.text]
            yield from ((sample.source, one_line(part) if len(parts) > 1 else part) for part in parts)


def one_line(text: str) -> str:
    return " ".join(text.split())


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


def annotated(samples: Sequence[Sample], data: Path | None = None, path: Path = FILE) -> list[Sample]:
    """The marked sentences whose texts are here, each once."""
    return list(_found(texts(samples, data), marks(path)))


def _found(known: Iterable[tuple[str, str]], wanted: dict[tuple[str, str], tuple[tuple[int, int], ...]]
           ) -> Iterator[Sample]:  # fmt: skip
    left = dict(wanted)
    for source, text in known:
        name = key(text)
        if (spans := left.get((source, name))) is not None and all(end <= len(text) for _, end in spans):
            del left[source, name]
            terms = tuple((start, end, None) for start, end in spans)
            yield Sample(f"{source}-{name}", text, f"annotated-{DOMAINS[source]}", "train", terms=terms)
