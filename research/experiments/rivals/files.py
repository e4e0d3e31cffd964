"""The judged files: real reviews, drawn from the shared data sets by a fixed order.

Files of kinds that training saw choose; those of held-out kinds and of sets that no training saw only report.
"""

from __future__ import annotations

import csv
import hashlib
import io
import lzma
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from research.training.opinions.texts import rows

SHORTEST = {"en": 60, "zh": 20}  # characters; shorter reviews name no rivals


class ReviewFile(NamedTuple):
    """A file of reviews: where its texts come from, and what product they are of (None: of many)."""

    name: str
    lang: str
    product: str | None
    source: str  # the domain of wild-texts, or the name of another set
    part: str = ""  # the source within the domain


DEVELOPMENT = (
    ReviewFile("kenya-airways", "en", "Kenya Airways", "airline", "codac-black/kenya-airways-review"),
    ReviewFile("netflix", "en", "Netflix", "streaming service", "SamarpitKandhari/Netflix-Sentimental-Analysis"),
    ReviewFile("monster-hunter", "en", "Monster Hunter Wilds", "video game", "VincentZJW/steam-reviews-analysis"),
    ReviewFile("telecom", "en", "Vodafone", "telecom and internet provider"),
    ReviewFile("headphones", "en", "Sony WH-CH520", "headphones"),
    ReviewFile("uber", "en", "Uber", "ride hailing app"),
    ReviewFile("chatgpt", "en", "ChatGPT", "AI chat app"),
    ReviewFile("duolingo", "en", "Duolingo", "language-learning app"),
    ReviewFile("restaurants", "en", None, "yelp-10k"),
    ReviewFile("cars", "en", None, "car"),
    ReviewFile("phones-zh", "zh", None, "mobile phone", "YuleZhang/NLP_Analysis_JDcomment"),
    ReviewFile("milk-tea-zh", "zh", "书亦烧仙草", "milk-tea shop"),
    ReviewFile("monster-hunter-zh", "zh", "怪物猎人荒野", "video game", "VincentZJW/steam-reviews-analysis"),
    ReviewFile("cars-zh", "zh", "森林人", "car"),
    ReviewFile("headphones-zh", "zh", None, "headphones"),
    ReviewFile("goose-duck-zh", "zh", "鹅鸭杀", "mobile game"),
    ReviewFile("cosmetics-zh", "zh", None, "cosmetics", "williamwei2/data"),
)
HELD_OUT = (
    ReviewFile("dating", "en", None, "dating app"),
    ReviewFile("valda-energy", "en", "Valda Energy", "energy supplier"),
    ReviewFile("nike", "en", "Nike", "sports shoes"),
    ReviewFile("yankee-candle", "en", "Yankee Candle", "scented candles"),
    ReviewFile("instruments", "en", None, "musical instrument accessory"),
    ReviewFile("albums", "en", None, "music album"),
    ReviewFile("cat-food-zh", "zh", "蓝氏", "cat food"),
    ReviewFile("learning-tablet-zh", "zh", None, "learning tablet"),
    ReviewFile("tv-series-zh", "zh", "新闻女王", "TV series"),
    ReviewFile("produce-zh", "zh", None, "fresh produce"),
)


def texts(file: ReviewFile, data: Path, size: int) -> list[str]:
    """Return the first reviews of a file in the order of their fingerprints."""
    long = {text for text in _source(file, data) if len(text) >= SHORTEST[file.lang]}
    return sorted(long, key=lambda text: hashlib.sha256(text.encode()).digest())[:size]


def _source(file: ReviewFile, data: Path) -> Iterator[str]:
    if file.source == "yelp-10k":
        with lzma.open(data / "yelp-10k" / "yelp.csv.xz", "rt", encoding="utf-8", newline="") as lines:
            yield from (row["text"] for row in csv.DictReader(io.StringIO(lines.read())))
        return
    for row in rows(data / "wild-texts" / f"{file.lang}.jsonl.xz"):
        if row["domain"] == file.source and file.part in ("", row["source"]):
            yield str(row["text"])
