"""The words in titles of products that are no names (``product_words.toml``)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from voxpop.lang.data import read_toml


@dataclass(frozen=True, slots=True)
class ProductWords:
    """Words of one language. ``classes`` maps a noun to the classes of products that it may name."""

    classes: dict[str, frozenset[str]]
    plain: frozenset[str]  # other words that name no product


@cache
def product_words(lang: str) -> ProductWords:
    """Return the words of a language."""
    table = read_toml(lang, "product_words.toml")
    classes_of: dict[str, set[str]] = {}
    for nouns in (line.split() for line in table["classes"].strip().splitlines()):
        for noun in nouns:
            classes_of.setdefault(noun.replace("-", " "), set()).add(nouns[0])
            classes_of.setdefault(noun, set()).add(nouns[0])
    classes = {noun: frozenset(classes) for noun, classes in classes_of.items()}
    return ProductWords(classes, frozenset(table["plain"].split()))
