"""Brands, lines of products that people call by their own name, and words in titles of products that are no names."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from voxpop.lang.data import read_rows, read_toml
from voxpop.lang.scripts import CODES


@dataclass(frozen=True, slots=True)
class ProductWords:
    """Words of one language (``product_words.toml``). ``classes``: of what classes of products a noun may be."""

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


@dataclass(frozen=True, slots=True)
class Brand:
    """A maker, or a line of products that people call by its own name."""

    name: str  # as first listed
    common: bool  # also a common word
    kind: str | None = None  # the class of thing, for a line of products


@cache
def brands() -> dict[tuple[str, ...], Brand]:
    """Return the brands and product lines of all languages by the words of each of their names, in lower case."""
    by_words: dict[tuple[str, ...], Brand] = {}
    for names in (row for code in CODES for row in read_rows(code, "brands.txt")):
        by_words.update((_key(name), Brand(_readable(names[0]), name.endswith("*"))) for name in names)
    for name, kind in (row for code in CODES for row in read_rows(code, "product_lines.txt")):
        by_words[_key(name)] = Brand(_readable(name), name.endswith("*"), kind)
    return by_words


def _readable(name: str) -> str:
    return name.rstrip("*").replace("_", " ")


def _key(name: str) -> tuple[str, ...]:
    return tuple(name.rstrip("*").split("_"))
