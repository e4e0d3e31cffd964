"""How likely a statement says what the label of a key point says, and never its opposite."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from functools import lru_cache, partial
from itertools import chain
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
    before: str  # what stands before it in its review
    after: str


class WordPairs(NamedTuple):
    """Which words some texts have: the number of a text and that of a word, each pair once."""

    texts: Places
    words: Places


class ComparedWords(NamedTuple):
    """What statements are compared by."""

    vectors: Floats
    words: WordPairs  # those of content, as stems
    targets: WordPairs
    sizes: Floats  # the weight of the words of each: a rare one counts more
    sides: Floats  # of ``Opposites``

    def has_target(self) -> NDArray[np.bool_]:
        """Return which of them have a target."""
        return np.bincount(self.targets.texts, minlength=len(self.vectors)) > 0


class PairWeights(NamedTuple):
    """How much each feature of two statements tells whether they say the same, and a constant."""

    like_label: float  # the similarity of the meanings
    like_group: float  # that of the statement and the middle of the label's group
    of_label: float  # the share of the label's words that the statement has; rare words count more
    of_statement: float  # the share of the statement's words that the label has
    unlike: float  # whether their targets have no word in common
    one_target: float  # whether one of the two alone has a target
    constant: float


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
        self._negators = language(lang).negation.NEGATORS
        self._lang, self._of_stem = lang, dict[str, list[tuple[int, int]]]()
        pairs = language(lang).key_point_rules.OPPOSITES
        self._shape = len(pairs), 2
        for row, pair in enumerate(pairs):
            for side, words in enumerate(pair):
                for word in words.split():
                    self._of_stem.setdefault(stem(word), []).append((row, side))
        self._places = Lookup(self._places_of)

    def sides(self, texts: Sequence[Sequence[str]]) -> Floats:
        """Return which side of each pair of opposites each text, given by its words, is on: (texts, 2 × pairs)."""
        spots: list[tuple[int, int, int]] = []
        places = list(map(self._places.__getitem__, chain.from_iterable(texts)))
        ends = np.cumsum([0, *map(len, texts)])
        sided = np.flatnonzero(np.fromiter(map(bool, places), np.bool_, len(places)))  # few words are
        numbers = np.searchsorted(ends, sided, side="right") - 1
        for place, number, start in zip(sided.tolist(), numbers.tolist(), ends[numbers].tolist(), strict=True):
            at = place - start
            turned = not self._negators.isdisjoint(texts[number][max(0, at - NEGATION_REACH) : at])
            spots += [(number, row, int(side != turned)) for row, side in places[place]]
        found = np.zeros((len(texts), *self._shape), np.float32)
        if spots:
            found[tuple(np.array(spots).T)] = 1
        found[found.all(axis=2)] = 0  # on both sides
        return found.reshape(len(texts), 2 * self._shape[0])

    def _places_of(self, word: str) -> list[tuple[int, int]]:
        return self._of_stem.get(language(self._lang).stems.stem(word), [])


def other_sides(sides: Floats) -> Floats:
    """Return the opposite sides."""
    return sides.reshape(len(sides), sides.shape[1] // 2, 2)[:, :, ::-1].reshape(sides.shape)


class PairModel:
    """How likely two statements of a kind say the same: a logistic model with ``PairWeights``.

    ``python -m research.training.key_points`` learns them. How rare a word is, the sample tells.
    """

    def __init__(self, sample: Sequence[str], weights: Sequence[float], opposites: Opposites, lang: str) -> None:
        self.weights, self._opposites, self._lang = PairWeights(*weights), opposites, lang
        used = Counter(term for text in sample for term in words_of(text, lang))
        # All other words weigh the same: so each process adds up the same numbers in the same order.
        self._numbers = {stem: number for number, stem in enumerate(sorted(used))}
        self._rarities = array("d", (log(len(sample) / used[stem]) + 0.5 for stem in self._numbers))
        self._content = Lookup(self._numbered)

    def rarity(self, words: Places) -> NDArray[np.float64]:
        """Return the weight of each word by its number: a rare one counts more."""
        return np.frombuffer(self._rarities, np.float64)[words] if len(words) else np.zeros(0)

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
        every = pairs_of(split, self._content.__getitem__)
        of_content = WordPairs(*(column[every.words >= 0] for column in every))
        empty = np.flatnonzero(np.bincount(of_content.texts, minlength=len(texts)) == 0)  # as in ``words_of``
        rest = pairs_of([texts[place].lower().split() for place in empty.tolist()], self._number)
        words = distinct(WordPairs(*map(np.concatenate, zip(of_content, (empty[rest.texts], rest.words), strict=True))))
        sizes = np.bincount(words.texts, self.rarity(words.words), len(texts)).astype(np.float32)
        sizes[sizes == 0] = 1
        compared = pairs_of(list(map(partial(words_of, lang=self._lang), targets)), self._number)
        return ComparedWords(unit(meanings.astype(np.float32)), words, compared, sizes, self._opposites.sides(split))

    def _numbered(self, word: str) -> int:
        """Return the number of the stem of a word; -1 for one without content."""
        return -1 if word in language(self._lang).stop_words else self._number(language(self._lang).stems.stem(word))

    def _number(self, stem: str) -> int:
        if stem not in self._numbers:
            self._numbers[stem] = len(self._numbers)
            self._rarities.append(NEW)
        return self._numbers[stem]


def pairs_of(texts: Sequence[Collection[str]], number: Callable[[str], int]) -> WordPairs:
    """Return the words of texts by their numbers."""
    lengths = np.fromiter(map(len, texts), np.int64, len(texts))
    numbers = np.fromiter(map(number, chain.from_iterable(texts)), np.int64, lengths.sum())
    return WordPairs(np.repeat(np.arange(len(texts)), lengths), numbers)


def distinct(pairs: WordPairs) -> WordPairs:
    """Return the same pairs, each once."""
    both = np.unique(pairs.texts << 32 | pairs.words)
    return WordPairs(both >> 32, both & 0xFFFFFFFF)


class WordIndex:
    """Which labels have each word."""

    def __init__(self, labels: WordPairs) -> None:
        self._columns = labels.texts[np.argsort(labels.words, kind="stable")]
        self._counts = np.bincount(labels.words)
        self._ends = np.cumsum(self._counts)

    def shared(self, statements: WordPairs) -> tuple[Places, Places, Places]:
        """Return the words that statements have in common with labels: statement, label and word."""
        known = statements.words < len(self._counts)
        texts, words = statements.texts[known], statements.words[known]
        counts = self._counts[words]
        before = self._ends[words] - np.cumsum(counts)
        places = np.arange(counts.sum()) + np.repeat(before, counts)
        return np.repeat(texts, counts), self._columns[places], np.repeat(words, counts)


class LabelMatcher:
    """Tells how likely statements say what labels of their kind say. ``numbers`` are those of the labels, in order."""

    def __init__(self, numbers: Places, model: PairModel, labels: ComparedWords, middles: Floats) -> None:
        self.numbers, self.model, self._labels, self._middles = numbers, model, labels, middles
        self._words, self._targets = WordIndex(labels.words), WordIndex(labels.targets)

    def first(self) -> Places:
        """Return the place of the first label that says what each label says: both belong to one key point."""
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
        return chance_of(self.possible(statements))

    def possible(self, statements: ComparedWords, first: Places | slice = slice(None)) -> Floats:
        """Return the scores of the same; not of the opposite of the ``first`` label of each label either."""
        scores = self.scores(statements, self.model.weights)
        sided = np.flatnonzero(statements.sides.any(1))
        opposed = statements.sides[sided] @ other_sides(self._labels.sides).T > 0
        scores[sided] = np.where(opposed | opposed[:, first], -np.inf, scores[sided])
        return scores

    def scores(self, statements: ComparedWords, weights: PairWeights) -> Floats:
        """Return the weighted sum of the features of each pair: (statements, labels). All is added up in one array."""
        labels, own = self._labels, statements.has_target().astype(np.float32)[:, None]
        theirs = labels.has_target()
        both = np.where(theirs, weights.unlike, weights.one_target) + weights.constant
        one = np.where(theirs, weights.one_target, 0) + weights.constant
        meant = weights.like_label * labels.vectors + weights.like_group * self._middles
        partners = np.concatenate([meant, both[:, None], one[:, None]], axis=1, dtype=np.float32)
        scores = exact_products(np.concatenate([statements.vectors, own, 1 - own], axis=1), partners)
        flat = scores.reshape(-1)
        texts, columns, words = self._words.shared(statements.words)
        shares = weights.of_label / labels.sizes[columns] + weights.of_statement / statements.sizes[texts]
        np.add.at(flat, texts * len(partners) + columns, (shares * self.model.rarity(words)).astype(np.float32))
        texts, columns, _ = self._targets.shared(statements.targets)
        flat[np.unique(texts * len(partners) + columns)] -= weights.unlike
        return scores


def exact_products(left: Floats, right: Floats) -> Floats:
    """Return the product of rows and rows, rounded to 2⁻²³: of such numbers, no order of adding them up changes it.

    BLAS adds up in another order with another number of threads, of which workers have one.
    """
    left, right = (np.rint(side * 2.0**23) / 2.0**23 for side in (left, right))
    products: Floats = (left.astype(np.float64) @ right.astype(np.float64).T).astype(np.float32)
    return products


def chance_of(scores: Floats) -> Floats:
    """Return the chances that scores stand for."""
    return (1 / (1 + np.exp(-scores))).astype(np.float32, copy=False)


@lru_cache(maxsize=50_000)  # the sample is asked for several times, and targets repeat
def words_of(text: str, lang: str) -> frozenset[str]:
    """Return the words of content of a text, as stems; all its words if it has none."""
    return language(lang).stems.index_terms(text) or frozenset(text.lower().split())


def unit(vectors: Floats) -> Floats:
    """Return vectors of length one."""
    lengths = np.linalg.norm(vectors, axis=-1, keepdims=True)
    units: Floats = (vectors / np.maximum(lengths, 1e-9)).astype(np.float32)
    return units
