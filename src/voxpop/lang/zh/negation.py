"""Negation in Chinese. ``NEGATORS`` is the general list; the others are what one reader of it looks for."""

from __future__ import annotations

import re

from voxpop.lang.data import read_toml

_WORDS = read_toml("zh", "negation.toml")
NEGATORS: list[str] = _WORDS["negators"]  # turn the opinion words that they reach over (extract)
EXPRESSION_NEGATORS = frozenset[str](_WORDS["expression_negators"])  # turn the meaning of what follows them
_NOT = re.compile("并?不(?!错|过|仅|但|管|论|少|如|一|同|愧|锈)是?|没(?!想到)有?|别(?!的|致|人|家)")


def strip_negations(text: str) -> tuple[str, int]:
    """Return a text without its negations, and how many they were."""
    return _NOT.subn("", text)
