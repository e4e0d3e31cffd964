"""Algorithm 1 of paper 004 written down line by line, over all pairs and triples, for small corpora only.

Terms are tuples of candidates, and a candidate is a tuple of words. The choices are those that ``hu_liu`` states.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise, product

from voxpop.types import CompactSentence

Words = tuple[str, ...]
Parts = tuple[Words, ...]


def hu_liu(lines: Sequence[CompactSentence], *, recurring: int = 2, joiner: str = " ") -> dict[str, int]:
    """Terms with their p-support."""
    terms: set[Parts] = {(words,) for line in lines for words, _, _ in candidates(line)}  # lines 3 to 6
    for size in (2, 3):  # lines 7 to 11
        counts: dict[Parts, int] = {}
        for line in lines:
            for parts in {tuple(c[0] for c in chosen) for chosen in readings(line, size)}:
                counts[parts] = counts.get(parts, 0) + 1
        terms |= {parts for parts, count in counts.items() if count >= recurring}
    contained = [[t for t in terms if gap(line, t) is not None] for line in lines]
    psupport = dict.fromkeys(terms, 0)
    for own in contained:  # lines 12 to 15
        for t in own:
            psupport[t] += not any(lies_in(t, other) for other in own)
    loose = dict.fromkeys(terms, 0)
    for line, own in zip(lines, contained, strict=True):  # lines 16 to 20
        for t in own:
            loose[t] += (gap(line, t) or 0) > 3
    terms = {t for t in terms if loose[t] <= 1}  # lines 21 to 23
    terms -= {t for t in terms if psupport[t] < 3 and any(lies_in(t, other) for other in terms)}
    terms |= infrequent(lines, terms)
    spelled = {joiner.join(words) for line in lines for words, _, _ in candidates(line)}
    return named(terms, psupport, spelled, joiner)


def infrequent(lines: Sequence[CompactSentence], terms: set[Parts]) -> set[Parts]:
    """Lines 24 to 31."""
    adjectives: set[str] = set()
    for line in lines:
        for t in terms:
            if gap(line, t) is not None:
                inside = {i for words, first, last in candidates(line) if words in t for i in range(first, last)}
                around = [i for i, tag in enumerate(line.tags) if tag == "ADJ" and i not in inside]
                around.sort(key=lambda i: min(abs(i - j) for j in inside))
                adjectives |= {line.words[i] for i in around[:1]}
    found: set[Parts] = set()
    for line in lines:
        if all(gap(line, t) is None for t in terms):
            for i, tag in enumerate(line.tags):
                if tag == "ADJ" and line.words[i] in adjectives:
                    nouns = [c for c in candidates(line) if c[2] - c[1] == 1]
                    nouns.sort(key=lambda c: (abs(c[1] - i), c[1]))
                    found |= {(words,) for words, _, _ in nouns[:1]}
    return found


def candidates(line: CompactSentence) -> list[tuple[Words, int, int]]:
    return [(line.words[first:last], first, last) for first, last, _ in line.phrases]


def readings(line: CompactSentence, size: int) -> Iterator[tuple[tuple[Words, int, int], ...]]:
    """Different candidates one after the other."""
    for chosen in product(candidates(line), repeat=size):
        in_order = all(a[2] <= b[1] for a, b in pairwise(chosen))
        if in_order and len({c[0] for c in chosen}) == size:
            yield chosen


def gap(line: CompactSentence, parts: Parts) -> int | None:
    """Words that are not of the term in its tightest reading; None if the sentence does not hold it."""
    gaps = []
    for chosen in readings(line, len(parts)):
        if tuple(c[0] for c in chosen) == parts:
            own = {i for _, first, last in chosen for i in range(first, last)}
            between = set(range(chosen[0][1], chosen[-1][2])) - own
            gaps.append(sum(line.tags[i] != "PUNCT" for i in between))
    return min(gaps, default=None)


def lies_in(t: Parts, other: Parts) -> bool:
    return t != other and any(
        all(run_of(a, b) for a, b in zip(t, chosen, strict=True)) for chosen in combinations(other, len(t))
    )


def run_of(a: Words, b: Words) -> bool:
    return any(b[i : i + len(a)] == a for i in range(len(b) - len(a) + 1))


def named(terms: set[Parts], psupport: dict[Parts, int], spelled: set[str], joiner: str) -> dict[str, int]:
    """A concatenation that spells a candidate is left out; of two that spell the same, the better one counts."""
    best: dict[str, int] = {}
    for t in terms:
        text = joiner.join(joiner.join(words) for words in t)
        if len(t) == 1 or text not in spelled:
            best[text] = max(best.get(text, 0), psupport[t])
    return best
