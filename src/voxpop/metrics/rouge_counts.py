"""What two texts share, for many pairs at once: n-grams, skip-bigrams and longest common subsequences.

Every function takes gold and predicted ``Tokens`` of equal length, pair ``i`` being text ``i`` of each, and gives
three arrays: units matched (clipped), units predicted, units in gold.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from voxpop.metrics.rouge_tokens import Ints, Tokens

WORD = 64  # bits of a machine word
MAX_WORDS = 4  # longer gold texts are matched with Python's integers, one pair at a time
MANY = 24  # pairs that make a vectorised step pay


class Counts(NamedTuple):
    matched: Ints
    predicted: Ints
    gold: Ints


class _Stream(NamedTuple):
    """Gold texts, then predicted ones, as one run of word numbers; ``doc`` says whose word each is."""

    ids: Ints
    doc: Ints
    pairs: int
    base: int  # greater than every number


def ngrams(gold: Tokens, pred: Tokens, n: int) -> Counts:
    stream = _stream(gold, pred)
    codes, doc, size = stream.ids, stream.doc, stream.base
    for step in range(1, n):
        codes, size = _dense(codes, size)
        codes = codes[:-1] * stream.base + stream.ids[step:]
        doc = doc[:-1]
        size *= stream.base
    if n > 1:
        inside = doc == stream.doc[n - 1 :]
        codes, doc = codes[inside], doc[inside]
    return _shared(codes, doc, size, stream.pairs)


def skip_bigrams(gold: Tokens, pred: Tokens, *, reach: int | None, unigrams: str) -> Counts:
    """Ordered word pairs at most ``reach`` positions apart (None: any), and unigrams: "none", "all" or "but-last"."""
    stream = _stream(gold, pred)
    longest = int(max(gold.lengths.max(initial=0), pred.lengths.max(initial=0)))
    base = stream.base + 1  # one number more, for "no first word"
    codes, docs = [], []
    for step in range(1, min(reach if reach is not None else longest, longest - 1) + 1):
        inside = stream.doc[:-step] == stream.doc[step:]
        codes.append((stream.ids[:-step] * base + stream.ids[step:])[inside])
        docs.append(stream.doc[:-step][inside])
    if unigrams != "none":
        kept = np.ones(len(stream.ids), dtype=np.bool_)
        if unigrams == "but-last":
            kept[:-1] = stream.doc[:-1] == stream.doc[1:]
            kept[-1:] = False
        codes.append((stream.base * base + stream.ids)[kept])
        docs.append(stream.doc[kept])
    if not codes:
        nothing = np.zeros(stream.pairs, dtype=np.int64)
        return Counts(nothing, nothing, nothing)
    return _shared(np.concatenate(codes), np.concatenate(docs), base * base, stream.pairs)


def lcs(gold: Tokens, pred: Tokens) -> Counts:
    """The longest common subsequence of the whole texts, by bit-parallel dynamic programming."""
    matched = np.zeros(len(gold), dtype=np.int64)
    words = -(-gold.lengths // WORD)
    for width in np.unique(words[(words > 0) & (pred.lengths > 0)]).tolist():
        pairs = np.flatnonzero((words == width) & (pred.lengths > 0))
        if width <= MAX_WORDS and len(pairs) >= MANY:
            matched[pairs] = _lcs_many(gold.take(pairs), pred.take(pairs), width)
        else:
            matched[pairs] = [len_lcs(gold.text(pair), pred.text(pair)) for pair in pairs.tolist()]
    return Counts(matched, pred.lengths, gold.lengths)


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
    stream = _stream(gold, pred)
    split = len(gold.ids)
    keys = stream.doc % stream.pairs * stream.base + stream.ids
    order = np.argsort(keys[:split], kind="stable")
    ordered = keys[:split][order]
    first = np.flatnonzero(np.r_[True, ordered[1:] != ordered[:-1]])
    position = (np.arange(split) - np.repeat(gold.offsets[:-1], gold.lengths))[order]
    masks = np.zeros((width, len(first) + 1), dtype=np.uint64)  # the last one is empty: no such word in gold
    for word in range(width):
        here = position // WORD == word
        bits = np.where(here, np.uint64(1) << (position % WORD).astype(np.uint64), np.uint64(0))
        masks[word, :-1] = np.bitwise_or.reduceat(bits, first)
    known = ordered[first]
    place = np.searchsorted(known, keys[split:])
    place[place == len(known)] = 0
    lookup: Ints = np.where(known[place] == keys[split:], place, len(first))
    return masks, lookup


def _stream(gold: Tokens, pred: Tokens) -> _Stream:
    ids = np.concatenate([gold.ids, pred.ids])
    doc = np.repeat(np.arange(len(gold) + len(pred)), np.concatenate([gold.lengths, pred.lengths]))
    return _Stream(ids, doc, len(gold), int(ids.max(initial=0)) + 1)


def _dense(codes: Ints, size: int) -> tuple[Ints, int]:
    """The same codes numbered from 0 without gaps, where their product with another number might overflow."""
    if size < 2**20:
        return codes, size
    known, numbers = np.unique(codes, return_inverse=True)
    return numbers.reshape(-1), len(known)


def _shared(codes: Ints, doc: Ints, size: int, pairs: int) -> Counts:
    """Clipped matches per pair: one sort brings a unit's gold and predicted occurrences together."""
    totals = np.bincount(doc, minlength=2 * pairs)
    gold, predicted = totals[:pairs], totals[pairs:]
    if not len(codes):
        return Counts(np.zeros(pairs, dtype=np.int64), predicted, gold)
    if size * pairs >= 2**61:
        codes, size = _dense(codes, size)
    side = doc >= pairs
    keys = ((doc - side * pairs) * size + codes) * 2 + side
    keys.sort()
    units = keys >> 1
    first = np.flatnonzero(np.r_[True, units[1:] != units[:-1]])
    right = np.add.reduceat(keys & 1, first)
    left = np.diff(np.r_[first, len(keys)]) - right
    matched = np.bincount(units[first] // size, np.minimum(left, right), minlength=pairs).astype(np.int64)
    return Counts(matched, predicted, gold)
