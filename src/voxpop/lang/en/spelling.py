"""English spelling, as far as mistyped words need it."""

from __future__ import annotations

WORD_LIST: str | None = "vectors-general-en"  # the weights whose words are spelt as they should be
LETTERS = "abcdefghijklmnopqrstuvwxyz"
VOWELS = frozenset("aeiouy")
ENDINGS = ("s", "es", "ed", "ing", "er", "ers", "ly", "y")


def is_contraction(word: str, near: str) -> bool:
    """Return whether a word is a near one with "n't" but without its apostrophe: "werent" is not a mistyped "weren"."""
    return word == f"{near}t"
