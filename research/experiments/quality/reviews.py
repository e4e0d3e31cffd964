"""Real reviews by source. No source is in more than one of training, development and test."""

from __future__ import annotations

import csv
import json
import lzma
import random
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from defusedxml.ElementTree import parse

from research import datasets
from research.training.opinions.texts import DEVELOPMENT, HELD_OUT, rows
from voxpop.ingest import read_reviews
from voxpop.types import Review

SOURCES = {
    "en": {
        "train": ("yelp-10k", "lara-hotels", "wild-texts en"),
        "dev": (
            "memd books",
            "memd laptop",
            "memd restaurant",
            *(f"wild-texts en {domain}" for domain in DEVELOPMENT["en"]),
        ),
        "test": (
            "womens-clothing",
            "copycat",
            "semeval14 restaurants",
            "semeval14 laptops",
            *(f"wild-texts en {domain}" for domain in HELD_OUT["en"]),
        ),
    },
    "zh": {
        "train": (
            "shopping/水果",
            "shopping/洗发水",
            "shopping/衣服",
            "shopping/书籍",
            "shopping/计算机",
            "takeaway",
        ),
        "dev": ("shopping/平板", "shopping/手机", "shopping/热水器"),
        "test": (
            "hotel",
            "dianping-small",
            "aichallenger-zh",
            "asap",
            *(f"wild-texts zh {domain}" for domain in HELD_OUT["zh"]),
        ),
    },
}
FILES = {
    "yelp-10k": ("yelp-10k", "yelp.csv.xz"),
    "lara-hotels": ("lara-hotels", "reviews.jsonl.xz"),
    "womens-clothing": ("womens-clothing", "reviews.csv.xz"),
    "aichallenger-zh": ("aichallenger-zh", "labelled.csv.xz"),
    "asap": ("asap", "dev_sample.csv"),
}
SENTENCES = {
    "semeval14 restaurants": "Restaurants_Train_v1.xml.xz",
    "semeval14 laptops": "Laptops_Train.xml.xz",
}
TAILS = (
    "",
    "",
    "",
    "",
    "!",
    "!!!!!",
    ".....",
    "。。。。。。。。",
    "，，，，，，",
    "~~",
    "！！！",
    " 👍",
    "😊😊😊",
    "哈哈哈哈",
    "啊啊啊",
)
_CLAUSE = re.compile(r"[，,；、 ]")
_END = re.compile(r"(?<=[.!?。！？\n])\s*")


def reviews(source: str, data: Path) -> list[str]:
    """The texts of a source, each once."""
    return [text for text in dict.fromkeys(_texts(source, data)) if text.strip()]


def _texts(source: str, data: Path) -> Iterator[str]:
    if source in FILES:
        folder, file = FILES[source]
        yield from (item.text for item in read_reviews(datasets.find(folder, data) / file) if isinstance(item, Review))
    elif source in SENTENCES:
        with lzma.open(datasets.find("semeval14", data) / SENTENCES[source]) as file:
            yield from (element.text or "" for element in parse(file).iter("text"))
    elif source == "copycat":
        with (data / "copycat" / "test.csv").open(encoding="utf-8", newline="") as lines:
            for row in csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE):
                yield from (row[f"rev{n}"] for n in range(1, 9))
    elif source.startswith("wild-texts "):
        _, lang, domain = f"{source} ".split(" ", 2)  # without a domain: all that are neither for tests nor for choices
        kept = {*HELD_OUT[lang], *DEVELOPMENT[lang]}
        for row in rows(data / "wild-texts" / f"{lang}.jsonl.xz"):
            if row["domain"] == domain.strip() if domain else row["domain"] not in kept:
                yield str(row["text"])
    elif source.startswith("memd "):
        yield from (line["raw_words"] for line in _lines(datasets.find("memd", data) / f"{source[5:]}_train.jsonl.xz"))
    else:
        found = _lines(datasets.find("zh-reviews", data) / "reviews.jsonl.xz")
        yield from (line["text"].lstrip("\ufeff") for line in found if line["source"] == source)


def _lines(path: Path) -> Iterator[dict[str, str]]:
    with datasets.unpacked(path) as lines:
        yield from map(json.loads, lines)


def cut(texts: Iterable[str], *, seed: int = 0) -> Iterator[str]:
    """Reviews as short as they come: whole ones, a few sentences, a sentence said several times, a few words."""
    draw = random.Random(seed)
    for text in texts:
        chance = draw.random()
        sentences = [each for each in _END.split(text) if each.strip()]
        first = draw.randrange(len(sentences))
        part = sentences[first : first + draw.randint(1, 3)]
        if chance < 0.4:
            yield text
        elif chance < 0.75:
            yield " ".join(part)
        elif chance < 0.8:
            yield " ".join([_words(part[0], draw)] * draw.randint(2, 4))
        else:
            yield _words(part[0], draw) + draw.choice(TAILS)


def _words(sentence: str, draw: random.Random) -> str:
    """One to five words of a sentence; of Chinese, what stands between two commas."""
    words = sentence.split()
    if len(words) < 3:
        return draw.choice(_CLAUSE.split(sentence)) or sentence
    first = draw.randrange(len(words))
    return " ".join(words[first : first + draw.randint(1, 5)])
