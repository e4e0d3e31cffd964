"""Universal POS tags of Chinese words, looked up in the dictionary word by word."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import NamedTuple

from voxpop.lang import DEFAULT, language, parse_foreign
from voxpop.lang.emoji import is_emoji, is_emoticon
from voxpop.lang.memo import Memo
from voxpop.lang.zh.vocabulary import dictionary

_UPOS = {  # jieba's tags, by their first letter unless the whole tag stands here
    "n": "NOUN", "nr": "PROPN", "nrt": "PROPN", "nrfg": "PROPN", "ns": "PROPN", "nt": "PROPN", "nz": "PROPN",
    "v": "VERB", "vn": "NOUN", "a": "ADJ", "ad": "ADV", "an": "NOUN", "b": "ADJ", "z": "ADJ", "zg": "ADV", "d": "ADV",
    "t": "NOUN", "s": "NOUN", "f": "ADP", "m": "NUM", "q": "NOUN", "r": "PRON", "p": "ADP", "c": "CCONJ", "u": "PART",
    "y": "PART", "e": "INTJ", "o": "INTJ", "i": "ADJ", "l": "VERB", "j": "NOUN", "k": "PART", "h": "PART", "g": "NOUN",
    "x": "X",
}  # fmt: skip
LATIN = "?"  # the tag of a word in Latin letters until its neighbours have been read too
_NO_TERMS = frozenset("tsq")  # times, places and measures are nouns that never name an aspect


class WordTags(NamedTuple):
    """A word in lower case, its tag, and the tag that decides whether it can be part of a noun phrase."""

    lower: str
    tag: str
    phrase_tag: str


def knows(word: str) -> bool:
    """Return whether it is a word of Chinese, as far as the dictionary lists it."""
    return word in dictionary().tags


def _word_tags(word: str) -> WordTags:
    lower = word.lower()
    if word.replace("’", "'").isascii() or not any(letter.isalnum() for letter in word):
        tag = _foreign_tag(word)
        return WordTags(lower, tag, tag)
    mark = dictionary().tag(word)
    tag = _UPOS.get(mark) or _UPOS[mark[0]]
    is_time = dictionary().tag(word[:2]) == dictionary().tag(word[2:] or " ") == "t"  # two words in one: "今天下午"
    return WordTags(lower, tag, "" if mark[0] in _NO_TERMS or is_time else tag)


def _foreign_tag(word: str) -> str:
    if is_emoji(word) or is_emoticon(word):
        return "SYM"
    if word[0].isdigit():
        return "NUM"
    if not any(letter.isalnum() for letter in word):
        return "SYM" if word[0] in "$￥¥%+=<>^|" else "PUNCT"
    return LATIN


WORD_TAGS = Memo(_word_tags)


def amend(words: Sequence[str], tags: list[str]) -> list[str]:
    """Give each run of words in Latin letters the tags of its own language, in place, and return the tags."""
    if LATIN not in tags:
        return tags
    first = 0
    for is_latin, run in groupby(tags.copy(), key=LATIN.__eq__):
        last = first + sum(1 for _ in run)
        if is_latin:
            tags[first:last] = _FOREIGN_TAGS[" ".join(words[first:last])]
        first = last
    return tags


def _foreign_tags(run: str) -> list[str]:
    """Return a tag for each word. An unknown word is a name, and so is "check in", said in Chinese."""
    tokens = [token for sentence in parse_foreign(run, DEFAULT) for token in sentence.tokens]
    knows = language(DEFAULT).tagger.knows
    tag_at = {token.start: token.tag for token in tokens if knows(token.text)}
    tags, place = [], 0
    for word in run.split(" "):
        tags.append(tag_at.get(place, "NOUN") if len(word) > 1 else "X")
        place += len(word) + 1
    return ["NOUN", "ADP"] if tags == ["VERB", "ADP"] else tags


_FOREIGN_TAGS = Memo(_foreign_tags, limit=10_000)
