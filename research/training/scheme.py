"""Which aspects a data set speaks of, and Bu et al.'s labels: 1 positive, 0 neutral, −1 negative, −2 not mentioned.

A network sees classes, not labels: ``CLASSES.index(label)``.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

CLASSES = (1, 0, -1)
NAMES = {1: "positive", 0: "neutral", -1: "negative"}
NOT_MENTIONED = -2
DATA = Path(__file__).parent / "data"


@dataclass(frozen=True, slots=True)
class Scheme:
    """The N aspects of a data set, and what each is called in the language of the reviews."""

    name: str
    lang: str
    aspects: tuple[str, ...]
    words: tuple[str, ...]

    @classmethod
    def from_json(cls, found: Mapping[str, Any]) -> Scheme:
        return cls(found["name"], found["lang"], tuple(found["aspects"]), tuple(found["words"]))

    def question(self, aspect: int) -> str:
        """What QA-BERT asks of a review about an aspect."""
        return QUESTIONS[self.lang].format(self.words[aspect])


QUESTIONS = {"en": "how is the {} here ?", "zh": "这家的{}怎么样？"}


@cache
def asap_rows() -> tuple[Mapping[str, str], ...]:
    """ASAP's 18 categories: name, coarse group, Chinese name, definition, and the column names of three releases."""
    with (DATA / "asap_aspects.tsv").open(encoding="utf-8", newline="") as lines:
        return tuple(csv.DictReader(lines, delimiter="\t"))


def asap_columns() -> Iterator[tuple[str, tuple[str, ...]]]:
    """Each release of ASAP's labels with its column names, in the order of the aspects."""
    for release in ("release", "sample", "aichallenger"):
        yield release, tuple(row[release] for row in asap_rows())


@cache
def asap() -> Scheme:
    rows = asap_rows()
    return Scheme("asap", "zh", tuple(row["name"] for row in rows), tuple(row["chinese"] for row in rows))


RESTAURANT = Scheme(
    "restaurant",
    "en",
    ("food", "service", "price", "ambience", "anecdotes/miscellaneous"),
    ("food", "service", "price", "ambience", "place in general"),
)
HOTELS = Scheme(
    "lara-hotels",
    "en",
    ("Value", "Rooms", "Location", "Cleanliness", "Service", "Sleep Quality", "Check in / front desk",
     "Business service"),
    ("value for money", "room", "location", "cleanliness", "service", "sleep", "front desk", "business service"),
)  # fmt: skip
