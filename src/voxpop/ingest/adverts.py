"""Plain signals of adverts in texts, which the quality filter weighs beside all else that a text says.

None of them proves anything alone: reviewers quote links and leave numbers.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from voxpop.lang import languages, normalize


class Signal(NamedTuple):
    """A sign of an advert. The pattern is tried only if one of the hints is in the lower-case text."""

    name: str
    hints: tuple[str, ...]
    pattern: re.Pattern[str]


_LINK_HINTS = ["http", "www.", ".com/", ".net/", ".shop/", ".store/", ".xyz/", ".top/", ".vip/", ".cn/", ".info/"]
_LINK = (
    r"https?://",
    r"www\.[a-z0-9-]+\.",
    r"\b[a-z0-9-]{3,63}\.(?:com|net|shop|store|xyz|top|vip|cn|info)/\w",
)


def _worded_signal(name: str, sign: str) -> Signal:
    """Return a signal by its words in every language."""
    signs = [lang.advert_signs.SIGNS[sign] for lang in languages()]
    hints, patterns = ([item for words in signs for item in words[key]] for key in ("hints", "patterns"))
    return _signal(name, hints, patterns)


def _signal(name: str, hints: Iterable[str], patterns: Iterable[str]) -> Signal:
    return Signal(name, tuple(dict.fromkeys(hints)), re.compile("|".join(patterns), re.I))


SIGNALS = (
    _worded_signal("an account to write to", "account"),
    _worded_signal("a call to get in touch", "contact"),
    _signal("a link", _LINK_HINTS, _LINK),
    _worded_signal("a call to buy", "purchase"),
    _worded_signal("quick money", "money"),
)
PHONE = re.compile(r"(?<!\d)1[3-9]\d{9}(?!\d)|\(?\d{3}\)?[-. ]\d{3}[-. ]\d{4}|(?<!\d)400[- ]?\d{3,4}[- ]?\d{3,4}")
TELEPHONE = "a telephone number"
SIGNAL_NAMES = (*(signal.name for signal in SIGNALS), TELEPHONE)


@lru_cache(maxsize=1)  # the filter asks several times for the same text
def signals(text: str) -> tuple[str, ...]:
    """Return the names of the signals in a text, a telephone number last."""
    text = normalize(text)
    lower = text.lower()
    names = tuple(s.name for s in SIGNALS if any(hint in lower for hint in s.hints) and s.pattern.search(text))
    return (*names, TELEPHONE) if PHONE.search(text) else names
