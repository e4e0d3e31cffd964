"""The words around aspects of a language: two word lists, a table of synonyms and ``aspect_hints.toml``."""

from __future__ import annotations

from dataclasses import dataclass

from voxpop.lang.data import read_rows, read_toml, read_words


@dataclass(frozen=True, slots=True)
class AspectWords:
    """What tells a whole ("this phone") from its parts, and which nouns name no aspect."""

    generic: frozenset[str]  # nouns that fit anything and name no aspect
    common: tuple[str, ...]  # the most frequent words of general language
    synonyms: list[list[str]]  # lists of words that name one aspect
    pointing: frozenset[str]  # before the thing reviewed: "this phone"
    acquiring: frozenset[str]  # lemmas, before the thing reviewed: "bought a phone"
    having: frozenset[str]  # lemmas, after the thing reviewed: "the phone has"
    before_rival: frozenset[str]  # "better than the zen"
    classing: frozenset[str]  # between "is" and the class of the thing: "it is a hotel"
    being: frozenset[str]  # before those
    attributes: frozenset[str]  # nouns that measure the noun before them: "sound quality"


def read_aspect_words(code: str) -> AspectWords:
    """Return the words around aspects of a language."""
    return AspectWords(
        generic=read_words(code, "generic_nouns.txt"),
        common=tuple(sorted(read_words(code, "common_words.txt"))),
        synonyms=read_rows(code, "aspect_synonyms.txt"),
        **{name: frozenset(words.split()) for name, words in read_toml(code, "aspect_hints.toml").items()},
    )
