"""The sentences that aspect methods learn from, kept small: words, tags and candidate phrases, no offsets.

Beyond ``capacity`` sentences a repeatable sample is kept, so memory stays flat however long the file.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from sys import intern

import numpy as np

from voxpop.types import CompactSentence, Phrase, Sentence

EVENLY = 0x9E3779B97F4A7C15  # multiples of it are spread evenly over 64 bits


class Corpus:
    """Sentences of one language. ``seen`` counts all that were offered, ``len()`` those that are kept.

    Beyond ``capacity``, those with the smallest keys are kept: the same ones in whatever parts and order they come.
    """

    def __init__(self, capacity: int = 100_000) -> None:
        self.capacity = capacity
        self.seen = 0
        self._lines: list[CompactSentence] = []
        self._keys = array("Q")

    def add(self, sentences: Iterable[Sentence]) -> None:
        self.extend(compact(sentence) for sentence in sentences)

    def extend(self, lines: Iterable[CompactSentence]) -> None:
        """Add sentences that have no keys of their own; an even sample of them is kept."""
        for line in lines:
            self.add_line(line, (self.seen * EVENLY) % (1 << 64))

    def add_line(self, line: CompactSentence, key: int) -> None:
        """Add one sentence; ``key`` is a 64-bit number that depends on the sentence alone."""
        self.seen += 1
        self._lines.append(shared(line))
        self._keys.append(key)
        if len(self._lines) >= 2 * self.capacity:
            self._thin()

    def kept(self) -> Iterator[tuple[int, CompactSentence]]:
        """Yield the sentences that are kept, with their keys."""
        self._thin()
        return zip(self._keys, self._lines, strict=True)

    def _thin(self) -> None:
        if len(self._lines) > self.capacity:
            keys = np.frombuffer(self._keys, np.uint64)
            places = np.flatnonzero(keys <= np.partition(keys, self.capacity - 1)[self.capacity - 1])
            self._keys = array("Q", keys[places].tobytes())
            self._lines = [self._lines[place] for place in places]

    def support(self, groups: Sequence[Sequence[str]]) -> list[int]:
        """How many of the sentences seen hold a term of each group; of a thinned corpus, by its share."""
        group_of = {term: place for place, terms in enumerate(groups) for term in terms}
        counts = Counter(
            place
            for line in self
            for place in {group_of[phrase.term] for phrase in (*line.phrases, *line.terms) if phrase.term in group_of}
        )
        return [round(counts[place] * self.seen / (len(self) or 1)) for place in range(len(groups))]

    def __iter__(self) -> Iterator[CompactSentence]:
        self._thin()
        return iter(self._lines)

    def __len__(self) -> int:
        self._thin()
        return len(self._lines)


def compact(sentence: Sentence, terms: tuple[Phrase, ...] = ()) -> CompactSentence:
    return CompactSentence(
        tuple(token.text.lower() for token in sentence.tokens),
        tuple(token.lemma for token in sentence.tokens),
        tuple(token.tag for token in sentence.tokens),
        sentence.phrases,
        terms,
    )


def shared(line: CompactSentence) -> CompactSentence:
    """The same line with one string for all places of a word: what other processes send comes with its own copies."""
    return CompactSentence(
        tuple(map(intern, line.words)),
        tuple(map(intern, line.lemmas)),
        tuple(map(intern, line.tags)),
        tuple(Phrase(first, last, intern(term)) for first, last, term in line.phrases),
        tuple(Phrase(first, last, intern(term)) for first, last, term in line.terms),
    )
