"""Titles of products in English, as a shop lists them: many words with capitals, and no sentence."""

from __future__ import annotations

import re

from voxpop.lang.data import read_words

LEAST_WORDS = 4
NAMED = 0.6  # the share of words with a capital or a digit
_WORD = re.compile(r"[^\W_]+(?:['’.&/-][^\W_]+)*")
_END = re.compile(r"[.!?](?:\s|$)")
_SENTENCE_WORDS = read_words("en", "sentence_words.txt")


def is_title(text: str) -> bool:
    """Return whether a text is a title rather than something that a customer says."""
    if _END.search(text) or text.isupper():  # the quickest to tell, and true of most reviews
        return False
    words: list[str] = _WORD.findall(text)
    if len(words) < LEAST_WORDS:
        return False
    if any(word.lower() in _SENTENCE_WORDS for word in words):
        return False
    named = sum(word[0].isupper() or any(map(str.isdigit, word)) for word in words)
    return named >= NAMED * len(words)
