"""The words by which a language tells products, their parts and their rivals apart; see the comments in ``data``."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

Classes = frozenset[str]


@dataclass(frozen=True, slots=True)
class EntityWords:
    """Word lists of one language. ``classes`` maps a noun to the classes of products that it may name."""

    personal: frozenset[str]
    relatives: frozenset[str]
    vague: frozenset[str]
    venue_vague: frozenset[str]
    pointing: frozenset[str]
    far: frozenset[str]
    possessive: frozenset[str]
    other: frozenset[str]
    before: frozenset[str]
    many: frozenset[str]
    standard: frozenset[str]
    standard_verbs: frozenset[str]
    choosing: frozenset[str]
    using: frozenset[str]
    using_preps: frozenset[str]
    acquiring: frozenset[str]
    having: frozenset[str]
    wishing: frozenset[str]
    hypothetical: frozenset[str]
    leaving: frozenset[str]
    sellers: frozenset[str]
    other_nouns: frozenset[str]
    parts: frozenset[str]
    venue_parts: frozenset[str]
    work_parts: frozenset[str]
    accessories: frozenset[str]
    companions: frozenset[str]
    venues: frozenset[str]
    works: frozenset[str]
    empty_it_verbs: frozenset[str]
    empty_it_adjectives: frozenset[str]
    coordination: frozenset[str]
    boundary: frozenset[str]
    it: frozenset[str]
    they: frozenset[str]
    this: frozenset[str]
    that: frozenset[str]
    empty: frozenset[str]
    pronouns: frozenset[str]
    determiners: frozenset[str]
    measures: frozenset[str]
    plain: frozenset[str]
    predicates: frozenset[str]
    classes: dict[str, Classes]
    nouns: dict[str, str]  # what sort of thing a noun names: food, body, time, …

    def kinds(self, noun: str) -> Classes:
        """The classes of products that a noun may name: none for most."""
        return self.classes.get(noun, _NONE)


_NONE: Classes = frozenset()


@cache
def words(lang: str) -> EntityWords:
    """The word lists of a language."""
    table = tomllib.loads(_data(f"{lang}.toml"))
    lines = table.pop("classes").strip().splitlines()
    sorts = table.pop("nouns")
    return EntityWords(
        **{name: frozenset(text.split()) for name, text in table.items()},
        classes=_by_noun(lines),
        nouns={noun: sort for sort, text in reversed(sorts.items()) for noun in text.split()},
    )


def _by_noun(lines: list[str]) -> dict[str, Classes]:
    found: dict[str, set[str]] = {}
    for nouns in (line.split() for line in lines):
        for noun in nouns:
            found.setdefault(noun.replace("-", " "), set()).add(nouns[0])
            found.setdefault(noun, set()).add(nouns[0])
    return {noun: frozenset(kinds) for noun, kinds in found.items()}


@dataclass(frozen=True, slots=True)
class Brand:
    """A maker, or a line of products that people call by its own name."""

    name: str  # as first listed
    common: bool  # also a common word
    kind: str | None = None  # the class of thing, for a line of products


@cache
def brands() -> dict[tuple[str, ...], Brand]:
    """Brands and lines of products by the words of each of their names, lower-case."""
    found: dict[tuple[str, ...], Brand] = {}
    for line in _lines("brands.txt"):
        names = line.split()
        for name in names:
            found[_key(name)] = Brand(names[0].rstrip("*").replace("_", " "), name.endswith("*"))
    for line in _lines("lines.txt"):
        name, kind, _ = line.split()
        found[_key(name)] = Brand(name.rstrip("*").replace("_", " "), name.endswith("*"), kind)
    return found


def _key(name: str) -> tuple[str, ...]:
    return tuple(name.rstrip("*").split("_"))


def _lines(name: str) -> list[str]:
    return [line for line in _data(name).splitlines() if line and not line.startswith("#")]


def _data(name: str) -> str:
    return files(__package__).joinpath("data", name).read_text("utf-8")
