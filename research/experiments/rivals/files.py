"""The judged files: real reviews, drawn from the shared data sets by a fixed order.

Files of kinds that training saw choose. Those of held-out kinds only report, and so do products of other kinds that
were judged after all had been chosen.
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
    title: str = ""  # how the product column of the source begins


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
    ReviewFile("airtel", "en", "Airtel", "telecom app", title="Airtel"),
    ReviewFile("udemy", "en", "Udemy", "education app", title="Udemy"),
    ReviewFile("iphone-zh", "zh", "iPhone 11", "mobile phone", title="Apple iPhone 11"),
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
    ReviewFile("air-france", "en", "Air France", "airline", title="Air France"),
    ReviewFile("swiggy", "en", "Swiggy", "food delivery", title="Swiggy"),
    ReviewFile("bumble", "en", "Bumble", "dating app", title="Bumble"),
    ReviewFile("mercari", "en", "Mercari", "second-hand marketplace app"),
    ReviewFile("hotstar", "en", "Disney+ Hotstar", "streaming service", title="Disney+ Hotstar"),
    ReviewFile("diablo", "en", "Diablo IV", "video game", title="Diablo IV"),
    ReviewFile("cerave", "en", "CeraVe", "skin care", title="CeraVe"),
    ReviewFile("turo", "en", "Turo", "car and gear rental platform", title="turo"),
    ReviewFile("walmart", "en", "Walmart", "supermarket and online shop"),
    ReviewFile("tiktok", "en", "TikTok", "social media app"),
    ReviewFile("xunfei-zh", "zh", "讯飞学习机", "learning tablet", title="讯飞"),
    ReviewFile("bubugao-zh", "zh", "步步高学习机", "learning tablet", title="步步高"),
    ReviewFile("midea-zh", "zh", "美的空调", "air conditioner", title="美的(Midea) 1.5匹 风酷 新一级能效"),
    ReviewFile("gree-zh", "zh", "格力空调", "air conditioner", title="格力（GREE）1.5匹"),
    ReviewFile("honor-zh", "zh", "荣耀9X", "mobile phone", title="荣耀9X"),
    ReviewFile("p30-zh", "zh", "华为P30", "mobile phone", title="【超级爆款】华为 HUAWEI P30"),
    ReviewFile("squirrel-zh", "zh", "三只松鼠", "snacks", title="新货【三只松鼠"),
    ReviewFile("ikea-zh", "zh", "IKEA", "shopping app (traditional)"),
    ReviewFile("red-chamber-zh", "zh", "红楼梦", "book", title="红楼梦"),
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
        is_part = file.part in ("", row["source"]) and (row.get("product") or "").startswith(file.title)
        if row["domain"] == file.source and is_part:
            yield str(row["text"])
