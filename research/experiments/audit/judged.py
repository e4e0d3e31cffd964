"""The stars that a judge who did not see the given ones would have given: ``judgements.tsv``.

Read were the texts of wild-texts whose stars a reader doubted, shuffled and without their stars, in files of one kind of product.
``__main__`` writes what a new reader doubts and nobody has read (``--unjudged``).
"""

from __future__ import annotations

import csv
import hashlib
from pathlib import Path
from typing import NamedTuple

from research.training.opinions.prepare import OPEN
from research.training.opinions.texts import HELD_OUT, rows
from voxpop.types import Review

FILE = Path(__file__).parent / "judgements.tsv"
LANGUAGES = ("en", "zh")
HELD_OUT_FILE = 400  # reviews of a file that reports
CHOOSING = {"en": 150, "zh": 300}  # and of one that chooses numbers


class StarredReview(NamedTuple):
    """A review of wild-texts with stars that no reader learned from, and the stars that its text deserves."""

    review: Review
    domain: str
    is_held_out: bool  # kinds that only report
    deserved: int | None = None  # 0: the text says nothing; None: nobody judged it

    @property
    def is_mismatch(self) -> bool:
        """Whether the stars given are two or more away; a text that says nothing contradicts no stars."""
        return bool(self.deserved) and abs((self.deserved or 0) - (self.review.stars or 0.0)) >= 2


def starred(data: Path, lang: str) -> list[StarredReview]:
    """Return the first reviews with stars of every kind of product."""
    with FILE.open(encoding="utf-8", newline="") as lines:
        judged = {row["review"]: int(row["deserved"]) for row in csv.DictReader(lines, delimiter="\t")}
    entries, seen = list[StarredReview](), dict[str, int]()
    for row in rows(data / "wild-texts" / f"{lang}.jsonl.xz"):
        if row["stars"] is None or str(row["source"]).startswith(OPEN):
            continue
        text, domain = str(row["text"]), str(row["domain"])
        id = f"{lang}-{hashlib.sha256(text.encode()).hexdigest()[:10]}"
        held_out = domain in HELD_OUT[lang]
        seen[domain] = seen.get(domain, 0) + 1
        if seen[domain] <= (HELD_OUT_FILE if held_out else CHOOSING[lang]):
            review = Review(id=id, text=text, stars=float(str(row["stars"])), lang=lang)
            entries.append(StarredReview(review, domain, held_out, judged.get(id)))
    return entries
