"""Which language a review is in: by its script and, in Latin letters, by the small words that languages live by."""

from __future__ import annotations

import re

from voxpop.lang.data import read_words
from voxpop.lang.wide import narrow

OTHER = "other"  # a language that is none of ours
_SAMPLE = 500  # characters: the first ones tell
_HAN = re.compile("[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]")
_LATIN = re.compile("[A-Za-z\u00c0-\u024f\u1e00-\u1eff]+")
_KANA = re.compile("[\u3041-\u3096\u30a1-\u30fa\uff66-\uff9d]")
_OTHER = re.compile(  # Greek, Cyrillic, …, Hangul: letters of languages that are not ours
    "[\u0370-\u1cff\u1f00-\u1fff\u2c00-\u2dff\u3131-\u318e\ua000-\ud7ff\ufb00-\ufdff\ufe70-\ufefc]"
)
_WORD = re.compile("[a-z\u00df-\u024f\u1e00-\u1eff]+")  # in lower case
_ENGLISH, _FOREIGN = read_words(__package__, "english.txt"), read_words(__package__, "foreign.txt")


def detect(text: str) -> str:
    """ "en", "zh", "other" for another language, "" where there is nothing to tell from ("👍👍", "10/10").

    A text of both is Chinese, names and borrowed words and all, unless English words that everyone uses outnumber the
    Chinese characters: then its sentences are English.

    >>> detect("Great phone!!"), detect("这个手机 battery 不行"), detect("La comida estaba muy buena")
    ('en', 'zh', 'other')
    """
    sample = narrow(text[:_SAMPLE])
    if sample.isascii():
        return _latin(sample)
    han = len(_HAN.findall(sample))
    kana = len(_KANA.findall(sample))
    other = len(_OTHER.findall(sample))
    latin = len(_LATIN.findall(sample))  # a word weighs as much as a Chinese character
    if kana + other > 0.2 * (han + kana + other + latin):
        return OTHER
    if han > 0.3 * latin and (han >= latin or han >= _count(_words(sample), _ENGLISH)):
        return "zh"
    return _latin(sample) if latin else ""


def _words(sample: str) -> list[str]:
    return _WORD.findall(sample.lower())


def _count(words: list[str], known: frozenset[str]) -> int:
    return sum(map(known.__contains__, words))


def _latin(sample: str) -> str:
    words = _words(sample)
    if not words:
        return ""
    english, foreign = _count(words, _ENGLISH), _count(words, _FOREIGN)
    accents = sum(not word.isascii() for word in words)
    if foreign > english or (not english and accents * 3 > len(words) and len(words) > 1):
        return OTHER
    return "en"
