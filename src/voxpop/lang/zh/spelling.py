"""Chinese has no spelling, so that no word is a mistyped one."""

from __future__ import annotations

WORD_LIST: str | None = None
LETTERS = ""
VOWELS: frozenset[str] = frozenset()
ENDINGS: tuple[str, ...] = ()


def is_contraction(word: str, near: str) -> bool:
    """Return False."""
    return False
