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
import pyarrow as pa
from numpy.typing import NDArray

from voxpop.metrics.rouge_tokens import EncodedTexts, Ints

WORD = 64  # bits of a machine word
MAX_WORDS = 4  # longer gold texts are matched with Python's integers, one pair at a time
MANY = 24  # pairs that make a vectorised step pay
ROOMY = 200  # cells per word up to which a table is quicker than hashing


class OverlapCounts(NamedTuple):
    """The counts behind precision and recall: shared, in the candidate, in the reference."""

    matched: Ints
    predicted: Ints
    gold: Ints


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
    """Pair ``i`` is text ``i`` of gold and of the predictions; the lengths count all words.

    The words that pairs share are numbered, each pair's own, up to ``size``. Two of them in order have the code
    ``row[first] + second``. Where the texts are short there are few such codes, up to ``cells``, and counting needs no
    hashing; otherwise ``cells`` is None.
    """

    gold: SharedWords
    pred: SharedWords
    gold_lengths: Ints
    pred_lengths: Ints
    size: int
    row: Ints
    cells: int | None

    @classmethod
    def of(cls, gold: EncodedTexts, pred: EncodedTexts) -> Pairs:
        base = int(max(gold.ids.max(initial=0), pred.ids.max(initial=0))) + 1
        gap = int(max(gold.lengths.max(initial=0), pred.lengths.max(initial=0))) + 1
        sides = []
        for tokens in (gold, pred):
            pair = np.repeat(np.arange(len(tokens)), tokens.lengths)
            sides.append(SharedWords(pair * base + tokens.ids, pair, np.arange(len(pair)) + pair * gap))
        left, right, size = _numbered(sides[0].number, sides[1].number)
        shared = np.zeros(size + 1, dtype=np.bool_)
        shared[right] = True
        shared[size] = False  # the number of all words that are not in gold
        renumber = np.cumsum(shared) - 1
        in_both = [
            _selected(side, renumber[numbers], shared[numbers])
            for side, numbers in zip(sides, (left, right), strict=True)
        ]
        owner = np.zeros(int(shared.sum()), dtype=np.int64)
        owner[in_both[0].number] = in_both[0].pair
        return cls(in_both[0], in_both[1], gold.lengths, pred.lengths, len(owner), *_table(owner, len(gold)))

    def __len__(self) -> int:
        return len(self.gold_lengths)


def ngrams(pairs: Pairs, n: int) -> OverlapCounts:
    totals = np.maximum(pairs.pred_lengths - n + 1, 0), np.maximum(pairs.gold_lengths - n + 1, 0)
    sides = (pairs.gold, pairs.pred)
    if n == 1:
        matched = _in_cells(pairs.gold.number, pairs.pred.number, pairs.gold.pair, len(pairs), pairs.size)
        return OverlapCounts(matched, *totals)
    codes = [pairs.row[side.number[:-1]] + side.number[1:] for side in sides]
    for step in range(2, n):
        left, right, _ = _numbered(*codes)
        codes = [code[:-1] * pairs.size + side.number[step:] for code, side in zip((left, right), sides, strict=True)]
    near = [side.place[n - 1 :] - side.place[: 1 - n] == n - 1 for side in sides]
    left, right = (code[inside] for code, inside in zip(codes, near, strict=True))
    owner = pairs.gold.pair[: 1 - n][near[0]]
    return OverlapCounts(_matched(left, right, owner, len(pairs), pairs.cells if n == 2 else None), *totals)


def skip_bigrams(pairs: Pairs, *, reach: int | None, unigrams: str) -> OverlapCounts:
    """Ordered word pairs at most ``reach`` positions apart (None: any), and unigrams: "none", "all" or "but-last"."""
    longest = int(max(pairs.gold_lengths.max(initial=0), pairs.pred_lengths.max(initial=0)))
    reach = longest if reach is None else min(reach, longest)
    (left, owner), (right, _) = (_skipped(side, reach, pairs.row) for side in (pairs.gold, pairs.pred))
    matched = _matched(left, right, owner, len(pairs), pairs.cells)
    if unigrams != "none":
        both = ((pairs.gold, pairs.gold_lengths), (pairs.pred, pairs.pred_lengths))
        gold, pred = (side if unigrams == "all" else _but_last(side, lengths, longest + 1) for side, lengths in both)
        matched = matched + _in_cells(gold.number, pred.number, gold.pair, len(pairs), pairs.size)
    return OverlapCounts(
        matched, _skips(pairs.pred_lengths, reach, unigrams), _skips(pairs.gold_lengths, reach, unigrams)
    )


def lcs(pairs: Pairs) -> OverlapCounts:
    """The longest common subsequence of the whole texts, by bit-parallel dynamic programming."""
    gold, pred = (_tokens(side, len(pairs)) for side in (pairs.gold, pairs.pred))
    matched = np.zeros(len(pairs), dtype=np.int64)
    words = -(-gold.lengths // WORD)
    for width in np.unique(words[words > 0]).tolist():
        chosen = np.flatnonzero(words == width)
        if width <= MAX_WORDS and len(chosen) >= MANY:
            matched[chosen] = _lcs_many(gold.take(chosen), pred.take(chosen), width)
        else:
            matched[chosen] = [len_lcs(gold.text(pair), pred.text(pair)) for pair in chosen.tolist()]
    return OverlapCounts(matched, pairs.pred_lengths, pairs.gold_lengths)


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
    vectors = []
    for word in gold:
        hits = vector & places.get(word, 0)
        vector = ((vector + hits) | (vector - hits)) & full
        vectors.append(vector)
    return vectors


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


def _lcs_many(gold: EncodedTexts, pred: EncodedTexts, width: int) -> Ints:
    """The recurrence of ``rows`` for all pairs at once, ``width`` machine words to a vector."""
    order = np.argsort(-pred.lengths, kind="stable")  # the pairs still running are always the first ones
    gold, pred = gold.take(order), pred.take(order)
    masks = _masks(gold, width, int(max(gold.ids.max(), pred.ids.max())) + 1)
    vectors = np.full((width, len(gold)), np.iinfo(np.uint64).max, dtype=np.uint64)
    running = np.searchsorted(-pred.lengths, -np.arange(int(pred.lengths[0])), side="left")
    for step, count in enumerate(running.tolist()):
        hit = masks[:, pred.ids[pred.offsets[:count] + step]]
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


def _masks(gold: EncodedTexts, width: int, size: int) -> NDArray[np.uint64]:
    """Where in its gold text each word stands, as bits, by its number."""
    position = np.arange(len(gold.ids)) - np.repeat(gold.offsets[:-1], gold.lengths)
    bits = np.uint64(1) << (position % WORD).astype(np.uint64)
    masks = np.zeros(width * size, dtype=np.uint64)
    np.add.at(masks, position // WORD * size + gold.ids, bits)  # no bit comes twice, so the sum is their union
    return masks.reshape(width, size)


def _numbered(left: Ints, right: Ints) -> tuple[Ints, Ints, int]:
    """Keys as numbers from 0, equal keys alike; keys on the right alone all get the number after the last."""
    coded = pa.array(np.concatenate([left, right])).dictionary_encode().indices.to_numpy().astype(np.int64)
    size = int(coded[: len(left)].max(initial=-1)) + 1  # numbers go by first appearance, so gold has the first ones
    return coded[: len(left)], np.minimum(coded[len(left) :], size), size


def _matched(left: Ints, right: Ints, owner: Ints, pairs: int, cells: int | None) -> Ints:
    """Clipped matches per pair: of each unit as many as both sides have; ``owner`` is the pair of each on the left."""
    if cells is None:
        left, right, cells = _numbered(left, right)
    return _in_cells(left, right, owner, pairs, cells)


def _in_cells(left: Ints, right: Ints, owner: Ints, pairs: int, cells: int) -> Ints:
    """The same where the codes of units go up to ``cells``. Each of a unit's c copies brings its share, matches / c."""
    copies = np.bincount(left, minlength=cells)[left]
    there = np.bincount(right, minlength=cells)[left]
    return np.rint(np.bincount(owner, np.minimum(copies, there) / copies, minlength=pairs)).astype(np.int64)


def _table(owner: Ints, pairs: int) -> tuple[Ints, int | None]:
    """For each word the row of a table of word pairs, one square table per pair of texts; or, if these would be too
    large, rows of one table too large to be laid out."""
    widths = np.bincount(owner, minlength=pairs)
    cells = int((widths**2).sum())
    if cells > ROOMY * len(owner):
        return np.arange(len(owner)) * len(owner), None
    starts = (np.cumsum(widths) - widths)[owner]  # gold goes pair by pair, and so do the numbers
    local = np.arange(len(owner)) - starts
    return (np.cumsum(widths**2) - widths**2)[owner] + local * widths[owner] - starts, cells


def _selected(side: SharedWords, numbers: Ints, mask: NDArray[np.bool_]) -> SharedWords:
    places = np.flatnonzero(mask)  # taking by index is quicker than by mask, and there are three to take
    return SharedWords(numbers[places], side.pair[places], side.place[places])


def _tokens(side: SharedWords, pairs: int) -> EncodedTexts:
    return EncodedTexts(side.number, np.searchsorted(side.pair, np.arange(pairs + 1)))


def _skipped(side: SharedWords, reach: int, row: Ints) -> tuple[Ints, Ints]:
    """Codes of a side's skip-bigrams, and the pair of each."""
    codes, owners = [np.zeros(0, dtype=np.int64)], [np.zeros(0, dtype=np.int64)]
    for step in range(1, reach + 1):
        first = np.flatnonzero(side.place[step:] - side.place[:-step] <= reach)
        if not len(first):
            break  # words further along are further apart still
        codes.append(row[side.number[first]] + side.number[first + step])
        owners.append(side.pair[first])
    return np.concatenate(codes), np.concatenate(owners)


def _but_last(side: SharedWords, lengths: Ints, gap: int) -> SharedWords:
    """Without the last word of each text."""
    last = np.cumsum(lengths) - 1 + np.arange(len(lengths)) * gap
    return _selected(side, side.number, side.place != last[side.pair])


def _skips(lengths: Ints, reach: int, unigrams: str) -> Ints:
    """How many units a text of each length has."""
    near = np.minimum(np.maximum(lengths - 1, 0), reach)
    units = {"none": 0, "all": lengths, "but-last": np.maximum(lengths - 1, 0)}[unigrams]
    total: Ints = near * lengths - near * (near + 1) // 2 + units
    return total
