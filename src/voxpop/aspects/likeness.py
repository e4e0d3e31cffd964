"""Measure how alike two terms are, from 0 to 1: by a small list of synonyms and by word vectors."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from voxpop.aspects.corpus import Key
from voxpop.aspects.vectors import Vector, general_vectors, review_vectors
from voxpop.lang import Language

SYNONYM = 0.95  # listed synonyms are more alike than what is merely of a kind ("chicken" and "pork")
IN_REVIEWS = 0.7  # the weight of the vectors learned from reviews where general ones know both terms too


class Likeness:
    """Compares terms by their basic forms."""

    def __init__(self, lang: Language) -> None:
        self.threshold = lang.aspect_hints.LEAST_ALIKE
        self._reviews = cache(review_vectors(lang.code).phrase)
        self._general = cache(general_vectors(lang.code).phrase)
        synonyms = [*lang.aspect_hints.SYNONYMS, *category_words(lang).values()]
        self._synonyms = {word: i for i, words in enumerate(synonyms) for word in words}
        self._joiner = lang.joiner
        self._measure = cache(self._compare)

    def __call__(self, a: Key, b: Key) -> float:
        return self._measure(min(a, b), max(a, b))

    def _compare(self, a: Key, b: Key) -> float:
        sets = [self._synonyms.get(self._joiner.join(key)) for key in (a, b)]
        if sets[0] is not None and sets[0] == sets[1]:
            return SYNONYM
        return min(1.0, max(0.0, self._cosine(a, b)))

    def _cosine(self, a: Key, b: Key) -> float:
        near, far = _cosine(self._reviews, a, b), _cosine(self._general, a, b)
        if near is None or far is None:
            return (near or 0.0) if far is None else far
        return IN_REVIEWS * near + (1 - IN_REVIEWS) * far


def category_words(lang: Language, kind: str | None = None) -> dict[str, list[str]]:
    """Return the words that mean each category by its name, with those of its row for a kind of product."""
    topics = lang.topic_names
    words = {name: [name, *topics.CATEGORY_WORDS.get(code, ())] for code, name in topics.CATEGORY_NAMES.items()}
    of_kind = topics.row_words(kind)
    taken = {word for own in of_kind.values() for word in own}
    return {name: [*of_kind.get(name, ()), *(word for word in own if word not in taken)] for name, own in words.items()}


def _cosine(vector: Callable[[Key], Vector | None], a: Key, b: Key) -> float | None:
    left, right = vector(a), vector(b)
    return None if left is None or right is None else float(left @ right)
