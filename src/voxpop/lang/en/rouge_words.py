"""English stop lists of ROUGE.

``rouge155`` comes with ROUGE-1.5.5; ``nltk`` is written after the toolkit's list, not checked against its file;
``negation`` is rouge155 less "not" and its kin.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from voxpop.lang.data import read_words

STOP_LISTS = ("rouge155", "nltk", "negation")
SPLITTERS: dict[str, Callable[[str], Iterable[str]]] = {}
SPLITTER_VERSIONS: dict[str, str] = {}


def read_stop_list(name: str) -> frozenset[str]:
    """Return the words of a stop list."""
    return read_words("en", f"stop-{name}.txt")
