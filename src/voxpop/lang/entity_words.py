"""The words by which a language tells products, their parts and their rivals apart (``entity_words.toml``)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from voxpop.lang.data import read_toml

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
    sellers: frozenset[str]
    other_nouns: frozenset[str]
    parts: frozenset[str]
    venue_parts: frozenset[str]
    work_parts: frozenset[str]
    accessories: frozenset[str]
    companions: frozenset[str]
    venues: frozenset[str]
    works: frozenset[str]
    empty_it_adjectives: frozenset[str]
    boundary: frozenset[str]
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
def entity_words(lang: str) -> EntityWords:
    """The word lists of a language."""
    table = read_toml(lang, "entity_words.toml")
    lines = table.pop("classes").strip().splitlines()
    sorts = table.pop("nouns")
    return EntityWords(
        **{name: frozenset(text.split()) for name, text in table.items()},
        classes=_by_noun(lines),
        nouns={noun: sort for sort, text in reversed(sorts.items()) for noun in text.split()},
    )


def _by_noun(lines: list[str]) -> dict[str, Classes]:
    classes_of: dict[str, set[str]] = {}
    for nouns in (line.split() for line in lines):
        for noun in nouns:
            classes_of.setdefault(noun.replace("-", " "), set()).add(nouns[0])
            classes_of.setdefault(noun, set()).add(nouns[0])
    return {noun: frozenset(kinds) for noun, kinds in classes_of.items()}
