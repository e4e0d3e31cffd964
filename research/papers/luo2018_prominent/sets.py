"""Reviews of the six product types of Luo et al. (2018), from the sets at hand."""

from __future__ import annotations

import csv
import json
import lzma
import re
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

import numpy as np

from research import datasets
from research.papers.pavlopoulos2014_ate import sets as ate_sets

HU_LIU = {
    "mp3 player": ("Creative_Labs_Nomad_Jukebox_Zen_Xtra_40GB", "MicroMP3", "ipod"),
    "camera": ("Canon_G3", "Nikon_coolpix_4300", "Canon_PowerShot_SD500", "Canon_S100"),
    "mobile phone": ("Nokia_6610", "Nokia_6600"),
}
RESTAURANT_WORDS = ("restaurant", "menu", "waiter", "waitress", "server", "chef", "entree", "appetizer", "dish",
                    "meal", "lunch", "dinner", "brunch")  # fmt: skip
LEAST = 2  # different ones of these words make a review one of a restaurant

_WORDS = re.compile(rf"\b({'|'.join(RESTAURANT_WORDS)})(?:e?s)?\b", re.IGNORECASE)


class Reviews(NamedTuple):
    """Texts about one product type."""

    product: str  # a product type of Luo et al. (2018)
    source: str
    texts: list[str]


def load(data: Path, *, seed: int) -> list[Reviews]:
    """Texts stand in random order, so that a beginning of them is a sample."""
    products = {found.name: found.texts for found in ate_sets.hu_liu(data)}
    sets = [
        Reviews("hotel", "lara-hotels", _hotels(data)),
        *(Reviews(kind, "hu-liu", _joined(products, names)) for kind, names in HU_LIU.items()),
        Reviews("laptop", "semeval14", ate_sets.semeval14(data, "laptops").texts),
        Reviews("restaurant", "yelp-10k", _restaurants(data)),
        Reviews("restaurant", "semeval14", ate_sets.semeval14(data, "restaurants").texts),
    ]
    return [reviews._replace(texts=_shuffled(reviews.texts, seed)) for reviews in sets]


def is_restaurant(text: str) -> bool:
    """None of the words that decide is one that people name as an aspect."""
    return len({word.lower() for word in _WORDS.findall(text)}) >= LEAST


def _hotels(data: Path) -> list[str]:
    with lzma.open(datasets.find("lara-hotels", data) / "reviews.jsonl.xz", "rt", encoding="utf-8") as file:
        return [json.loads(line)["text"] for line in file]


def _restaurants(data: Path) -> list[str]:
    path = datasets.find("yelp-10k", data) / "yelp.csv.xz"
    with lzma.open(path, "rt", encoding="utf-8", newline="") as file:
        return [row["text"] for row in csv.DictReader(file) if is_restaurant(row["text"])]


def _joined(products: Mapping[str, list[str]], names: tuple[str, ...]) -> list[str]:
    return [text for name in names for text in products[name]]


def _shuffled(texts: list[str], seed: int) -> list[str]:
    return [texts[place] for place in np.random.default_rng(seed).permutation(len(texts)).tolist()]
