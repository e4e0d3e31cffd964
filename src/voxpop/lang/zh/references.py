"""How Chinese words refer to things: the characters of a name, pronouns."""

from __future__ import annotations

import re

UNIT = re.compile(r"[A-Za-z0-9]+|\S")  # what two sentences are compared by
JOINED_DISTANCE = 2  # units that two differences may stand apart to be one
NAME_GAP = ""  # what may stand between two words of a name
POINTING_NEAR = re.compile("这|本")
POINTING_AWAY = re.compile("那|人家|别|以前|之前|原来|隔壁|其他")
PRONOUNS = frozenset(("它", "它们", "人家", "这", "那", "这个", "那个"))
DETERMINERS = frozenset(("这", "那", "这个", "那个", "这家", "那家", "我的", "他们的"))


def split_name(text: str) -> tuple[str, ...]:
    """Return the characters of a name, and its foreign words in lower case."""
    return tuple(re.findall(r"[a-z0-9]+|[^\W_]", text.lower()))


def has_other_number(words: str, name: tuple[str, ...]) -> bool:
    """Return False: words have no number."""
    return False
