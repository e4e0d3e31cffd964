"""Texts that say nothing: no letters, one character over and over, a hand dropped on the keyboard; and script."""

from __future__ import annotations

import re

_LETTER = re.compile(r"[^\W\d_]")
_WORD = re.compile(r"[a-z]+")
_REPEATED = re.compile(r"(.{1,12}?)\1{4,}")
_NOT_WORD = re.compile(r"[\W_]+")
_ROWS = ("qwertyuiop", "asdfghjkl", "zxcvbnm")
_MASHED = frozenset(row[i : i + 4] for keys in _ROWS for row in (keys, keys[::-1]) for i in range(len(row) - 3))
_VOWELLESS = re.compile(r"[bcdfghjklmnpqrstvwxz]{6,}")
_UNIT = {  # what counts as one piece of text: a Chinese character, a word of any other script
    "zh": re.compile("[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]"),
    "en": re.compile("[A-Za-z\u00c0-\u024f\u1e00-\u1eff]+"),
}
_ANY_UNIT = re.compile(
    "[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]|[A-Za-z\u00c0-\u024f\u1e00-\u1eff]+"
    "|[^\\W\\d_A-Za-z\u00c0-\u024f\u1e00-\u1eff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]+"
)
SCRIPT = {"zh": "Chinese", "en": "Latin"}


def low_quality(text: str) -> str | None:
    """Why a text is not worth reading, or None."""
    if not _LETTER.search(text):
        return "It has no letters, only marks, digits or emoji."
    if len(text) > 400:  # nobody writes that much of nothing, and the rules below are for short texts
        return "It is one stretch of text over and over." if _is_repeated(text[:2000]) else None
    if _is_repeated(text):
        return "It is one stretch of text over and over."
    if _is_mash(text):
        return "It is keys hit at random."
    return None


def _is_repeated(text: str) -> bool:
    dense = _NOT_WORD.sub("", text).lower()
    match = _REPEATED.match(dense)
    return match is not None and len(dense) - match.end() < len(match[1])


def _is_mash(text: str) -> bool:
    words = [word for word in _WORD.findall(text.lower()) if len(word) > 5]
    if not words or len(_LETTER.findall(text)) > 2 * sum(map(len, words)):
        return False
    mashed = [word for word in words if _VOWELLESS.search(word) or _row_share(word) >= 0.5]
    return 2 * len(mashed) > len(words)


def _row_share(word: str) -> float:
    """How much of a word lies along a row of keys."""
    grams = [word[i : i + 4] for i in range(len(word) - 3)]
    return sum(gram in _MASHED for gram in grams) / len(grams)


def script_share(text: str, lang: str) -> float:
    """Of the pieces of a text (Chinese characters, words of other scripts), the share in the language's script."""
    if text.isascii() and lang == "en":
        return 1.0
    pieces = len(_ANY_UNIT.findall(text))
    return len(_UNIT[lang].findall(text)) / pieces if pieces else 1.0
