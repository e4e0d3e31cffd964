"""Find the ends of Chinese sentences: stops, line breaks, emoji, and spaces that the writer used as stops."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from voxpop.lang.emoji import is_emoji, is_emoticon
from voxpop.lang.memo import Memo
from voxpop.lang.scripts import SCRIPTS
from voxpop.lang.sentence_parts import Words
from voxpop.lang.zh.tokens import STOPS

HAN = SCRIPTS["zh"].LETTERS
_CLOSERS = frozenset("”’」』）)】》〉]\"'*")
_HAN = re.compile(rf"[{HAN}]").match
_PHRASE = re.compile(rf"[{HAN}，,、]{{4}}").match  # what a stop-like space has on both sides


def _kind(word: str) -> str:
    if word[0] in STOPS or (word[0] == "." and word.strip(".") == ""):
        return "stop"
    if word in _CLOSERS:
        return "closer"
    return "face" if is_emoji(word) or is_emoticon(word) else ""


_KINDS = Memo(_kind)


def boundaries(text: str, tokens: Words) -> Iterator[tuple[int, int]]:
    """Yield half-open ranges of tokens, one for each sentence."""
    starts, ends, words = tokens
    first, ended = 0, False
    for i in range(1, len(words)):
        before, current = _KINDS[words[i - 1]], _KINDS[words[i]]
        ended = (ended and before in ("closer", "face")) or _ends(words, i - 1, before)
        gap = starts[i] - ends[i - 1]
        attached = current == "face" or (current in ("stop", "closer") and not gap)
        if (ended and not attached) or (gap and _gap_ends(text, ends[i - 1], starts[i])):
            yield first, i
            first, ended = i, False
    if first < len(words):
        yield first, len(words)


def _ends(words: Sequence[str], i: int, kind: str) -> bool:
    if kind == "face":
        return True
    if kind != "stop":
        return False
    if words[i] in ("~", "～", "."):  # "10~20" is a range, "No.1" a name
        neighbours = (*words[i - 1 : i], *words[i + 1 : i + 2])
        return not all(word.isascii() and word.isalnum() for word in neighbours)
    return True


def _gap_ends(text: str, end: int, start: int) -> bool:
    gap = text[end:start]
    if "\n" in gap or "\r" in gap or "\u2028" in gap:
        return True
    if not (_HAN(text[end - 1]) and _HAN(text[start])):
        return False
    return len(gap) > 1 or bool(end > 3 and _PHRASE(text, end - 4) and _PHRASE(text, start))
