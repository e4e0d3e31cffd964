"""What Chinese sentences are found by. Words have no endings to strip."""

from __future__ import annotations

import re

ALGORITHM = ""
_HAN = re.compile("[\u3400-\u9fff]+")


def index_terms(text: str) -> frozenset[str]:
    """Return what a sentence is found by: its pairs of neighbouring characters."""
    return frozenset(run[at : at + 2] for run in _HAN.findall(text) for at in range(len(run) - 1))


def stem(word: str) -> str:
    """Return the word."""
    return word
