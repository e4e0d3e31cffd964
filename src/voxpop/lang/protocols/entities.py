"""The words by which names of products are found."""

from __future__ import annotations

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
