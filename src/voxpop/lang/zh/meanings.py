"""Which Chinese opinion words mean the same: word forms. The table of meanings is ``data/meanings.tsv``."""

from __future__ import annotations

SPEAKER_ADJECTIVES = frozenset[str]()  # adjectives that describe the one who speaks are not listed


def base_forms(word: str) -> tuple[str, ...]:
    """Return nothing: adjectives have no comparative form."""
    return ()
