"""What two texts share: n-grams, skip-bigrams and longest common subsequences.

Each count gives three numbers: units matched (clipped), units of the prediction, units of the gold text.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

Words = Sequence[str]
Counts = tuple[int, int, int]


def ngrams(gold: Words, pred: Words, n: int) -> Counts:
    left, right = (Counter(zip(*(words[at:] for at in range(n)), strict=False)) for words in (gold, pred))
    return _matched(left, right), max(len(pred) - n + 1, 0), max(len(gold) - n + 1, 0)


def skip_bigrams(gold: Words, pred: Words, *, reach: int | None, unigrams: str) -> Counts:
    """Ordered word pairs at most ``reach`` positions apart (None: any), and unigrams: "none", "all" or "but-last"."""
    shared = set(gold) & set(pred)  # other words can be part of no match, and the totals come from the lengths
    sides: list[Counter[tuple[str, ...]]] = []
    totals = []
    for words in (gold, pred):
        singles = words[: {"none": 0, "all": len(words), "but-last": max(len(words) - 1, 0)}[unigrams]]
        near = max(len(words) - 1, 0) if reach is None else min(max(len(words) - 1, 0), reach)
        totals.append(near * len(words) - near * (near + 1) // 2 + len(singles))
        sides.append(Counter(_skipped([(at, word) for at, word in enumerate(words) if word in shared], near)))
        sides[-1].update((word, "") for word in singles if word in shared)  # no word is empty
    return _matched(*sides), totals[1], totals[0]


def _skipped(placed: Sequence[tuple[int, str]], reach: int) -> Iterator[tuple[str, str]]:
    for number, (at, word) in enumerate(placed, start=1):
        for other, second in placed[number : number + reach]:
            if other - at > reach:
                break
            yield word, second


def _matched(left: Counter[tuple[str, ...]], right: Counter[tuple[str, ...]]) -> int:
    return sum(min(count, right[unit]) for unit, count in left.items() if unit in right)


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
