"""Universal POS tags of English words: for now the commonest tag of each word or of its ending."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.resources import files

from voxpop.text.emoji import is_emoji, is_emoticon
from voxpop.text.memo import Memo

_ENTRIES = (line.split() for line in files(__package__).joinpath("lexicon.txt").read_text("utf-8").splitlines())
_LEXICON = dict(_ENTRIES)


def _tag(word: str) -> str:
    lower = word.lower().replace("’", "'")
    if lower in _LEXICON:
        return _LEXICON[lower]
    if is_emoji(word) or is_emoticon(word):
        return "SYM"
    if word[0].isdigit():
        return "NUM"
    if not any(letter.isalnum() for letter in word):
        return "PUNCT"
    for size in (4, 3, 2):
        if len(lower) > size and (tag := _LEXICON.get("-" + lower[-size:])):
            return tag
    return "NOUN"


_TAGS = Memo(_tag)


def tag(sentences: Sequence[Sequence[str]]) -> list[list[str]]:
    """One tag for each word of each sentence."""
    return [[_TAGS[word] for word in words] for words in sentences]
