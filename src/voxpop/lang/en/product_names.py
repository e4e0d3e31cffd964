"""How products are named in English titles and reviews."""

from __future__ import annotations

TITLE_TAIL: tuple[str, ...] = ("with", "for", "by", "in", "from", "featuring", "w/")
WORDS_BEFORE_NAMES = ("the", "a", "an", "my", "our", "his", "her", "their", "your", "this", "that", "old", "new")
INDEFINITE_ARTICLES = frozenset(("a", "an"))


def singular(noun: str) -> str:
    """Return the singular of a noun in lower case, as far as its ending tells."""
    if noun.endswith("ies") and len(noun) > 4:
        return noun[:-3] + "y"
    return noun[:-1] if noun.endswith("s") and not noun.endswith("ss") and len(noun) > 3 else noun
