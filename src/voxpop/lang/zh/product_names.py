"""How products are named in Chinese titles and reviews."""

from __future__ import annotations

from voxpop.lang.en.product_names import singular  # of names in Latin letters

__all__ = ["INDEFINITE_ARTICLES", "TITLE_TAIL", "WORDS_BEFORE_NAMES", "singular"]

TITLE_TAIL: tuple[str, ...] = ()
WORDS_BEFORE_NAMES: tuple[str, ...] = ()
INDEFINITE_ARTICLES: frozenset[str] = frozenset()
