"""What a language must say for a summary to be written in it, and how the pieces of a sentence know their claims."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date as Date
from functools import cache
from importlib import import_module
from typing import NamedTuple, Protocol, cast

from voxpop.types import Claim

NUMBERS = ("words", "figures", "none")


class Clause(NamedTuple):
    """A piece of a sentence and the claims that stand behind it."""

    text: str
    claims: tuple[Claim, ...]


class Told(NamedTuple):
    """What is told of one thing; a part is empty where there is nothing, or no room for it."""

    main: Claim
    said: tuple[Claim, ...] = ()  # words that those use who are of the main claim's mind
    but: tuple[Claim, ...] = ()  # and those who are not
    other: Claim | None = None  # how many those are
    change: Claim | None = None


def ended(clauses: list[Clause], mark: str) -> list[Clause]:
    """A sentence with its last mark."""
    return [*clauses[:-1], clauses[-1]._replace(text=clauses[-1].text + mark)]


class Teller(Protocol):
    """How points become sentences."""

    def sentence(self, told: Told, *, numbers: str, place: int) -> list[Clause]:
        """What is told of one thing, in full sentences; ``place`` is which of the summary it is."""

    def also(self, claims: Sequence[Claim], *, numbers: str, again: bool) -> list[Clause]:
        """Several things that are praised, or blamed, in one sentence; ``again``, where others were before."""


class Wording(Teller, Protocol):
    """What ``voxpop.summarize.wording_<code>`` offers."""

    def length(self, text: str) -> int:
        """Words, or characters where words have no spaces between them."""

    def heading(self, reviews: int, first: Date | None, last: Date | None, stars: float | None) -> str:
        """How many reviews, from when, with how many stars; and of which reviews the shares are."""

    def bullet(self, told: Told, *, numbers: str) -> list[Clause]:
        """The same as an entry of a list."""

    def alone(self, claim: Claim) -> str:
        """One claim as a sentence of its own, in figures."""

    def join(self, sentences: Sequence[str]) -> str:
        """Sentences as a paragraph."""

    def title(self, name: str) -> str:
        """The heading of a part: fix, keep, know, mind."""

    def note(self, name: str, **values: object) -> str:
        """A remark on the summary as a whole."""


@cache
def wording(lang: str) -> Wording:
    return cast(Wording, import_module(f"voxpop.summarize.wording_{lang}"))


@cache
def teller(lang: str, numbers: str) -> Teller:
    """Sentences with shares, or without any numbers."""
    room = f"plain_{lang}" if numbers == "none" else f"wording_{lang}"
    return cast(Teller, import_module(f"voxpop.summarize.{room}"))
