"""Opposites, by language: the pairs of ``lang/<code>/data/antonyms.tsv``."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from functools import cache

from voxpop.lang.data import read_lines


@cache
def opposites(lang: str) -> Mapping[str, tuple[str, ...]]:
    """Return words with those that say the opposite."""
    pairs: dict[str, list[str]] = defaultdict(list)
    for line in read_lines(lang, "antonyms.tsv"):
        first, second = line.split("\t")
        pairs[first].append(second)
        pairs[second].append(first)
    return {word: tuple(dict.fromkeys(others)) for word, others in pairs.items()}
