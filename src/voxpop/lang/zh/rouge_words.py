"""Chinese stop lists and word splitters of ROUGE."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from voxpop.lang.zh.parser import stop_words
from voxpop.lang.zh.vocabulary import split_words

STOP_LISTS = ("voxpop-zh", "voxpop-zh-negation")
SPLITTERS: dict[str, Callable[[str], Iterable[str]]] = {"jieba": split_words}
SPLITTER_VERSIONS = {"jieba": "0.42.1"}
_NEGATIONS = frozenset("不没无未别非勿")


def read_stop_list(name: str) -> frozenset[str]:
    """Return the stop words of the language, without its words of negation if the name says so."""
    if name == "voxpop-zh":
        return stop_words
    return frozenset(word for word in stop_words if not _NEGATIONS & set(word))
