"""What two texts share, for many pairs at once: n-grams, skip-bigrams and longest common subsequences.

Words that occur on one side alone can be part of no match, so ``Pairs`` leaves them out before anything is counted;
the totals come from the lengths. Each count gives three arrays: units matched (clipped), predicted, in gold.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from voxpop.metrics.rouge_tokens import Ints, Tokens

WORD = 64  # bits of a machine word
MAX_WORDS = 4  # longer gold texts are matched with Python's integers, one pair at a time
MANY = 24  # pairs that make a vectorised step pay
MIXER = 0x9E3779B97F4A7C15  # an odd number with well-spread bits, to hash keys by multiplication


class Counts(NamedTuple):
    matched: Ints
    predicted: Ints
    gold: Ints


@dataclass(frozen=True, slots=True)
class Pairs:
    """Pair ``i`` is text ``i`` of gold and of the predictions: one run of words, gold texts first.

    ``gold`` and ``pred`` are the lengths of the texts. The words kept have their number, their text (``doc``) and
    their ``place``, in which texts lie so far apart that words of two texts are never neighbours.
    """

    ids: Ints
    doc: Ints
    place: Ints
    gold: Ints
    pred: Ints
    base: int  # greater than every number

    @classmethod
    def of(cls, gold: Tokens, pred: Tokens) -> Pairs:
        ids = np.concatenate([gold.ids, pred.ids])
        lengths = np.concatenate([gold.lengths, pred.lengths])
        doc = np.repeat(np.arange(len(lengths)), lengths)
        place = np.arange(len(ids)) + doc * (int(lengths.max(initial=0)) + 10)
        base = int(ids.max(initial=0)) + 1
        kept = np.flatnonzero(_maybe_shared(doc % max(1, len(gold)) * base + ids, doc >= len(gold)))
        return cls(ids[kept], doc[kept], place[kept], gold.lengths, pred.lengths, base)

    def __len__(self) -> int:
        return len(self.gold)

    def sides(self) -> tuple[Tokens, Tokens]:
        """The words kept, as gold and predicted texts again."""
        offsets = np.searchsorted(self.doc, np.arange(2 * len(self) + 1))
        return Tokens(self.ids, offsets[: len(self) + 1]), Tokens(self.ids, offsets[len(self) :])


def ngrams(pairs: Pairs, n: int) -> Counts:
    codes, size = pairs.ids, pairs.base
    for step in range(1, n):
        codes, size = _dense(codes, size)
        codes = codes[:-1] * pairs.base + pairs.ids[step:]
        size *= pairs.base
    doc = pairs.doc[: len(codes)]
    if n > 1:
        inside = pairs.place[n - 1 :] - pairs.place[: len(codes)] == n - 1
        codes, doc = codes[inside], doc[inside]
    matched = _matched(codes, doc, size, len(pairs))
    return Counts(matched, np.maximum(pairs.pred - n + 1, 0), np.maximum(pairs.gold - n + 1, 0))


def skip_bigrams(pairs: Pairs, *, reach: int | None, unigrams: str) -> Counts:
    """Ordered word pairs at most ``reach`` positions apart (None: any), and unigrams: "none", "all" or "but-last"."""
    longest = int(max(pairs.gold.max(initial=0), pairs.pred.max(initial=0)))
    reach = longest if reach is None else min(reach, longest)
    base = pairs.base + 1  # one number more, for "no first word"
    codes, docs = [np.zeros(0, dtype=np.int64)], [np.zeros(0, dtype=np.int64)]
    for step in range(1, reach + 1):
        inside = np.flatnonzero(pairs.place[step:] - pairs.place[:-step] <= reach)
        if not len(inside):
            break  # words further along the run are further apart still
        codes.append(pairs.ids[inside] * base + pairs.ids[inside + step])
        docs.append(pairs.doc[inside])
    if unigrams != "none":
        kept = _not_last(pairs) if unigrams == "but-last" else slice(None)
        codes.append(pairs.base * base + pairs.ids[kept])
        docs.append(pairs.doc[kept])
    matched = _matched(np.concatenate(codes), np.concatenate(docs), base * base, len(pairs))
    return Counts(matched, _skips(pairs.pred, reach, unigrams), _skips(pairs.gold, reach, unigrams))


def lcs(pairs: Pairs) -> Counts:
    """The longest common subsequence of the whole texts, by bit-parallel dynamic programming."""
    gold, pred = pairs.sides()
    matched = np.zeros(len(pairs), dtype=np.int64)
    words = -(-gold.lengths // WORD)
    words[pred.lengths == 0] = 0
    for width in np.unique(words[words > 0]).tolist():
        chosen = np.flatnonzero(words == width)
        if width <= MAX_WORDS and len(chosen) >= MANY:
            matched[chosen] = _lcs_many(gold.take(chosen), pred.take(chosen), width)
        else:
            matched[chosen] = [len_lcs(gold.text(pair), pred.text(pair)) for pair in chosen.tolist()]
    return Counts(matched, pairs.pred, pairs.gold)


def len_lcs(gold: Sequence[int], pred: Sequence[int]) -> int:
    """Length of the longest common subsequence; the zero bits of the vector mark where it grows."""
    *_, vector = rows(gold, pred) or [0]
    return len(pred) - vector.bit_count() if gold else 0


def rows(gold: Sequence[int], pred: Sequence[int]) -> list[int]:
    """One bit vector over ``pred`` after each word of ``gold``."""
    places: dict[int, int] = {}
    for position, word in enumerate(pred):
        places[word] = places.get(word, 0) | 1 << position
    full = vector = (1 << len(pred)) - 1
    found = []
    for word in gold:
        hits = vector & places.get(word, 0)
        vector = ((vector + hits) | (vector - hits)) & full
        found.append(vector)
    return found


def lcs_summary(gold: Sequence[Sequence[int]], pred: Sequence[Sequence[int]]) -> int:
    """Hits of ROUGE-Lsum: each gold sentence against the union of its matches, no word counted more than it occurs."""
    left = Counter(word for sentence in gold for word in sentence)
    right = Counter(word for sentence in pred for word in sentence)
    hits = 0
    for sentence in gold:
        union = sorted({place for other in pred for place in _places(sentence, other)})
        for word in (sentence[place] for place in union):
            if left[word] > 0 and right[word] > 0:
                hits += 1
                left[word] -= 1
                right[word] -= 1
    return hits


def _places(gold: Sequence[int], pred: Sequence[int]) -> list[int]:
    """The positions in ``gold`` of one longest common subsequence, the one that ROUGE-1.5.5's walk back finds."""
    table = [(1 << len(pred)) - 1, *rows(gold, pred)]
    i, j, found = len(gold), len(pred), []
    while i and j:
        prefix = (1 << j) - 1
        if gold[i - 1] == pred[j - 1]:
            i, j = i - 1, j - 1
            found.append(i)
        elif (table[i] & prefix).bit_count() < (table[i - 1] & prefix).bit_count():
            j -= 1  # this row's length is not yet reached in the row above
        else:
            i -= 1
    return found


def _lcs_many(gold: Tokens, pred: Tokens, width: int) -> Ints:
    """The recurrence of ``rows`` for all pairs at once, ``width`` machine words to a vector."""
    order = np.argsort(-pred.lengths, kind="stable")  # the pairs still running are always the first ones
    gold, pred = gold.take(order), pred.take(order)
    masks, lookup = _masks(gold, pred, width)
    vectors = np.full((width, len(gold)), np.iinfo(np.uint64).max, dtype=np.uint64)
    running = np.searchsorted(-pred.lengths, -np.arange(int(pred.lengths[0])), side="left")
    for step, count in enumerate(running.tolist()):
        hit = masks[:, lookup[pred.offsets[:count] + step]]
        carry = np.zeros(count, dtype=np.uint64)
        for word in range(width):
            vector = vectors[word, :count]
            shared = vector & hit[word]
            total = vector + shared
            final = total + carry
            carry = ((total < shared) | (final < total)).astype(np.uint64)
            vectors[word, :count] = final | (vector - shared)
    zeros = np.unpackbits((~vectors).T.copy().view(np.uint8), axis=1).sum(axis=1, dtype=np.int64)
    result = np.empty(len(order), dtype=np.int64)
    result[order] = zeros
    return result


def _masks(gold: Tokens, pred: Tokens, width: int) -> tuple[NDArray[np.uint64], Ints]:
    """Where in its gold text each word stands, as bits, and for each predicted word which of these it hits."""
    base = int(max(gold.ids.max(initial=0), pred.ids.max(initial=0))) + 1
    left, right = (np.repeat(np.arange(len(side)), side.lengths) * base + side.ids for side in (gold, pred))
    order = np.argsort(left, kind="stable")
    known, first = np.unique(left[order], return_index=True)
    position = (np.arange(len(left)) - np.repeat(gold.offsets[:-1], gold.lengths))[order]
    masks = np.zeros((width, len(known) + 1), dtype=np.uint64)  # the last one is empty: no such word in gold
    for word in range(width):
        here = position // WORD == word
        bits = np.where(here, np.uint64(1) << (position % WORD).astype(np.uint64), np.uint64(0))
        masks[word, :-1] = np.bitwise_or.reduceat(bits, first)
    place = np.minimum(np.searchsorted(known, right), len(known) - 1)
    lookup: Ints = np.where(known[place] == right, place, len(known))
    return masks, lookup


def _maybe_shared(keys: Ints, side: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Which keys may occur on both sides: a hash table of bits, so a few that do not pass as well.

    Most units are on one side alone, and asking is several times quicker than sorting them.
    """
    bits = max(8, len(keys).bit_length() + 1)
    slots = ((keys.view(np.uint64) * np.uint64(MIXER)) >> np.uint64(64 - bits)).view(np.int64)
    seen = np.zeros(1 << bits, dtype=np.uint8)
    seen[slots[side]] = 1
    others = slots[~side]
    seen[others] |= 2
    both: NDArray[np.bool_] = seen[slots] == 3
    return both


def _skips(lengths: Ints, reach: int, unigrams: str) -> Ints:
    """How many units a text of each length has."""
    near = np.minimum(np.maximum(lengths - 1, 0), reach)
    units = {"none": 0, "all": lengths, "but-last": np.maximum(lengths - 1, 0)}[unigrams]
    total: Ints = near * lengths - near * (near + 1) // 2 + units
    return total


def _not_last(pairs: Pairs) -> NDArray[np.bool_]:
    lengths = np.concatenate([pairs.gold, pairs.pred])
    last = np.cumsum(lengths) - 1 + np.arange(len(lengths)) * (int(lengths.max(initial=0)) + 10)
    kept: NDArray[np.bool_] = pairs.place != last[pairs.doc]
    return kept


def _dense(codes: Ints, size: int) -> tuple[Ints, int]:
    """The same codes numbered from 0 without gaps, where their product with another number might overflow."""
    if size < 2**20:
        return codes, size
    known, numbers = np.unique(codes, return_inverse=True)
    return numbers.reshape(-1), len(known)


def _matched(codes: Ints, doc: Ints, size: int, pairs: int) -> Ints:
    """Clipped matches per pair: one sort brings a unit's gold and predicted occurrences together."""
    if size * pairs >= 2**61:
        codes, size = _dense(codes, size)
    side = doc >= pairs
    keys = ((doc - side * pairs) * size + codes) * 2 + side
    keys = keys[_maybe_shared(keys >> 1, side)]
    keys.sort()
    if not len(keys):
        return np.zeros(pairs, dtype=np.int64)
    units = keys >> 1
    first = np.flatnonzero(np.r_[True, units[1:] != units[:-1]])
    right = np.add.reduceat(keys & 1, first)
    left = np.diff(np.r_[first, len(keys)]) - right
    return np.bincount(units[first] // size, np.minimum(left, right), minlength=pairs).astype(np.int64)
