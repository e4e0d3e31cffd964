"""What Chinese sentences are found by, and stop lists and a splitter for ROUGE. Words have no endings to strip."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from voxpop.lang.zh.parser import stop_words
from voxpop.lang.zh.tokens import tokens
from voxpop.lang.zh.variants import normalize
from voxpop.lang.zh.vocabulary import split_words

ALGORITHM = ""
STOP_LISTS = ("voxpop-zh", "voxpop-zh-negation")
SPLITTERS: dict[str, Callable[[str], Iterable[str]]] = {"jieba": split_words}
SPLITTER_VERSIONS = {"jieba": "0.42.1"}
_NEGATIONS = frozenset("不没无未别非勿")


def read_stop_list(name: str) -> frozenset[str]:
    """Return the stop words of the language, without its words of negation if the name says so."""
    if name == "voxpop-zh":
        return stop_words
    return frozenset(word for word in stop_words if not _NEGATIONS & set(word))


def words(text: str) -> list[str]:
    """Return the words of a text in lower case and simplified characters."""
    return [word.lower() for word in tokens(normalize(text)).texts if word[0].isalnum()]


def index_terms(text: str) -> frozenset[str]:
    """Return what a sentence is found by: its words of content."""
    return frozenset(words(text)) - stop_words


def stem(word: str) -> str:
    """Return the word."""
    return word
