"""Negation in English. ``NEGATORS`` is the general list; the others are what one reader of it looks for."""

from __future__ import annotations

import re

from voxpop.lang.data import read_toml

_WORDS = read_toml("en", "negation.toml")
NEGATORS: list[str] = _WORDS["negators"]  # turn the opinion words that they reach over (extract)
EXPRESSION_NEGATORS = frozenset[str](_WORDS["expression_negators"])  # turn the meaning of what follows them
_AUXILIARY = re.compile(r"\b(?:do|does|did)(?:\s+not|n['’]t)\s+", re.IGNORECASE)
_NOT = re.compile(r"(?<=\bcan)not\b|n['’]t\b|\b(?:not|no longer|no|without)\s+(?!only\b|longer\b)", re.IGNORECASE)


def strip_negations(text: str) -> tuple[str, int]:
    """Return a text without its negations, and how many they were."""
    text, first = _AUXILIARY.subn("", text)
    text, others = _NOT.subn("", text)
    return text, first + others
