"""The few words of each language that tell a whole from its parts, and the nouns that name no aspect of anything."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.resources import files


@dataclass(frozen=True, slots=True)
class Hints:
    """Word lists of one language; see the comment at the head of each file in ``data``."""

    generic: frozenset[str]
    pointing: frozenset[str]
    acquiring: frozenset[str]
    having: frozenset[str]
    comparing: frozenset[str]
    classing: frozenset[str]
    being: frozenset[str]
    attributes: frozenset[str]


@cache
def hints(code: str) -> Hints:
    return Hints(*(_read(code, name) for name in Hints.__slots__))


def _read(code: str, name: str) -> frozenset[str]:
    lines = files(__package__).joinpath("data", code, f"{name}.txt").read_text("utf-8").splitlines()
    return frozenset(word for line in lines if not line.startswith("#") for word in line.split())


@cache
def common_words(code: str) -> tuple[str, ...]:
    """The twenty most frequent words of general language, without stop words and short ones."""
    return tuple(sorted(_read(code, "common")))


@cache
def synonyms(code: str) -> dict[str, int]:
    """The number of the set that a word belongs to."""
    lines = files(__package__).joinpath("data", code, "synonyms.txt").read_text("utf-8").splitlines()
    sets = [line.split() for line in lines if not line.startswith("#")]
    return {word: number for number, words in enumerate(sets) for word in words}
