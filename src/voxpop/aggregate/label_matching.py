"""How likely a statement says what the label of a key point says, and never its opposite."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property, lru_cache
from itertools import chain, repeat
from math import log
from typing import NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from voxpop.lang import language

Floats = NDArray[np.float32]
Places = NDArray[np.int64]
T = TypeVar("T")

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
    of_whole: bool
    before: str


class ComparedWords(NamedTuple):
    """What statements are compared by."""

    vectors: Floats
    words: list[dict[str, float]]  # those of content, as stems, each with its weight: a rare one counts more
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


class Lookup(dict[str, T]):
    """What a function says of words, each asked once."""

    def __init__(self, function: Callable[[str], T]) -> None:
        self._function = function

    def __missing__(self, word: str) -> T:
        return self.setdefault(word, self._function(word))


class Opposites:
    """Tells which statements say the opposite of each other, such as "runs small" and "runs big"."""

    def __init__(self, lang: str) -> None:
        stem = language(lang).stems.stem
        self._negators = frozenset(language(lang).negation.NEGATORS)
        places: dict[str, list[tuple[int, int]]] = {}
        pairs = language(lang).key_point_rules.OPPOSITES
        self._shape = len(pairs), 2
        for row, pair in enumerate(pairs):
            for side, words in enumerate(pair):
                for word in words.split():
                    places.setdefault(stem(word), []).append((row, side))
        self._places = Lookup(lambda word: places.get(stem(word), []))

    def sides(self, texts: Sequence[Sequence[str]]) -> Floats:
        """Return which side of each pair of opposites each text, given by its words, is on: (texts, 2 × pairs)."""
        spots: list[tuple[int, int, int]] = []
        for number, words in enumerate(texts):
            for at, places in enumerate(map(self._places.__getitem__, words)):
                for row, side in places:
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
        self._opposites = Opposites(lang)
        self._content = Lookup(self._weighed)

    def rarity(self, terms: Iterable[str]) -> list[float]:
        """Return the weight of each word: a rare one counts more."""
        return list(map(self._rarity.get, terms, repeat(NEW)))

    def all_words(self, text: str) -> frozenset[str]:
        """Return the words of a text, not only those of content, as stems."""
        stems = language(self._lang).stems
        return frozenset(map(stems.stem, stems.words(text)))

    def sides(self, texts: Iterable[str]) -> Floats:
        """Return on which sides of ``Opposites`` texts are."""
        return self._opposites.sides(list(map(language(self._lang).stems.words, texts)))

    def wording(self, texts: Sequence[str], targets: Iterable[str], meanings: NDArray[np.int8]) -> ComparedWords:
        """Return what statements are compared by."""
        split = list(map(language(self._lang).stems.words, texts))
        content = self._content
        words = [dict(found for word in own if (found := content[word])) for own in split]
        for text, own in zip(texts, words, strict=True):
            if not own:  # as in ``words_of``
                rest = text.lower().split()
                own.update(zip(rest, self.rarity(rest), strict=True))
        sizes = np.array([sum(own.values()) or 1.0 for own in words], np.float32)
        compared = [words_of(target, self._lang) for target in targets]
        return ComparedWords(unit(meanings.astype(np.float32)), words, compared, sizes, self._opposites.sides(split))

    def _weighed(self, word: str) -> tuple[str, float] | None:
        """Return the stem of a word and its weight; None for one without content."""
        if word in language(self._lang).stop_words:
            return None
        stem = language(self._lang).stems.stem(word)
        return stem, self._rarity.get(stem, NEW)

    def chances(self, features: PairFeatures) -> Floats:
        """Return the chances of pairs by their features."""
        weighted = sum(weight * feature for weight, feature in zip(self.weights, features, strict=True))
        chances: Floats = 1 / (1 + np.exp(-weighted - self._constant))
        return chances


class WordIndex:
    """Which labels have each word."""

    def __init__(self, labels: Sequence[Iterable[str]], model: PairModel) -> None:
        columns: dict[str, list[int]] = {}
        for column, terms in enumerate(labels):
            for term in terms:
                columns.setdefault(term, []).append(column)
        self._numbers = {term: number for number, term in enumerate(columns)}
        self._weights = np.array(model.rarity(columns), np.float32)
        self._columns = np.fromiter(chain.from_iterable(columns.values()), np.int64)
        self._ends = np.cumsum([len(own) for own in columns.values()], dtype=np.int64)
        self._labels = len(labels)

    def shared(self, statements: Sequence[Iterable[str]]) -> Floats:
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


def unit(vectors: Floats) -> Floats:
    """Return vectors of length one."""
    lengths = np.linalg.norm(vectors, axis=-1, keepdims=True)
    units: Floats = (vectors / np.maximum(lengths, 1e-9)).astype(np.float32)
    return units
