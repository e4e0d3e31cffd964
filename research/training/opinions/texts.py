"""Unlabelled review texts of many sources, for masked-language training and for distillation.

Texts of the held-out domains never appear here, nor do those of the data sets' test parts.
"""

from __future__ import annotations

import csv
import io
import json
import lzma
import re
from collections.abc import Iterator
from pathlib import Path

#: Whole domains of wild-texts that no training sees: they are the unseen-domain test sets.
HELD_OUT = {
    "en": ("dating app", "energy supplier", "hospital", "music album", "musical instrument accessory",
           "scented candles", "sports shoes"),
    "zh": ("cat food", "learning tablet", "hospital (traditional)", "TV series", "fresh produce"),
}  # fmt: skip
#: Sources of other sets that are of nearly the same kind: fruit, tablets.
NEAR_HELD_OUT = ("shopping/水果", "shopping/平板")
#: Whole domains that choose between recipes. The readers do not learn from them; the map of meanings that ships does.
DEVELOPMENT = {"en": ("coffee shop chain", "payment app", "water flosser"), "zh": ("tea", "online course")}


def rows(path: Path) -> Iterator[dict[str, object]]:
    """Yield the objects of a JSON-lines file, compressed or not."""
    opener = lzma.open if path.suffix == ".xz" else open
    with opener(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            yield json.loads(line)


def wild(data: Path, lang: str) -> list[dict[str, object]]:
    """Return the texts of wild-texts outside the held-out domains."""
    return [row for row in rows(data / "wild-texts" / f"{lang}.jsonl.xz") if row["domain"] not in HELD_OUT[lang]]


def others(data: Path, lang: str) -> Iterator[tuple[str, int]]:
    """Yield texts of restaurants, hotels, clothes and shops, with stars where their licence is open (0: none)."""
    if lang == "en":
        for name, column, stars in (
            ("yelp-10k/yelp.csv.xz", "text", ""),
            ("womens-clothing/reviews.csv.xz", "Review Text", "Rating"),
        ):
            with lzma.open(data / name, "rt", encoding="utf-8", newline="") as lines:
                for row in csv.DictReader(io.StringIO(lines.read())):
                    if row[column]:
                        yield row[column], int(row[stars]) if stars else 0
        for number, hotel in enumerate(rows(data / "lara-hotels" / "reviews.jsonl.xz")):
            if number % 3 == 0:
                yield str(hotel["text"]), 0
    else:
        for folder, file in (("zh-reviews", "reviews"), ("aichallenger-zh", "unlabelled")):
            for row in rows(data / folder / f"{file}.jsonl.xz"):
                if row.get("source") not in NEAR_HELD_OUT:
                    yield str(row["text"]), 0


def stretches(text: str, longest: int) -> Iterator[str]:
    """Yield a text in stretches of whole sentences, none much longer than asked for."""
    if len(text) <= longest:
        yield text
        return
    start = last = 0
    for match in re.finditer(r"[.!?。！？；\n]+[\"')]*\s*", text):
        if match.end() - start > longest and last > start:
            yield text[start:last]
            start = last
        last = match.end()
    if len(text) - start <= 2 * longest:
        yield text[start:]
