"""What Chinese sentences are found by, and stop lists and a splitter for ROUGE. Words have no endings to strip."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from voxpop.lang.zh.parser import stop_words
from voxpop.lang.zh.vocabulary import split_words

ALGORITHM = ""
STOP_LISTS = ("voxpop-zh", "voxpop-zh-negation")
SPLITTERS: dict[str, Callable[[str], Iterable[str]]] = {"jieba": split_words}
SPLITTER_VERSIONS = {"jieba": "0.42.1"}
_NEGATIONS = frozenset("不没无未别非勿")
_HAN = re.compile("[\u3400-\u9fff]+")


def read_stop_list(name: str) -> frozenset[str]:
    """Return the stop words of the language, without its words of negation if the name says so."""
    if name == "voxpop-zh":
        return stop_words
    return frozenset(word for word in stop_words if not _NEGATIONS & set(word))


def index_terms(text: str) -> frozenset[str]:
    """Return what a sentence is found by: its pairs of neighbouring characters."""
    return frozenset(run[at : at + 2] for run in _HAN.findall(text) for at in range(len(run) - 1))


def stem(word: str) -> str:
    """Return the word."""
    return word
