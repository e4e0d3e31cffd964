"""Detect the language of a review by its script and, where languages share letters, by their function words."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files

from voxpop.lang.data import read_words
from voxpop.lang.full_width import narrow
from voxpop.lang.scripts import SCRIPTS, SPACED, SPACED_LETTERS, UNSPACED

OTHER = "other"  # a language that has no folder
_SAMPLE = 500  # characters, from the beginning
_OTHER_LETTERS = re.compile(  # Greek, Cyrillic, …, Hangul, Kana: letters of languages without a folder
    "[\u0370-\u1cff\u1f00-\u1fff\u2c00-\u2dff\u3131-\u318e\ua000-\ud7ff\ufb00-\ufdff\ufe70-\ufefc"
    "\u3041-\u3096\u30a1-\u30fa\uff66-\uff9d]"
)
_OWN = {code: re.compile(f"[{script.LETTERS}]") for code, script in SCRIPTS.items()}
_WORD = re.compile(f"[{SPACED_LETTERS}]+")
_LOWER_WORD = re.compile(f"[{''.join(dict.fromkeys(SCRIPTS[code].LOWER_LETTERS for code in SPACED))}]+")


@cache
def _function_words() -> dict[str, frozenset[str]]:
    """Return the function words of each language with spaces, and under ``OTHER`` those of other languages."""
    own = {code: read_words(code, "function_words.txt") for code in SPACED}
    lines = files(__package__).joinpath("other_languages.txt").read_text("utf-8").splitlines()
    others = {word for line in lines if not line.startswith("#") for word in line.split()}
    return own | {OTHER: frozenset(others.difference(*own.values()))}


def detect(text: str) -> str:
    """Return the code of a language, "other" for another one, and "" if nothing tells ("👍👍", "10/10").

    A text that mixes a language without spaces and one with spaces is in the former, unless function words of the
    latter outnumber its characters.

    >>> detect("Great phone!!"), detect("这个手机 battery 不行"), detect("La comida estaba muy buena")
    ('en', 'zh', 'other')
    """
    sample = narrow(text[:_SAMPLE])
    if sample.isascii():
        return _detect_by_words(sample)
    counts = {code: len(_OWN[code].findall(sample)) for code in UNSPACED}
    code = max(counts, key=counts.__getitem__)
    characters = counts[code]
    foreign = len(_OTHER_LETTERS.findall(sample))
    words = len(_WORD.findall(sample))  # a word weighs as much as a character of a language without spaces
    if foreign > 0.2 * (characters + foreign + words):
        return OTHER
    if characters > 0.3 * words and (characters >= words or characters >= _most_function_words(sample)):
        return code
    return _detect_by_words(sample) if words else ""


def _most_function_words(sample: str) -> int:
    words = _LOWER_WORD.findall(sample.lower())
    return max(_count(words, _function_words()[code]) for code in SPACED)


def _count(words: list[str], listed: frozenset[str]) -> int:
    return sum(map(listed.__contains__, words))


def _detect_by_words(sample: str) -> str:
    words = _LOWER_WORD.findall(sample.lower())
    if not words:
        return ""
    counts = {code: _count(words, listed) for code, listed in _function_words().items()}
    foreign = counts.pop(OTHER)
    code = max(counts, key=counts.__getitem__)
    accented = sum(not word.isascii() for word in words)
    if foreign > counts[code] or (not counts[code] and accented * 3 > len(words) and len(words) > 1):
        return OTHER
    return code
