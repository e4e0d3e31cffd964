"""The words of English: those that the tagger has a vector for."""

from __future__ import annotations

from voxpop.lang.en.tagger import lookup, shipped


def knows(word: str) -> bool:
    """Return whether it is a word of English, as far as the tagger has met it."""
    return any(lookup(word, table) for table in shipped().known.values())
