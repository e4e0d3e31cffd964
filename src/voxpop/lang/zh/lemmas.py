"""Base forms of Chinese words, which do not inflect."""

from __future__ import annotations


def lemma(word: str, tag: str) -> str:
    """Return the word in lower case, whatever its tag."""
    return word.lower()


def base_forms(word: str) -> tuple[str, ...]:
    """Return nothing: adjectives have no comparative form."""
    return ()
