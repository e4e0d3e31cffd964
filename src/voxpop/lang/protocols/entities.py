"""What the modules provide that find names of products and tell what words refer to."""

from __future__ import annotations

import re
from typing import Protocol


class ProductNames(Protocol):
    """How products are named (``product_names.py``)."""

    TITLE_TAIL: tuple[str, ...]  # words that begin what is no part of the name in a title
    WORDS_BEFORE_NAMES: tuple[str, ...]  # no part of the name of a product
    INDEFINITE_ARTICLES: frozenset[str]  # stand before no name

    def singular(self, noun: str) -> str:
        """Return the singular of a noun in lower case, as far as its ending tells."""


class References(Protocol):
    """How words refer to things (``references.py``)."""

    UNIT: re.Pattern[str]  # what two sentences are compared by
    JOINED_DISTANCE: int  # units that two differences may stand apart to be one
    NAME_GAP: str  # what may stand between two words of a name
    POINTING_NEAR: re.Pattern[str]  # points at what is at hand, mostly the product
    POINTING_AWAY: re.Pattern[str]
    PRONOUNS: frozenset[str]  # that stand for things
    DETERMINERS: frozenset[str]

    def split_name(self, text: str) -> tuple[str, ...]:
        """Return the words of a name in lower case, without what is glued to them."""

    def has_other_number(self, words: str, name: tuple[str, ...]) -> bool:
        """Whether a pronoun is singular and a name plural, or the other way round."""
