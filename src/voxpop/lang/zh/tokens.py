"""Split Chinese text into words with exact offsets: Chinese runs by dictionary, everything else by pattern."""

from __future__ import annotations

import re
from functools import cache

from voxpop.lang.emoji import EMOJI, EMOTICON
from voxpop.lang.scripts import SCRIPTS
from voxpop.lang.sentence_parts import Words
from voxpop.lang.zh.vocabulary import dictionary

HAN = SCRIPTS["zh"].LETTERS
STOPS = "。！？!?…～~；;｡"
MARKS = "\u0300-\u036f\u20d0-\u20f0\u200d\ufe00-\ufe0f"
_PATTERNS = (
    r"https?://[A-Za-z0-9./?&=_%#:~+-]{1,2000}|www\.[A-Za-z0-9./?&=_%#:~+-]{1,2000}",
    EMOJI,
    EMOTICON,
    rf"[{HAN}]+",
    r"\d+(?:[.,:：/]\d+)+",
    rf"[^\W_{HAN}]+(?:['’&+-][^\W_{HAN}]+)*",
    rf"[{STOPS}]+|\.{{2,}}|。+|-{{2,}}|—+|_{{2,}}|={{2,}}|\*{{2,}}",
    rf"\S[{MARKS}]*",
)


@cache
def _pattern() -> re.Pattern[str]:
    """Return the pattern of a token. Words of the dictionary that mix scripts ("T恤", "4S店") come first."""
    mixed = sorted(map(re.escape, dictionary().mixed), key=len, reverse=True)
    word = rf"[^\W_{HAN}]"
    return re.compile("|".join((rf"(?<!{word})(?:{'|'.join(mixed)})", *_PATTERNS)))


_CHINESE = re.compile(rf"[{HAN}]").match


def tokens(text: str) -> Words:
    """Return the words and marks of a text. Every character that is not white space is in exactly one."""
    found = starts, ends, words = Words([], [], [])
    cut = dictionary().cut
    for match in _pattern().finditer(text):
        start, end = match.span()
        pieces = cut(match[0]) if end - start > 1 and _CHINESE(text, start) else (match[0],)
        for word in pieces:
            starts.append(start)
            ends.append(start := start + len(word))
            words.append(word)
    return found
