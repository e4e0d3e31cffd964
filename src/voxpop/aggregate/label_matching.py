"""How likely a statement says what the label of a key point says, and never its opposite."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cached_property, lru_cache
from itertools import chain, repeat
from math import log
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from voxpop.lang import language

Floats = NDArray[np.float32]
Places = NDArray[np.int64]

REPEATED = 0.6  # the chance from which two labels say the same, so that both are one point
NEW = 8.0  # how rare a word is that the sample lacks, as the logarithm of one in 2,000
NEGATION_REACH = 3  # words from a negation to what it turns


class StatementRow(NamedTuple):
    """One statement. The order of such is the same whatever that of the reviews, and the first of many are a sample."""

    ticket: int  # a checksum of its text
    text: str
    meaning: bytes
    review: int
    start: int
    target: str
    has_target: bool
    polarity: float
    before: str


class ComparedWords(NamedTuple):
    """What statements are compared by."""

    vectors: Floats
    words: list[frozenset[str]]
    targets: list[frozenset[str]]
    sizes: Floats  # the weight of the words of each
    sides: Floats  # of ``Opposites``


class PairFeatures(NamedTuple):
    """What tells whether two statements say the same, each (statements, labels)."""

    like_label: Floats  # the similarity of the meanings
    like_group: Floats  # that of the statement and the middle of the label's group
    of_label: Floats  # the share of the label's words that the statement has; rare words count more
    of_statement: Floats  # the share of the statement's words that the label has
    unlike: NDArray[np.bool_]  # whether their targets have no word in common
    one_target: NDArray[np.bool_]  # whether one of the two alone has a target


class Opposites:
    """Tells which statements say the opposite of each other, such as "runs small" and "runs big"."""

    def __init__(self, lang: str) -> None:
        self._words, self._stem = language(lang).stems.words, language(lang).stems.stem
        self._negators = frozenset(language(lang).negation.NEGATORS)
        self._places: dict[str, list[tuple[int, int]]] = {}
        pairs = language(lang).key_point_rules.OPPOSITES
        self._shape = len(pairs), 2
        for row, pair in enumerate(pairs):
            for side, words in enumerate(pair):
                for word in words.split():
                    self._places.setdefault(self._stem(word), []).append((row, side))

    def sides(self, texts: Sequence[str]) -> Floats:
        """Return which side of each pair of opposites each text is on: (texts, 2 × pairs)."""
        spots: list[tuple[int, int, int]] = []
        for number, text in enumerate(texts):
            words = self._words(text)
            for at, word in enumerate(words):
                for row, side in self._places.get(self._stem(word), ()):
                    turned = not self._negators.isdisjoint(words[max(0, at - NEGATION_REACH) : at])
                    spots.append((number, row, int(side != turned)))
        found = np.zeros((len(texts), *self._shape), np.float32)
        if spots:
            found[tuple(np.array(spots).T)] = 1
        found[found.all(axis=2)] = 0  # on both sides
        return found.reshape(len(texts), 2 * self._shape[0])


def other_sides(sides: Floats) -> Floats:
    """Return the opposite sides."""
    return sides.reshape(len(sides), sides.shape[1] // 2, 2)[:, :, ::-1].reshape(sides.shape)


class PairModel:
    """How likely two statements of a kind say the same: a logistic model over ``PairFeatures``.

    ``weights`` are those of the features, and a constant. ``python -m research.training.key_points`` learns them. How
    rare a word is, the sample tells.
    """

    def __init__(self, sample: Sequence[str], weights: Sequence[float], lang: str) -> None:
        self.weights, self._constant, self._lang = np.array(weights[:-1], np.float32), weights[-1], lang
        used = Counter(term for text in sample for term in words_of(text, lang))
        self._rarity = {term: log(len(sample) / count) + 0.5 for term, count in used.items()}
        self.opposites = Opposites(lang)

    def rarity(self, terms: Iterable[str]) -> list[float]:
        """Return the weight of each word: a rare one counts more."""
        return list(map(self._rarity.get, terms, repeat(NEW)))

    def all_words(self, text: str) -> frozenset[str]:
        """Return the words of a text, not only those of content, as stems."""
        stems = language(self._lang).stems
        return frozenset(map(stems.stem, stems.words(text)))

    def wording(self, said: Sequence[StatementRow]) -> ComparedWords:
        """Return what statements are compared by."""
        words = [words_of(one.text, self._lang) for one in said]
        sizes = np.array([sum(self.rarity(terms)) or 1.0 for terms in words], np.float32)
        targets = [words_of(one.target, self._lang) for one in said]
        sides = self.opposites.sides([one.text for one in said])
        return ComparedWords(unit_vectors([one.meaning for one in said]), words, targets, sizes, sides)

    def chances(self, features: PairFeatures) -> Floats:
        """Return the chances of pairs by their features."""
        weighted = sum(weight * feature for weight, feature in zip(self.weights, features, strict=True))
        chances: Floats = 1 / (1 + np.exp(-weighted - self._constant))
        return chances


class WordIndex:
    """Which labels have each word."""

    def __init__(self, labels: Sequence[frozenset[str]], model: PairModel) -> None:
        columns: dict[str, list[int]] = {}
        for column, terms in enumerate(labels):
            for term in terms:
                columns.setdefault(term, []).append(column)
        self._numbers = {term: number for number, term in enumerate(columns)}
        self._weights = np.array(model.rarity(columns), np.float32)
        self._columns = np.fromiter(chain.from_iterable(columns.values()), np.int64)
        self._ends = np.cumsum([len(own) for own in columns.values()], dtype=np.int64)
        self._labels = len(labels)

    def shared(self, statements: Sequence[frozenset[str]]) -> Floats:
        """Return the weight of the words that each statement has in common with each label."""
        shared = np.zeros((len(statements), self._labels), np.float32)
        numbers = self._numbers
        found = [(row, numbers[term]) for row, terms in enumerate(statements) for term in terms if term in numbers]
        if found:
            rows, terms = np.array(found).T
            ends = self._ends[terms]
            counts = ends - np.where(terms > 0, self._ends[terms - 1], 0)
            last = np.cumsum(counts)
            places = np.arange(last[-1]) + np.repeat(ends - last, counts)
            weights = np.repeat(self._weights[terms], counts)
            np.add.at(shared, (np.repeat(rows, counts), self._columns[places]), weights)
        return shared


class LabelMatcher:
    """Tells how likely statements say what labels of their kind say. ``numbers`` are those of the labels, in order."""

    def __init__(self, numbers: Places, model: PairModel, labels: ComparedWords, middles: Floats) -> None:
        self.numbers, self.model, self._labels, self._middles = numbers, model, labels, middles
        self._words, self._targets = WordIndex(labels.words, model), WordIndex(labels.targets, model)
        self._has_target = np.array([*map(bool, labels.targets)])

    @cached_property
    def first(self) -> Places:
        """The place of the first label that says what each label says: both belong to one key point."""
        chances = self.chances(self._labels)
        chances, first = np.minimum(chances, chances.T), np.arange(len(chances))
        for column in range(1, len(first)):
            earlier = np.unique(first[:column])
            nearest = earlier[chances[column, earlier].argmax()]
            if chances[column, nearest] >= REPEATED:
                first[column] = nearest
        return first

    def chances(self, statements: ComparedWords) -> Floats:
        """Return how likely each statement says what each label says, and never its opposite: (statements, labels)."""
        opposed = statements.sides @ other_sides(self._labels.sides).T > 0
        return np.where(opposed, np.float32(0), self.model.chances(self.features(statements)))

    def features(self, statements: ComparedWords) -> PairFeatures:
        """Return the features of each pair."""
        shared = self._words.shared(statements.words)
        has_target = np.array([*map(bool, statements.targets)])[:, None]
        return PairFeatures(
            like_label=statements.vectors @ self._labels.vectors.T,
            like_group=statements.vectors @ self._middles.T,
            of_label=shared / self._labels.sizes,
            of_statement=shared / statements.sizes[:, None],
            unlike=has_target & self._has_target & (self._targets.shared(statements.targets) == 0),
            one_target=has_target != self._has_target,
        )


@lru_cache(maxsize=50_000)  # the sample is asked for several times, and targets repeat
def words_of(text: str, lang: str) -> frozenset[str]:
    """Return the words of content of a text, as stems; all its words if it has none."""
    return language(lang).stems.index_terms(text) or frozenset(text.lower().split())


def unit_vectors(meanings: Sequence[bytes]) -> Floats:
    """Return meanings as vectors of length one."""
    return unit(
        np.frombuffer(b"".join(meanings), np.int8).reshape(len(meanings), -1 if meanings else 0).astype(np.float32)
    )


def unit(vectors: Floats) -> Floats:
    """Return vectors of length one."""
    lengths = np.linalg.norm(vectors, axis=-1, keepdims=True)
    units: Floats = (vectors / np.maximum(lengths, 1e-9)).astype(np.float32)
    return units
