"""How English words refer to things: the words of a name, pronouns, number."""

from __future__ import annotations

import re

UNIT = re.compile(r"[\w'’]+(?:-\w+)*|[^\w\s]")  # what two sentences are compared by
JOINED_DISTANCE = 1  # units that two differences may stand apart to be one
NAME_GAP = r"(?:['’]\w+)?\W+"  # what may stand between two words of a name
POINTING_NEAR = re.compile(r"(?:this|these|mine)\b", re.IGNORECASE)
POINTING_AWAY = re.compile(r"(?:that one|those|hers|his|the other|my old|my previous|theirs)\b", re.IGNORECASE)
PRONOUNS = frozenset((
    "it", "its", "itself", "they", "them", "their", "this", "these", "those", "mine", "ours", "hers", "his", "theirs",
))  # fmt: skip
DETERMINERS = frozenset((
    "the", "a", "an", "this", "that", "these", "those", "my", "our", "your", "their", "its", "his", "her",
))  # fmt: skip
_PLURAL_PRONOUNS = frozenset(("they", "them", "their", "these", "those", "both"))
_SINGULAR_PRONOUNS = frozenset(("it", "its", "this", "that", "he", "she", "him", "her", "itself"))
_CLITIC = re.compile(r"['’](?:s|ll|d|ve|re|m|t)?\b|['’](?=\s|$)")


def split_name(text: str) -> tuple[str, ...]:
    """Return the words of a name in lower case, without what is glued to them."""
    return tuple(re.findall(r"[\w-]+", _CLITIC.sub("", text.lower())))


def has_other_number(words: str, name: tuple[str, ...]) -> bool:
    """Whether a pronoun is singular and a name plural, or the other way round."""
    if not name:
        return False
    plural = name[-1].endswith("s") and not name[-1].endswith(("ss", "us", "is"))
    return words.lower() in (_SINGULAR_PRONOUNS if plural else _PLURAL_PRONOUNS)
