"""Negation in Chinese. ``NEGATORS`` is the general list; the others are what one reader of it looks for."""

from __future__ import annotations

import re
from collections.abc import Sequence

from voxpop.lang.data import read_toml

_WORDS = read_toml("zh", "negation.toml")
NEGATORS: list[str] = _WORDS["negators"]  # turn the opinion words that they reach over (extract)
EXPRESSION_NEGATORS = frozenset[str](_WORDS["expression_negators"])  # turn the meaning of what follows them
# A negation that is no part of another word.
NEGATION = re.compile("不(?!错|过|仅|但|管|论|少)|没(?!想到)|别(?!的|致)")


def count_negations(words: Sequence[str], text: str) -> int:
    """Count the negations of a sentence, given as its words in lower case and as its text."""
    return len(NEGATION.findall(text))


_NOT = re.compile("并?不(?!错|过|仅|但|管|论|少|如|一|同|愧|锈)是?|没(?!想到)有?|别(?!的|致|人|家)")


def strip_negations(text: str) -> tuple[str, int]:
    """Return a text without its negations, and how many they were."""
    return _NOT.subn("", text)
