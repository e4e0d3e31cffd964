"""Emoji for the reader, which knows only words: those that say how someone feels are read as a word that says so.

Their places stay: a face becomes one letter that the tokenizer sets apart and no review has, blanks stand for the rest
of it and for its repetitions, and the number of the letter's piece gives way to that of the word.
"""

from __future__ import annotations

import re
from functools import cache

import numpy as np
from numpy.typing import NDArray
from tokenizers import Tokenizer

from voxpop.sentiment.tables import emoji
from voxpop.text.emoji import EMOJI

WORDS = {"en": ("great", "awful"), "zh": ("赞", "差")}
FELT = 0.2  # values nearer to none say nothing clear
LETTER = "\u3400"
_DRESS = re.compile("[\ufe0e\ufe0f\U0001f3fb-\U0001f3ff]")  # how it is drawn, and the colour of a skin
_FACES = re.compile(f"({EMOJI})(?:\\s*\\1)*")


class Faces:
    """The faces of one tokenizer's texts; where it lacks the words, texts stay as they are."""

    def __init__(self, tokenizer: Tokenizer, lang: str) -> None:
        found = [number for word in WORDS.get(lang, ()) if (number := tokenizer.token_to_id(word)) is not None]
        self.words = found if len(found) == 2 else []  # for a good and for a bad feeling

    def covered(self, text: str) -> tuple[str, dict[int, int]]:
        """The text with a letter in place of each face, and for each of these places the number of a word."""
        if text.isascii() or not self.words:
            return text, {}
        good, bad = self.words
        words: dict[int, int] = {}

        def letter(match: re.Match[str]) -> str:
            value = felt(match[1])
            if abs(value) < FELT:
                return match[0]
            words[match.start()] = good if value > 0 else bad
            return LETTER.ljust(len(match[0]))

        return _FACES.sub(letter, text), words


def felt(face: str) -> float:
    """How someone feels who writes it, from −1 to 1; 0 where that is not known."""
    return known().get(_DRESS.sub("", face), 0.0)


@cache
def known() -> dict[str, float]:
    return {_DRESS.sub("", face): value for face, value in emoji()}


def shown(ids: NDArray[np.int64], spans: NDArray[np.int32], words: dict[int, int]) -> NDArray[np.int64]:
    """The numbers of the pieces, with words for the letters of ``covered``."""
    for place, word in words.items():
        ids[spans[:, 0] == place] = word
    return ids
