"""What the reader reads in place of emoji and of foreign expressions, since it knows only words of one language.

An emoji that says how someone feels is read as a word that says so, and so is praise and blame in another language;
the name of a thing in another language is read as a word for such a thing. Offsets stay the same: the expression
becomes one placeholder letter that the tokenizer sets apart, blanks stand for the rest of it and for its repetitions,
and the id of the placeholder's piece is replaced by that of the word. An emoji often ends a sentence; where it does, a
full stop takes the place of a blank behind it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from tokenizers import Tokenizer

from voxpop.extract.code_switching import foreign_expressions
from voxpop.lang import language
from voxpop.lang.emoji import EMOJI, PLACEHOLDER, emoji_values

CLEAR = 0.2  # the size of a value from which it is good or bad
_VARIANT = re.compile(
    "[\ufe0e\ufe0f\U0001f3fb-\U0001f3ff]|\u200d[♀♂]"
)  # how it is drawn, the colour of a skin, the sex
_REPEATED = re.compile(f"({EMOJI})(?:[^\\S\\n]*\\1(?![\ufe0e\ufe0f\u200d\U0001f3fb-\U0001f3ff]))*")
_SENTENCE_END = re.compile(r"[^\S\n]*\n|\s+(?=[A-Z])")  # what stands behind the end of a sentence
PICTURES = "\U0001f000"  # from here on there are pictures alone


class TokenReplacement(NamedTuple):
    """What is read at a place: the id of a piece, and where the characters end that it stands for."""

    id: int
    end: int


class EmojiTokens:
    """The replacements for one tokenizer. Where it lacks the words for feelings, texts stay as they are."""

    def __init__(self, tokenizer: Tokenizer, lang: str) -> None:
        self.lang, self._id = lang, tokenizer.token_to_id
        self._input = language(lang).reader_input
        ids = [self._ids(pieces) for pieces in self._input.STAND_INS]
        self.words = ids if all(ids) else []  # for a good, a neutral and a bad feeling

    def _ids(self, pieces: Sequence[str]) -> list[int]:
        """Return the ids of a word's pieces; none where one is unknown."""
        ids = [id for piece in pieces if (id := self._id(piece)) is not None]
        return ids if len(ids) == len(pieces) else []

    def replace(self, text: str) -> tuple[str, dict[int, TokenReplacement]]:
        """Return the text with placeholders for what is read as something else, and what that is by its place."""
        if text.isascii() or not self.words:
            return text, {}
        letters, replacements = list(text), dict[int, TokenReplacement]()
        for start, end, value in foreign_expressions(text, self.lang):
            ids = self._stand_in(text[start:end], value)
            last = len(ids) - 1
            if 0 <= last < end - start:
                replacements.update((start + i, TokenReplacement(id, start + i + 1)) for i, id in enumerate(ids))
                replacements[start + last] = TokenReplacement(ids[last], end)
                letters[start:end] = (PLACEHOLDER * len(ids)).ljust(end - start)
        self._replace_emoji(text, letters, replacements)
        return "".join(letters), replacements

    def _stand_in(self, expression: str, value: float | None) -> list[int]:
        """Return the ids to read for a foreign expression; none where the reader knows it, as it does "ok"."""
        if value == 0 or (len(expression) > 1 and self._id(expression.lower()) is not None):
            return []
        if value is None:
            word = self._input.stand_in_for_name(expression)
            return [] if word is None else self._ids([word])
        good, neutral, bad = self.words
        return neutral if abs(value) < CLEAR else good if value > 0 else bad

    def _replace_emoji(self, text: str, letters: list[str], replacements: dict[int, TokenReplacement]) -> None:
        good, _, bad = self.words
        for match in _REPEATED.finditer(text):
            (start, end), value = match.span(), emoji_value(match[1])
            if abs(value) >= CLEAR:
                replacements[start] = TokenReplacement(good[0] if value > 0 else bad[0], start + 1)
            elif text[start] < PICTURES:
                continue
            letters[start:end] = PLACEHOLDER.ljust(end - start)
            if start in replacements and _SENTENCE_END.match(text, end):
                letters[end - 1 if end - start > 1 else end] = "."


def emoji_value(emoji: str) -> float:
    """Return how someone feels who writes an emoji, from −1 to 1; 0 if unknown. What is joined to it is left out."""
    bare = _VARIANT.sub("", emoji)
    return _values().get(bare, _values().get(bare.split("\u200d")[0], 0.0))


@cache
def _values() -> dict[str, float]:
    return {_VARIANT.sub("", emoji): value for emoji, value in emoji_values().items()}


def replace_ids(ids: NDArray[np.int64], spans: NDArray[np.int32], replacements: dict[int, TokenReplacement]) -> None:
    """Give the placeholders of ``EmojiTokens.replace`` their ids and ends, in place."""
    if replacements:
        for piece, start in enumerate(spans[:, 0].tolist()):
            if start in replacements:
                ids[piece], spans[piece, 1] = replacements[start]
