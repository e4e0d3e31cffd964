"""The words by which names of products are found, and by which is told what words refer to."""

from __future__ import annotations

import re
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ProductNames:
    """How products are named (``data/product_names.toml``)."""

    TITLE_TAIL: tuple[str, ...]  # words that begin what is no part of the name in a title
    WORDS_BEFORE_NAMES: tuple[str, ...]  # no part of the name of a product
    INDEFINITE_ARTICLES: frozenset[str]  # stand before no name

    def singular(self, noun: str) -> str:
        """Return the singular of a noun in lower case and Latin letters, as far as its ending tells."""
        if noun.endswith("ies") and len(noun) > 4:
            return noun[:-3] + "y"
        return noun[:-1] if noun.endswith("s") and not noun.endswith("ss") and len(noun) > 3 else noun


@dataclass(frozen=True, slots=True)
class References:
    """How words refer to things (``data/references.toml``)."""

    UNIT: re.Pattern[str]  # what two sentences are compared by
    JOINED_DISTANCE: int  # units that two differences may stand apart to be one
    NAME_GAP: str  # what may stand between two words of a name
    NAME_WORD: re.Pattern[str]  # a word of a name
    CLITIC: re.Pattern[str]  # what is glued to it
    POINTING_NEAR: re.Pattern[str]  # points at what is at hand, mostly the product
    POINTING_AWAY: re.Pattern[str]
    PRONOUNS: frozenset[str]  # that stand for things
    PLURAL_PRONOUNS: frozenset[str]
    SINGULAR_PRONOUNS: frozenset[str]
    DETERMINERS: frozenset[str]

    def split_name(self, text: str) -> tuple[str, ...]:
        """Return the words of a name in lower case, without what is glued to them."""
        return tuple(self.NAME_WORD.findall(self.CLITIC.sub("", text.lower())))

    def has_other_number(self, words: str, name: tuple[str, ...]) -> bool:
        """Whether a pronoun is singular and a name plural, or the other way round."""
        if not name:
            return False
        plural = name[-1].endswith("s") and not name[-1].endswith(("ss", "us", "is"))
        return words.lower() in (self.SINGULAR_PRONOUNS if plural else self.PLURAL_PRONOUNS)
