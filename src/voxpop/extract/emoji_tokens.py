"""What stands in a text for the reader, which knows only words, and those of one language.

Emoji that say how someone feels are read as a word that says so, and so is praise and blame in the other language;
names of things in Chinese are read as the English word for such a thing. Their places stay: a face becomes one letter
that the tokenizer sets apart, blanks stand for the rest of it and for its repetitions, and the number of the letter's
piece gives way to that of the word. A face often ends a sentence, and where it does a stop takes the place of a blank
behind it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from tokenizers import Tokenizer

from voxpop.extract.code_switching import in_english, mixed_in
from voxpop.extract.lexicon_tables import emoji_values
from voxpop.lang.emoji import EMOJI

WORDS = {"en": (("great",), ("average",), ("awful",)), "zh": (("赞",), ("一", "般"), ("差",))}
FELT = 0.2  # values nearer to none say nothing clear
LETTER = "\u3400"
_DRESS = re.compile("[\ufe0e\ufe0f\U0001f3fb-\U0001f3ff]|\u200d[♀♂]")  # how it is drawn, the colour of a skin, the sex
_FACES = re.compile(f"({EMOJI})(?:[^\\S\\n]*\\1(?![\ufe0e\ufe0f\u200d\U0001f3fb-\U0001f3ff]))*")
_ENDS = re.compile(r"[^\S\n]*\n|\s+(?=[A-Z])")  # what stands behind the end of a sentence
PLANE = "\U0001f000"  # from here on there are pictures alone


class Word(NamedTuple):
    """What is read in a place: the number of a piece, and where the characters end that it stands for."""

    number: int
    end: int


class EmojiTokens:
    """The faces of one tokenizer's texts; where it lacks the words, texts stay as they are."""

    def __init__(self, tokenizer: Tokenizer, lang: str) -> None:
        self.lang, self._number = lang, tokenizer.token_to_id
        numbers = [self._numbers(word) for word in WORDS.get(lang, ())]
        self.words = numbers if all(numbers) else []  # for a good, an even and a bad feeling

    def _numbers(self, pieces: Sequence[str]) -> list[int]:
        """Those of a word's pieces; none where one is unknown."""
        found = [number for piece in pieces if (number := self._number(piece)) is not None]
        return found if len(found) == len(pieces) else []

    def covered(self, text: str) -> tuple[str, dict[int, Word]]:
        """The text with letters in place of what is read as something else, and what that is."""
        if text.isascii() or not self.words:
            return text, {}
        letters, words = list(text), dict[int, Word]()
        for start, end, value in mixed_in(text, self.lang):
            numbers = self._stand_in(text[start:end], value)
            last = len(numbers) - 1
            if 0 <= last < end - start:
                words.update((start + i, Word(number, start + i + 1)) for i, number in enumerate(numbers))
                words[start + last] = Word(numbers[last], end)
                letters[start:end] = (LETTER * len(numbers)).ljust(end - start)
        self._cover_faces(text, letters, words)
        return "".join(letters), words

    def _stand_in(self, expression: str, value: float | None) -> list[int]:
        """What an expression of the other language is read as; none where the reader knows it, as it does "ok"."""
        if value == 0 or (len(expression) > 1 and self._number(expression.lower()) is not None):
            return []
        if value is None:
            return self._numbers([in_english(expression)]) if self.lang == "en" else []
        good, even, bad = self.words
        return even if abs(value) < FELT else good if value > 0 else bad

    def _cover_faces(self, text: str, letters: list[str], words: dict[int, Word]) -> None:
        good, _, bad = self.words
        for match in _FACES.finditer(text):
            (start, end), value = match.span(), felt(match[1])
            if abs(value) >= FELT:
                words[start] = Word(good[0] if value > 0 else bad[0], start + 1)
            elif text[start] < PLANE:
                continue
            letters[start:end] = LETTER.ljust(end - start)
            if start in words and _ENDS.match(text, end):
                letters[end - 1 if end - start > 1 else end] = "."


def felt(face: str) -> float:
    """How someone feels who writes it, from −1 to 1; 0 where that is not known. What is joined to it tells no more."""
    bare = _DRESS.sub("", face)
    return known().get(bare, known().get(bare.split("\u200d")[0], 0.0))


@cache
def known() -> dict[str, float]:
    return {_DRESS.sub("", face): value for face, value in emoji_values()}


def show(ids: NDArray[np.int64], spans: NDArray[np.int32], words: dict[int, Word]) -> None:
    """Give the letters of ``covered`` their numbers and ends among the pieces."""
    if words:
        for at, place in enumerate(spans[:, 0].tolist()):
            if place in words:
                ids[at], spans[at, 1] = words[place]
