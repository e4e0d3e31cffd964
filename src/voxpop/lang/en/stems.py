"""Porter's suffix stripping (1980), as ``rouge-score`` gets it from its toolkit.

That is the algorithm of the paper with a few irregular words, ``y`` kept after a vowel, and ``ied`` and ``ies`` of
short words kept as ``ie``. Of the stop lists of ROUGE, ``rouge155`` comes with ROUGE-1.5.5; ``nltk`` is written after
the toolkit's list, not checked against its file; ``negation`` is rouge155 less "not" and its kin.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import lru_cache

from voxpop.lang.data import read_words
from voxpop.lang.en.parser import stop_words

ALGORITHM = "porter"
STOP_LISTS = ("rouge155", "nltk", "negation")
SPLITTERS: dict[str, Callable[[str], Iterable[str]]] = {}
SPLITTER_VERSIONS: dict[str, str] = {}
IRREGULAR = {
    "sky": "sky", "skies": "sky", "dying": "die", "lying": "lie", "tying": "tie", "news": "news",
    "innings": "inning", "inning": "inning", "outings": "outing", "outing": "outing", "cannings": "canning",
    "canning": "canning", "howe": "howe", "proceed": "proceed", "exceed": "exceed", "succeed": "succeed",
}  # fmt: skip

# Suffixes and what replaces them, tried in this order, and the measure that the rest of the word must exceed.
STEPS = (
    (0, "ational>ate tional>tion enci>ence anci>ance izer>ize bli>ble alli>al entli>ent eli>e ousli>ous "
     "ization>ize ation>ate ator>ate alism>al iveness>ive fulness>ful ousness>ous aliti>al iviti>ive biliti>ble "
     "fulli>ful logi>log"),
    (0, "icate>ic ative> alize>al iciti>ic ical>ic ful> ness>"),
    (1, "al> ance> ence> er> ic> able> ible> ant> ement> ment> ent> ion> ou> ism> ate> iti> ous> ive> ize>"),
)  # fmt: skip
_RULES = [(least, [tuple(rule.split(">")) for rule in rules.split()]) for least, rules in STEPS]
_WORD = re.compile("[a-z0-9]+(?:'t)?|[\u3400-\u9fff]{2}")


def read_stop_list(name: str) -> frozenset[str]:
    """Return the words of a stop list."""
    return read_words("en", f"stop-{name}.txt")


def words(text: str) -> list[str]:
    """Return the words of a text in lower case; of Chinese characters, pairs."""
    return _WORD.findall(text.lower().replace("’", "'"))


def index_terms(text: str) -> frozenset[str]:
    """Return what a sentence is found by: the stems of its content words."""
    return frozenset(stem(word) for word in words(text) if word not in stop_words)


@lru_cache(maxsize=200_000)
def stem(word: str) -> str:
    """Return the stem of a lower-case word."""
    if word in IRREGULAR:
        return IRREGULAR[word]
    if len(word) <= 2:
        return word
    word = _final_y(_past(_plural(word)))
    while word.endswith("alli") and measure(word[:-4]) > 0:
        word = word[:-2]
    for least, rules in _RULES:
        word = _replaced(word, rules, least)
    if word.endswith("e"):
        m = measure(word[:-1])
        if m > 1 or (m == 1 and not _short(word[:-1])):
            word = word[:-1]
    return word[:-1] if word.endswith("ll") and measure(word[:-1]) > 1 else word


def shape(word: str) -> str:
    """Vowels and consonants as letters: "toy" is "cvc", "syzygy" is "cvcvcv"."""
    letters: list[str] = []
    for letter in word:
        vowel = letter in "aeiou" or (letter == "y" and letters != [] and letters[-1] == "c")
        letters.append("v" if vowel else "c")
    return "".join(letters)


def measure(word: str) -> int:
    """How many times a vowel run is followed by a consonant run: Porter's m."""
    return shape(word).count("vc")


def _plural(word: str) -> str:
    if word.endswith("ies") and len(word) == 4:
        return word[:-1]
    if word.endswith(("sses", "ies")):
        return word[:-2]
    return word[:-1] if word.endswith("s") and not word.endswith("ss") else word


def _past(word: str) -> str:
    if word.endswith("ied"):
        return word[:-1] if len(word) == 4 else word[:-2]
    if word.endswith("eed"):
        return word[:-1] if measure(word[:-3]) > 0 else word
    for suffix in ("ed", "ing"):
        rest = word[: -len(suffix)]
        if word.endswith(suffix) and "v" in shape(rest):
            return _restore(rest)
    return word


def _restore(rest: str) -> str:
    """Gives back the e, or takes away the doubled letter, that -ed and -ing had changed."""
    if rest.endswith(("at", "bl", "iz")):
        return rest + "e"
    if len(rest) > 1 and rest[-1] == rest[-2] and shape(rest)[-1] == "c":
        return rest if rest[-1] in "lsz" else rest[:-1]
    return rest + "e" if measure(rest) == 1 and _short(rest) else rest


def _final_y(word: str) -> str:
    rest = word[:-1]
    return rest + "i" if word.endswith("y") and len(rest) > 1 and shape(rest)[-1] == "c" else word


def _short(word: str) -> bool:
    """Is "vc", or ends consonant-vowel-consonant, the last not w, x or y, as in "hop"."""
    form = shape(word)
    return (form.endswith("cvc") and word[-1] not in "wxy") or form == "vc"


def _replaced(word: str, rules: Iterable[tuple[str, ...]], least: int) -> str:
    """Return the word by the first rule whose suffix fits, which decides whether or not its condition then holds."""
    for suffix, new in rules:
        if word.endswith(suffix):
            rest = word[: len(word) - len(suffix)]
            holds = measure(rest + "l" if suffix == "logi" else rest) > least and (suffix != "ion" or rest[-1] in "st")
            return rest + new if holds else word
    return word
