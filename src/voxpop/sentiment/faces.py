"""Emoji for the reader, which knows only words: those that say how someone feels are read as a word that says so.

Their places stay: a face becomes one letter that the tokenizer sets apart, blanks stand for the rest of it and for its
repetitions, and the number of the letter's piece gives way to that of the word. A face often ends a sentence, and where
it does a stop takes the place of a blank behind it.
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
_DRESS = re.compile("[\ufe0e\ufe0f\U0001f3fb-\U0001f3ff]|\u200d[♀♂]")  # how it is drawn, the colour of a skin, the sex
_FACES = re.compile(f"({EMOJI})(?:[^\\S\\n]*\\1(?![\ufe0e\ufe0f\u200d\U0001f3fb-\U0001f3ff]))*")
_ENDS = re.compile(r"[^\S\n]*\n|\s+(?=[A-Z])")  # what stands behind the end of a sentence
PLANE = "\U0001f000"  # from here on there are pictures alone


class Faces:
    """The faces of one tokenizer's texts; where it lacks the words, texts stay as they are."""

    def __init__(self, tokenizer: Tokenizer, lang: str) -> None:
        found = [number for word in WORDS.get(lang, ()) if (number := tokenizer.token_to_id(word)) is not None]
        self.words = found if len(found) == 2 else []  # for a good and for a bad feeling

    def covered(self, text: str) -> tuple[str, dict[int, int]]:
        """The text with a letter in place of each face, and for each that feels the number of a word."""
        if text.isascii() or not self.words:
            return text, {}
        good, bad = self.words
        letters, words = list(text), dict[int, int]()
        for match in _FACES.finditer(text):
            (start, end), value = match.span(), felt(match[1])
            if abs(value) >= FELT:
                words[start] = good if value > 0 else bad
            elif text[start] < PLANE:
                continue
            letters[start:end] = LETTER.ljust(end - start)
            if start in words and _ENDS.match(text, end):
                letters[end - 1 if end - start > 1 else end] = "."
        return "".join(letters), words


def felt(face: str) -> float:
    """How someone feels who writes it, from −1 to 1; 0 where that is not known. What is joined to it tells no more."""
    bare = _DRESS.sub("", face)
    return known().get(bare, known().get(bare.split("\u200d")[0], 0.0))


@cache
def known() -> dict[str, float]:
    return {_DRESS.sub("", face): value for face, value in emoji()}


def shown(ids: NDArray[np.int64], spans: NDArray[np.int32], words: dict[int, int]) -> NDArray[np.int64]:
    """The numbers of the pieces, with words for the letters of ``covered``."""
    if words:
        for at, place in enumerate(spans[:, 0].tolist()):
            ids[at] = words.get(place, ids[at])
    return ids
