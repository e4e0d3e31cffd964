"""What two texts share: n-grams, skip-bigrams and longest common subsequences.

Each count gives three numbers: units matched (clipped), units of the prediction, units of the gold text.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

Words = Sequence[str]
Counts = tuple[int, int, int]


def ngrams(gold: Words, pred: Words, n: int) -> Counts:
    left, right = (Counter(zip(*(words[at:] for at in range(n)), strict=False)) for words in (gold, pred))
    return _counted(left, right)


def skip_bigrams(gold: Words, pred: Words, *, reach: int | None, unigrams: str) -> Counts:
    """Ordered word pairs at most ``reach`` positions apart (None: any), and unigrams: "none", "all" or "but-last"."""
    sides = []
    for words in (gold, pred):
        before_last = max(len(words) - 1, 0)
        singles = words[: {"none": 0, "all": len(words), "but-last": before_last}[unigrams]]
        units: Counter[Any] = Counter(singles)
        for step in range(1, (before_last if reach is None else min(before_last, reach)) + 1):
            units.update(zip(words, words[step:], strict=False))
        sides.append(units)
    return _counted(*sides)


def _counted(left: Counter[Any], right: Counter[Any]) -> Counts:
    matched = sum(min(left[unit], right[unit]) for unit in left.keys() & right.keys())
    return matched, right.total(), left.total()


def lcs(gold: Words, pred: Words) -> Counts:
    """The longest common subsequence of the whole texts; the zero bits of its vector mark where it grows."""
    matched = len(pred) - rows(gold, pred)[-1].bit_count() if gold else 0
    return matched, len(pred), len(gold)


def rows(gold: Words, pred: Words) -> list[int]:
    """Bit-parallel dynamic programming: one vector of bits over ``pred`` after each word of ``gold``."""
    places: dict[str, int] = {}
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
