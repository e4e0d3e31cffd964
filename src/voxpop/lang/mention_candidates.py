"""Names of products, and the phrases of a review that may be mentions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from voxpop.lang.entity_words import Classes
from voxpop.types import MentionKind, Token


class NameMention(NamedTuple):
    """A product's name in a text. ``entity`` is the name as people would say it, ``kinds`` what sort of thing it is."""

    start: int
    end: int
    role: Literal["main", "other", "unknown"]  # unknown: nobody said what the product is called
    entity: str
    kinds: Classes = frozenset()
    maker: bool = False  # a brand with nothing behind it, which may be the company
    listed: bool = True  # in our lists, like a model number, or written as given; else only written as a name


@dataclass(slots=True)
class MentionCandidate:
    """A noun phrase, a name or a pronoun."""

    sentence: int
    first: int  # its words, a half-open range of the sentence's tokens
    last: int
    start: int
    end: int
    kind: MentionKind
    head: str  # lemma of the noun that it is about, or the pronoun, lower-case
    det: str = ""  # the word that it begins with, if that is a determiner, an owner or a number
    mods: tuple[str, ...] = ()  # other words before the head, lower-case
    plural: bool = False
    name: NameMention | None = None
    phrase: str = ""  # the whole of it without determiner, lower-case
    owner: int | None = None  # the candidate that stands in front as its owner, by number
    of: int | None = None  # the candidate behind "of", or behind "on" and the like
    clause: int = 0


def names_by_token(tokens: Sequence[Token], names: Sequence[NameMention]) -> dict[int, NameMention]:
    """The name that each word belongs to."""
    name_of: dict[int, NameMention] = {}
    rest = iter(names)
    name = next(rest, None)
    for i, token in enumerate(tokens):
        while name is not None and name.end <= token.start:
            name = next(rest, None)
        if name is None:
            break
        if token.end > name.start:
            name_of[i] = name
    return name_of
