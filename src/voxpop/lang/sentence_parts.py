"""What is found alike in texts of every language: sentences by their boundaries, and candidate noun phrases."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import NamedTuple

from voxpop.types import Phrase, Token

NOUNS = frozenset({"NOUN", "PROPN"})
LONGEST_RUN = 4  # words in a run of nouns
LONGEST = 400  # words of a sentence; of 70,000 sentences in yelp-10k and aichallenger-zh one is longer
make_token = partial(tuple.__new__, Token)  # Token._make, without a call of Python code for each word


class Words(NamedTuple):
    """The words and marks of a text, in columns: where each starts and ends, and how it is written."""

    starts: list[int]
    ends: list[int]
    texts: list[str]


def split(words: Words, ranges: Iterable[tuple[int, int]]) -> Iterator[Words]:
    """Yield the words of each sentence; ``ranges`` are those of the sentences.

    A review without a full stop is cut: it would cost time that grows with its square.
    """
    starts, ends, texts = words
    for first, last in ranges:
        for start in range(first, last, LONGEST):
            stop = min(start + LONGEST, last)
            yield Words(starts[start:stop], ends[start:stop], texts[start:stop])


def phrases(
    words: Sequence[str],
    tags: Sequence[str],
    *,
    joiner: str,
    fit: Callable[[str], bool],
    modifies: Callable[[Sequence[str], Sequence[str], int], bool],
) -> tuple[Phrase, ...]:
    """Return every noun, every run of two to four nouns, and each whole run together with the word that describes it.

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
        if first and last - first < LONGEST_RUN and ends[-1] and modifies(words, tags, first - 1):
            result.append(Phrase(first - 1, last, joiner.join(words[first - 1 : last])))
        for start in range(first, last):
            if ends[start - first]:
                for end in range(start + 1, min(start + LONGEST_RUN, last) + 1):
                    if ends[end - 1 - first]:
                        result.append(Phrase(start, end, joiner.join(words[start:end])))
        first = last
    return tuple(result)
