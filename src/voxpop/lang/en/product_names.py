"""How products are named in English titles and reviews."""

from __future__ import annotations

from collections.abc import Mapping

TITLE_TAIL: tuple[str, ...] = ("with", "for", "by", "in", "from", "featuring", "w/")
WORDS_BEFORE_NAMES = ("the", "a", "an", "my", "our", "his", "her", "their", "your", "this", "that", "old", "new")
CLASS_IDS: Mapping[str, str] = {}
SHORTEST_MODEL = 3
HAS_PLURAL = True


def singular(noun: str) -> str:
    """Return the singular of a noun in lower case, as far as its ending tells."""
    if noun.endswith("ies") and len(noun) > 4:
        return noun[:-3] + "y"
    return noun[:-1] if noun.endswith("s") and not noun.endswith("ss") and len(noun) > 3 else noun
