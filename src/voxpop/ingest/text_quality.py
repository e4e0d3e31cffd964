"""Recognise texts without content (no letters, repetition, random keys, code), and measure the share of a script."""

from __future__ import annotations

import re

from voxpop.ingest.text_shape import shape_of
from voxpop.lang.scripts import SCRIPTS, SPACED_LETTERS, UNSPACED_LETTERS

_LETTER = re.compile(r"[^\W\d_]")
_WORD = re.compile(r"[a-z]+")
_REPEATED = re.compile(r"(.{1,12}?)\1{4,}")
_NOT_WORD = re.compile(r"[\W_]+")
_ROWS = ("qwertyuiop", "asdfghjkl", "zxcvbnm")
_MASHED = frozenset(row[i : i + 4] for keys in _ROWS for row in (keys, keys[::-1]) for i in range(len(row) - 3))
_VOWELLESS = re.compile(r"[bcdfghjklmnpqrstvwxz]{6,}")
_UNIT = {  # what counts as one piece of text: a word, or a letter of a script without spaces
    code: re.compile(f"[{script.LETTERS}]{'+' if script.IS_SPACED else ''}") for code, script in SCRIPTS.items()
}
_ANY_UNIT = re.compile(f"[{UNSPACED_LETTERS}]|[{SPACED_LETTERS}]+|[^\\W\\d_{SPACED_LETTERS}{UNSPACED_LETTERS}]+")


def low_quality(text: str) -> str | None:
    """Return why a text is not worth reading, or None."""
    if not _LETTER.search(text):
        return "It has no letters, only marks, digits or emoji."
    if len(text) > 400:  # nobody writes that much of nothing, and the rules below are for short texts
        return "It is one stretch of text over and over." if _is_repeated(text[:2000]) else None
    if _is_repeated(text):
        return "It is one stretch of text over and over."
    if _is_mash(text):
        return "It is keys hit at random."
    if shape := shape_of(text):
        return f"It is {shape}."
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
    """Return how much of a word lies along a row of keys."""
    grams = [word[i : i + 4] for i in range(len(word) - 3)]
    return sum(gram in _MASHED for gram in grams) / len(grams)


def script_share(text: str, lang: str) -> float:
    """Return which share of the pieces of a text (words, letters without spaces) is in the language's script."""
    if text.isascii() and _UNIT[lang].match("a"):
        return 1.0
    pieces = len(_ANY_UNIT.findall(text))
    return len(_UNIT[lang].findall(text)) / pieces if pieces else 1.0
