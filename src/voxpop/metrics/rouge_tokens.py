"""Texts as the words that ROUGE counts: cut by a tokeniser, without stop words, and stemmed."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache, partial
from unicodedata import category

from voxpop.errors import choose
from voxpop.lang import DEFAULT, language, languages

SINGLE = ((0x2E80, 0x30FF), (0x31F0, 0x31FF), (0x3400, 0x4DBF), (0x4E00, 0x9FFF), (0xF900, 0xFAFF), (0x20000, 0x3FFFF))
"""Scripts without spaces, whose every character stands for itself: Han and Japanese kana."""


class _Letters(dict[int, str]):
    """For ``str.translate``: letters, marks and digits stay, Han stands alone, anything else is a space."""

    def __missing__(self, code: int) -> str:
        letter = chr(code)
        replacement = letter if _is_of_word(letter) else " "
        if replacement != " " and any(low <= code <= high for low, high in SINGLE):
            replacement = f" {letter} "
        self[code] = replacement
        return replacement


class _Ascii(dict[int, str]):
    """For ``str.translate``: only letters and digits of ASCII stay, as in rouge-score."""

    def __missing__(self, code: int) -> str:
        self[code] = chr(code) if code < 128 and chr(code).isalnum() else " "
        return self[code]


def _is_of_word(letter: str) -> bool:
    return category(letter)[0] in "LMN"


def _split(splitter: Callable[[str], Iterable[str]], text: str) -> list[str]:
    return [word for word in splitter(text) if any(map(_is_of_word, word))]


_LETTERS, _ASCII = _Letters(), _Ascii()
TOKENISERS: dict[str, Callable[[str], list[str]]] = {
    "unicode": lambda text: text.translate(_LETTERS).split(),
    "ascii": lambda text: text.translate(_ASCII).split(),
    "space": str.split,
} | {name: partial(_split, splitter) for lang in languages() for name, splitter in lang.stems.SPLITTERS.items()}


@cache
def stop_words(name: str, lang: str = DEFAULT) -> frozenset[str]:
    """Return a stop list of a language by its name; no words for no name."""
    words = language(lang).stems
    return words.read_stop_list(choose("stop list", name, words.STOP_LISTS)) if name else frozenset()


@cache
def stem(word: str, lang: str) -> str:
    """Return the stem of a word. As in ROUGE-1.5.5, words of up to three letters stay."""
    return language(lang).stems.stem(word) if len(word) > 3 else word
