"""What two texts share, for many pairs at once: n-grams, skip-bigrams and longest common subsequences.

Words that occur on one side alone can be part of no match, so ``Pairs`` leaves them out before anything is counted;
the totals come from the lengths. Each count gives three numbers a pair: units matched (clipped), units of the
prediction, units of the gold text.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from voxpop.metrics.rouge_tokens import POOL, EncodedTexts, Ints

Words = Sequence[Hashable]
Counts = tuple[int, int, int]


class SharedWords(NamedTuple):
    """The words of one side that occur on the other too.

    ``number`` tells words of a pair apart, and words of different pairs as well. In ``place`` texts lie so far apart
    that words of two texts are never neighbours.
    """

    number: Ints
    pair: Ints
    place: Ints


@dataclass(frozen=True, slots=True)
class Pairs:
    """Pair ``i`` is text ``i`` of gold and of the predictions; ``lengths`` has all words of prediction and gold text.

    The words that pairs share are numbered, each pair's own, up to ``size``: two of them in order have the code
    ``first * size + second``.
    """

    gold: SharedWords
    pred: SharedWords
    lengths: Ints
    size: int

    @classmethod
    def of(cls, gold: EncodedTexts, pred: EncodedTexts) -> Pairs:
        lengths = np.stack([pred.lengths, gold.lengths], axis=1)
        base, gap = int(max(side.ids.max(initial=0) for side in (gold, pred))) + 1, int(lengths.max()) + 1
        owners = [np.repeat(np.arange(len(side)), side.lengths) for side in (gold, pred)]
        left, right, size = _numbered(owners[0] * base + gold.ids, owners[1] * base + pred.ids)
        shared = np.zeros(size + 1, dtype=np.bool_)
        shared[right] = True
        shared[size] = False  # the number of all words that are not in gold
        renumber = np.cumsum(shared) - 1
        sides = []
        for numbers, owner in zip((left, right), owners, strict=True):
            chosen = np.flatnonzero(shared[numbers])
            pair = owner[chosen]
            sides.append(SharedWords(renumber[numbers[chosen]], pair, chosen + pair * gap))
        return cls(sides[0], sides[1], lengths, int(shared.sum()))

    def matched(self, left: Ints, right: Ints, owner: Ints, *, are_words: bool = False) -> Ints:
        """Clipped matches per pair: of each unit as many as both sides have; ``owner`` is the pair of each on the left.

        Each of a unit's c copies brings its share, matches / c. Words are numbered already.
        """
        left, right, size = (left, right, self.size) if are_words else _numbered(left, right)
        copies, there = (np.bincount(side, minlength=size)[left] for side in (left, right))
        shares = np.bincount(owner, np.minimum(there / copies, 1), minlength=len(self.lengths))
        return np.rint(shares).astype(np.int64)


def ngrams(pairs: Pairs, n: int) -> Ints:
    totals = np.maximum(pairs.lengths - n + 1, 0)
    sides = pairs.gold, pairs.pred
    left, right = (side.number for side in sides)
    for step in range(1, n):
        codes = (left, right) if step == 1 else _numbered(left, right)[:2]
        left, right = (code[:-1] * pairs.size + side.number[step:] for code, side in zip(codes, sides, strict=True))
    ends = (side.place[n - 1 :] for side in sides)
    near = [np.flatnonzero(end - side.place[: len(end)] == n - 1) for end, side in zip(ends, sides, strict=True)]
    matched = pairs.matched(left[near[0]], right[near[1]], pairs.gold.pair[near[0]], are_words=n == 1)
    return np.column_stack([matched, totals])


def skip_bigrams(pairs: Pairs, *, reach: int | None, unigrams: str) -> Ints:
    """Ordered word pairs at most ``reach`` positions apart (None: any), and unigrams: "none", "all" or "but-last"."""
    longest = int(pairs.lengths.max())
    reach = longest if reach is None else min(reach, longest)
    (left, first), (right, _) = (_skipped(side, reach, pairs.size) for side in (pairs.gold, pairs.pred))
    matched = pairs.matched(left, right, pairs.gold.pair[first])
    before_last = np.maximum(pairs.lengths - 1, 0)
    near = np.minimum(before_last, reach)
    totals = near * pairs.lengths - near * (near + 1) // 2
    if unigrams != "none":
        (left, owner, _), (right, *_) = pairs.gold, pairs.pred
        if unigrams == "but-last":
            last = np.cumsum(pairs.lengths, axis=0) - 1 + np.arange(len(totals))[:, None] * (longest + 1)
            inside = pairs.gold.place != last[owner, 1]
            left, owner, right = left[inside], owner[inside], right[pairs.pred.place != last[pairs.pred.pair, 0]]
        matched = matched + pairs.matched(left, right, owner, are_words=True)
        totals += pairs.lengths if unigrams == "all" else before_last
    return np.column_stack([matched, totals])


def common_subsequences(pairs: Pairs) -> Ints:
    """Return the longest common subsequence of the whole texts."""
    bounds = np.arange(len(pairs.lengths) + 1)
    gold, pred = (EncodedTexts(side.number, np.searchsorted(side.pair, bounds)) for side in (pairs.gold, pairs.pred))
    matched = [lcs(gold.text(pair), pred.text(pair)) for pair in range(len(gold))]
    return np.column_stack([matched, pairs.lengths])


def lcs(gold: Words, pred: Words) -> int:
    """Return the length of the longest common subsequence; the zero bits of its vector mark where it grows."""
    return len(pred) - rows(gold, pred)[-1].bit_count() if gold else 0


def rows(gold: Words, pred: Words) -> list[int]:
    """Bit-parallel dynamic programming: one vector of bits over ``pred`` after each word of ``gold``."""
    places: dict[Hashable, int] = {}
    for position, word in enumerate(pred):
        places[word] = places.get(word, 0) | 1 << position
    full = vector = (1 << len(pred)) - 1
    vectors = []
    for word in gold:
        hits = vector & places.get(word, 0)
        vector = ((vector + hits) | (vector - hits)) & full
        vectors.append(vector)
    return vectors


def lcs_summary(gold: Sequence[Words], pred: Sequence[Words]) -> Counts:
    """ROUGE-Lsum: each gold sentence against the union of its matches, no word counted more than it occurs."""
    left, right = (Counter(word for sentence in side for word in sentence) for side in (gold, pred))
    totals, hits = (right.total(), left.total()), 0
    for sentence in gold:
        union = sorted({place for other in pred for place in _places(sentence, other)})
        for word in (sentence[place] for place in union):
            if left[word] > 0 and right[word] > 0:
                hits += 1
                left[word] -= 1
                right[word] -= 1
    return hits, *totals


def _places(gold: Words, pred: Words) -> list[int]:
    """Return the positions in ``gold`` of the longest common subsequence that ROUGE-1.5.5's walk back finds."""
    table = [(1 << len(pred)) - 1, *rows(gold, pred)]
    i, j, matched = len(gold), len(pred), []
    while i and j:
        prefix = (1 << j) - 1
        if gold[i - 1] == pred[j - 1]:
            i, j = i - 1, j - 1
            matched.append(i)
        elif (table[i] & prefix).bit_count() < (table[i - 1] & prefix).bit_count():
            j -= 1  # this row's length is not yet reached in the row above
        else:
            i -= 1
    return matched


def _numbered(left: Ints, right: Ints) -> tuple[Ints, Ints, int]:
    """Keys as numbers from 0, equal keys alike; keys on the right alone all get the number after the last."""
    keys = pa.array(np.concatenate([left, right]))
    coded = pc.dictionary_encode(keys, memory_pool=POOL).indices.to_numpy().astype(np.int64)
    size = int(coded[: len(left)].max(initial=-1)) + 1  # numbers go by first appearance, so gold has the first ones
    return coded[: len(left)], np.minimum(coded[len(left) :], size), size


def _skipped(side: SharedWords, reach: int, size: int) -> tuple[Ints, Ints]:
    """Codes of a side's skip-bigrams, and where the first word of each stands."""
    codes, places = [side.number[:0]], [side.number[:0]]
    for step in range(1, reach + 1):
        first = np.flatnonzero(side.place[step:] - side.place[:-step] <= reach)
        if not len(first):
            break  # words further along are further apart still
        codes.append(side.number[first] * size + side.number[first + step])
        places.append(first)
    return np.concatenate(codes), np.concatenate(places)
