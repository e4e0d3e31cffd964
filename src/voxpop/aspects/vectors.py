"""Word vectors that ship with voxpop: unit rows in int8, and each word's rank in general language."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, cached_property

import numpy as np
from numpy.typing import NDArray

from voxpop import assets
from voxpop.lang import language
from voxpop.lang.memo import Memo

Vector = NDArray[np.float32]

COMMON = 5000  # words that every text has, among them those that mean little


class Vectors:
    """Looks words and short phrases up. A phrase is the mean of its words, none of which may be unknown."""

    def __init__(self, name: str) -> None:
        arrays = assets.load(name)
        words = arrays["words"].tobytes().decode("utf-8").split("\n")
        self._row = {word: row for row, word in enumerate(words)}
        self._rows: Memo[str, int] = Memo(lambda word: self._row.get(word.lower(), -1))
        self._values, self._scale, self._rank = arrays["vectors"], arrays["scale"], arrays["rank"]

    def __contains__(self, word: str) -> bool:
        return word in self._row

    def word(self, word: str) -> Vector | None:
        row = self._row.get(word)
        return None if row is None else self._values[row].astype(np.float32) * self._scale[row]

    def rows(self, words: Sequence[str]) -> NDArray[np.int64]:
        """Return the rows of words, whatever their case; -1 for those that are not known."""
        return np.fromiter(map(self._rows.__getitem__, words), np.int64, len(words))

    def values(self, rows: NDArray[np.int64]) -> Vector:
        """Return the vectors in these rows: (rows, values)."""
        values: Vector = self._values[rows].astype(np.float32) * self._scale[rows, None]
        return values

    @cached_property
    def centre(self) -> Vector:
        """The mean of the most frequent words, which come first: what words have in common whatever they mean."""
        mean: Vector = np.mean(self._values[:COMMON] * self._scale[:COMMON, None], axis=0, dtype=np.float32)
        return mean

    def phrase(self, words: Sequence[str]) -> Vector | None:
        """A vector of length one."""
        vectors = [self.word(word) for word in words]
        in_table = [vector for vector in vectors if vector is not None]
        if not in_table or len(in_table) < len(vectors):
            return None
        return unit(np.mean(in_table, axis=0))

    def rank(self, word: str) -> int | None:
        """The word's place by frequency in general language, from 1."""
        row = self._row.get(word)
        return None if row is None else int(self._rank[row])


@cache
def vectors(name: str) -> Vectors:
    """Return the vectors of an asset, which are loaded once per process."""
    return Vectors(name)


def general_vectors(code: str) -> Vectors:
    """Return the vectors of a language that were learned from texts of all kinds."""
    return vectors(language(code).aspect_hints.GENERAL_VECTORS)


def review_vectors(code: str) -> Vectors:
    """Return the vectors of a language that were learned from reviews."""
    return vectors(language(code).aspect_hints.REVIEW_VECTORS)


def unit(vector: Vector) -> Vector:
    length = float(np.linalg.norm(vector))
    return vector / np.float32(length) if length else vector
