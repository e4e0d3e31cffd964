"""The one public inference set that the entailment model learns from: MED (Apache-2.0), English."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from pathlib import Path
from zlib import crc32

from research.training.corpora import opened
from voxpop.errors import InputError

COLUMNS = ("sentence1", "sentence2", "gold_label")
HELD = 10  # one premise in so many is for dev, chosen by its letters alone
Row = tuple[str, str, str, str]  # premise, hypothesis, label, split


def med(data: Path) -> Iterator[Row]:
    """Yield the pairs of the set, which has no splits of its own."""
    path = data / "nli" / "med.tsv"
    with opened(path) as lines:
        for number, row in enumerate(csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE), start=2):
            try:
                premise, hypothesis, label = (row[name].strip() for name in COLUMNS)
            except (KeyError, AttributeError):
                raise InputError(f"{path}, line {number}, lacks one of {', '.join(COLUMNS)}.") from None
            split = "dev" if crc32(premise.lower().encode()) % HELD == 0 else "train"
            yield premise, hypothesis, label.lower(), split
