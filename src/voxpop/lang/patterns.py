"""Regular expressions made of word lists."""

from __future__ import annotations

import re
from collections.abc import Iterable


def any_of(words: Iterable[str], *, bounded: bool) -> str:
    """Return an expression that matches any of the words, the longest first; ``bounded``, only as whole words."""
    joined = "|".join(sorted(map(re.escape, words), key=len, reverse=True))
    return rf"\b(?:{joined})\b" if bounded else f"(?:{joined})"
