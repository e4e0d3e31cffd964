"""Candidate noun phrases, taken from tags alone and so the same for every language."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from voxpop.types import Phrase

NOUNS = frozenset({"NOUN", "PROPN"})
LONGEST = 4  # words in a run of nouns


def phrases(
    words: Sequence[str],
    tags: Sequence[str],
    *,
    joiner: str,
    fit: Callable[[str], bool],
    modifies: Callable[[Sequence[str], Sequence[str], int], bool],
) -> tuple[Phrase, ...]:
    """Every noun, every run of two to four nouns, and each whole run together with the word that describes it.

    ``words`` are in lower case, ``fit`` says whether a noun may stand at the edge of a phrase, and
    ``modifies(words, tags, i)`` whether word ``i`` belongs to the noun after it ("hard drive", "operating system").
    """
    result: list[Phrase] = []
    count = len(tags)
    first = 0
    while first < count:
        if tags[first] not in NOUNS:
            first += 1
            continue
        last = first + 1
        while last < count and tags[last] in NOUNS:
            last += 1
        ends = [fit(word) for word in words[first:last]]
        if first and last - first < LONGEST and ends[-1] and modifies(words, tags, first - 1):
            result.append(Phrase(first - 1, last, joiner.join(words[first - 1 : last])))
        for start in range(first, last):
            if ends[start - first]:
                for end in range(start + 1, min(start + LONGEST, last) + 1):
                    if ends[end - 1 - first]:
                        result.append(Phrase(start, end, joiner.join(words[start:end])))
        first = last
    return tuple(result)
