"""Mistyped words for the reader: "terible" is read as "terrible", which has a piece of its own, at the same place.

A word is taken for a typo where it falls into several pieces, is neither in a list of words nor a form of a known one,
and is near exactly one word of one piece: one letter more or less, two letters swapped, or one other vowel. Another
consonant makes another word ("overcooking", "overlooking") as often as a typo. Names and contractions without their
apostrophe are left alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache

import numpy as np
from numpy.typing import NDArray
from tokenizers import Tokenizer

from voxpop import assets
from voxpop.lang import language

SHORTEST = 5  # letters of a word that has few words near it
CONTINUED = "##"
BEFORE = 100  # characters before a word in which the sentence before it ends


class TypoCorrector:
    """Corrects the mistyped words of one tokenizer's texts. It does nothing for languages without a word list."""

    def __init__(self, tokenizer: Tokenizer, lang: str) -> None:
        self._spelling = language(lang).spelling
        vocabulary = tokenizer.get_vocab()
        self._whole_words = {word: id for word, id in vocabulary.items() if word.isalpha() and word.isascii()}
        self.correct_word = lru_cache(maxsize=4096)(self._correct_word)

    def correct(
        self, text: str, tokens: Sequence[str], ids: NDArray[np.int64], spans: NDArray[np.int32]
    ) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
        """Return the ids and spans of the pieces, with one piece for each mistyped word."""
        if self._spelling.WORD_LIST is None:
            return ids, spans
        is_kept = np.ones(len(ids), bool)
        for first, last in split_words(tokens):
            start, end = int(spans[first, 0]), int(spans[last, 1])
            word = text[start:end]
            is_name = word.istitle() and not begins_sentence(text, start)
            id = None if is_name else self.correct_word(word.lower())
            if id is not None:
                ids[first], spans[first, 1] = id, end
                is_kept[first + 1 : last + 1] = False
        return (ids, spans) if is_kept.all() else (ids[is_kept], spans[is_kept])

    def _correct_word(self, word: str) -> int | None:
        """Return the id of the word that a mistyped one stands for; None where it is not one."""
        if len(word) < SHORTEST or not (word.isascii() and word.isalpha()) or self._is_known(word):
            return None
        near = {candidate for candidate in self._edits(word) if candidate in self._whole_words}
        if len(near) != 1:
            return None
        candidate = near.pop()
        return None if candidate[0] != word[0] or self._is_other(word, candidate) else self._whole_words[candidate]

    def _is_known(self, word: str) -> bool:
        """Return whether a word is in the list, or a form of one that has a piece of its own."""
        stems = (word.removesuffix(ending) for ending in self._spelling.ENDINGS if word.endswith(ending))
        forms = (form for stem in stems for form in (stem, f"{stem}e", stem[:-1] if stem[-2:-1] == stem[-1:] else stem))
        return word in _word_list(str(self._spelling.WORD_LIST)) or any(form in self._whole_words for form in forms)

    def _edits(self, word: str) -> Iterator[str]:
        """Yield all that is one typo away: a letter left out, put in, mistaken, or swapped with the next."""
        for place in range(len(word) + 1):
            head, tail = word[:place], word[place:]
            yield head + tail[1:]
            yield head + tail[1:2] + tail[:1] + tail[2:]
            for letter in self._spelling.LETTERS:
                yield head + letter + tail
                yield head + letter + tail[1:]

    def _is_other(self, word: str, near: str) -> bool:
        """Return whether a near word is rather another one: a consonant of it differs, or it is a contraction."""
        differ = [pair for pair in zip(word, near, strict=False) if pair[0] != pair[1]]
        is_substitution = len(word) == len(near) and len(differ) == 1
        other_consonant = is_substitution and not set(differ[0]) <= self._spelling.VOWELS
        return other_consonant or self._spelling.is_contraction(word, near)


def begins_sentence(text: str, start: int) -> bool:
    """Return whether a sentence begins at a place."""
    return text[max(0, start - BEFORE) : start].rstrip()[-1:] in ("", ".", "!", "?")


def split_words(tokens: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Yield the first and the last piece of each word that has more than one."""
    first = 0
    for place, token in enumerate([*tokens, ""]):
        if not token.startswith(CONTINUED):
            if place - first > 1:
                yield first, place - 1
            first = place


@cache
def _word_list(name: str) -> frozenset[str]:
    return frozenset(assets.load(name)["words"].tobytes().decode("utf-8").split("\n"))
