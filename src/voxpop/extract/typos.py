"""Mistyped words for the reader: "terible" is read as "terrible", which has a piece of its own, at the same place.

A word is taken for a slip where it falls into several pieces, is neither in a list of words nor a form of a known one,
and is near one word of one piece alone: a letter more or less, two swapped, or another vowel away. Another consonant
makes another word ("overcooking", "overlooking") as often as a slip. Names are left alone, and so is what only lacks
an apostrophe.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache

import numpy as np
from numpy.typing import NDArray
from tokenizers import Tokenizer

from voxpop import assets

WORDS = {"en": "vectors-general-en"}  # tables whose words are spelt as they should be
LETTERS, VOWELS = "abcdefghijklmnopqrstuvwxyz", "aeiouy"
SHORTEST = 5  # letters of a word that has few words near it
ENDINGS = ("s", "es", "ed", "ing", "er", "ers", "ly", "y")
CONTINUED = "##"


class TypoCorrector:
    """The mistyped words of one tokenizer's texts."""

    def __init__(self, tokenizer: Tokenizer, lang: str) -> None:
        self.known = lang in WORDS
        self._lang = lang
        numbers = tokenizer.get_vocab()
        self._whole = {word: number for word, number in numbers.items() if word.isalpha() and word.isascii()}
        self.meant = lru_cache(maxsize=4096)(self._meant)

    def mended(
        self, text: str, tokens: Sequence[str], ids: NDArray[np.int64], spans: NDArray[np.int32]
    ) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
        """The numbers and places of the pieces, with one piece for each mistyped word."""
        if not self.known:
            return ids, spans
        kept = np.ones(len(ids), bool)
        for first, last in several(tokens):
            start, end = int(spans[first, 0]), int(spans[last, 1])
            word = text[start:end]
            number = None if word.istitle() and not begins(text, start) else self.meant(word.lower())
            if number is not None:
                ids[first], spans[first, 1] = number, end
                kept[first + 1 : last + 1] = False
        return (ids, spans) if kept.all() else (ids[kept], spans[kept])

    def _meant(self, word: str) -> int | None:
        if len(word) < SHORTEST or not (word.isascii() and word.isalpha()) or self._is_spelt(word):
            return None
        found = {near for near in edits(word) if near in self._whole}
        if len(found) != 1 or (near := found.pop())[0] != word[0] or is_other(word, near):
            return None
        return self._whole[near]

    def _is_spelt(self, word: str) -> bool:
        """Whether it is in the list, or a form of what has a piece of its own."""
        stems = (word.removesuffix(ending) for ending in ENDINGS if word.endswith(ending))
        forms = (form for stem in stems for form in (stem, f"{stem}e", stem[:-1] if stem[-2:-1] == stem[-1:] else stem))
        return word in spelt(self._lang) or any(form in self._whole for form in forms)


def begins(text: str, start: int) -> bool:
    """Whether a sentence begins there."""
    return text[:start].rstrip()[-1:] in ("", ".", "!", "?")


def several(tokens: Sequence[str]) -> Iterator[tuple[int, int]]:
    """The first and the last piece of each word that has more than one."""
    first = 0
    for place, token in enumerate([*tokens, ""]):
        if not token.startswith(CONTINUED):
            if place - first > 1:
                yield first, place - 1
            first = place


def edits(word: str) -> Iterator[str]:
    """All that is one slip away: a letter left out, put in, mistaken, or swapped with the next."""
    for place in range(len(word) + 1):
        head, tail = word[:place], word[place:]
        yield head + tail[1:]
        yield head + tail[1:2] + tail[:1] + tail[2:]
        for letter in LETTERS:
            yield head + letter + tail
            yield head + letter + tail[1:]


def is_other(word: str, near: str) -> bool:
    """Whether a near word is rather another one: a consonant of it differs, or it lacks the t of "weren't"."""
    differ = [pair for pair in zip(word, near, strict=False) if pair[0] != pair[1]]
    mistaken = len(word) == len(near) and len(differ) == 1
    return word == f"{near}t" or (mistaken and not set(differ[0]) <= set(VOWELS))


@cache
def spelt(lang: str) -> frozenset[str]:
    return frozenset(assets.load(WORDS[lang])["words"].tobytes().decode("utf-8").split("\n"))
