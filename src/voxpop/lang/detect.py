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
_OTHER_SCRIPTS = {  # the letters by which a language is named, the surer first
    "Japanese": "[\u3041-\u3096\u30a1-\u30fa\uff66-\uff9d]",
    "Korean": "[\u1100-\u11ff\u3131-\u318e\uac00-\ud7a3]",
    "Ukrainian": "[\u0404\u0406\u0407\u0454\u0456\u0457\u0490\u0491]",
    "Russian": "[\u0400-\u052f]",
    "Arabic": "[\u0600-\u06ff\u0750-\u077f\ufb50-\ufdff\ufe70-\ufefc]",
    "Hebrew": "[\u0590-\u05ff]",
    "Greek": "[\u0370-\u03ff\u1f00-\u1fff]",
    "Hindi": "[\u0900-\u097f]",
    "Thai": "[\u0e00-\u0e7f]",
}
_OWN = {code: re.compile(f"[{script.LETTERS}]") for code, script in SCRIPTS.items()}
_WORD = re.compile(f"[{SPACED_LETTERS}]+")
_LOWER_WORD = re.compile(f"[{''.join(dict.fromkeys(SCRIPTS[code].LOWER_LETTERS for code in SPACED))}]+")


@cache
def _function_words() -> dict[str, frozenset[str]]:
    """Return the function words of each language with spaces, and under ``OTHER`` those of other languages."""
    own = {code: read_words(code, "function_words.txt") for code in SPACED}
    others = frozenset[str]().union(*_words_of_others().values())
    return own | {OTHER: others.difference(*own.values())}


@cache
def _words_of_others() -> dict[str, set[str]]:
    """Return the function words of languages without a folder, by the English name of the language."""
    words: dict[str, set[str]] = {}
    for line in files(__package__).joinpath("other_languages.txt").read_text("utf-8").splitlines():
        if not line.startswith("#"):
            name, _, listed = line.partition(": ")
            words.setdefault(name, set()).update(listed.split())
    return words


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


def name_of_other(text: str) -> str:
    """Return the English name of the language of a text that ``detect`` calls "other"; empty if it cannot be told.

    >>> name_of_other("とても美味しい料理でした"), name_of_other("La comida estaba muy buena")
    ('Japanese', 'Spanish')
    """
    sample = text[:_SAMPLE]
    if not sample.isascii():
        for name, letters in _OTHER_SCRIPTS.items():
            if re.search(letters, sample):
                return name
    words = _LOWER_WORD.findall(sample.lower())
    counts = {name: sum(map(listed.__contains__, words)) for name, listed in _words_of_others().items()}
    name = max(counts, key=counts.__getitem__)
    return name if counts[name] else ""


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
    if foreign > counts[code]:
        return OTHER
    if counts[code] or len(words) == 1:
        return code
    accented = sum(not word.isascii() for word in words)
    return OTHER if accented * 3 > len(words) else code
