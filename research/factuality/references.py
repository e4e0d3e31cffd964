"""How words refer to things: the words of a name, pronouns, number (``references-<language>.toml``)."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass, fields
from functools import cache
from pathlib import Path

HERE = Path(__file__).parent


@dataclass(frozen=True, slots=True)
class References:
    """The words and patterns of a language by which it is told what words refer to."""

    unit: str  # what two sentences are compared by; a pattern, like the following
    name_gap: str  # what may stand between two words of a name
    name_word: str  # a word of a name
    clitic: str  # what is glued to it
    pointing_near: str  # points at what is at hand, mostly the product
    pointing_away: str
    joined_distance: int  # units that two differences may stand apart to be one
    pronouns: list[str]  # that stand for things
    plural_pronouns: list[str]
    singular_pronouns: list[str]
    determiners: list[str]

    def split_name(self, text: str) -> tuple[str, ...]:
        """Return the words of a name in lower case, without what is glued to them."""
        return tuple(re.findall(self.name_word, re.sub(self.clitic, "", text.lower())))

    def has_other_number(self, words: str, name: tuple[str, ...]) -> bool:
        """Whether a pronoun is singular and a name plural, or the other way round."""
        if not name:
            return False
        plural = name[-1].endswith("s") and not name[-1].endswith(("ss", "us", "is"))
        return words.lower() in (self.singular_pronouns if plural else self.plural_pronouns)


@cache
def references(lang: str) -> References:
    """Return how words of a language refer to things."""
    values = tomllib.loads((HERE / f"references-{lang}.toml").read_text("utf-8"))
    return References(**{field.name: values[field.name] for field in fields(References)})
