"""The sentences that aspect methods learn from, kept small: words, tags and candidate phrases, no offsets.

Beyond ``capacity`` sentences a repeatable sample is kept, so memory stays flat however long the file. They are kept as
bytes, a third of what their texts would take.
"""

from __future__ import annotations

import marshal
from array import array
from collections import Counter
from collections.abc import Container, Iterable, Iterator, Sequence
from itertools import starmap

import numpy as np

from voxpop.types import CompactSentence, Phrase, Sentence

Key = tuple[str, ...]  # the lemmas of a term: "room" and "rooms" share theirs
EncodedSentence = tuple[str, ...]  # the five fields of a CompactSentence as texts
BETWEEN = "\x1f"  # the unit separator: stands between the words of an encoded sentence
EVENLY = 0x9E3779B97F4A7C15  # multiples of it are spread evenly over 64 bits


class Corpus:
    """Sentences of one language. ``seen`` counts all that were offered, ``len()`` those that are kept.

    Beyond ``capacity``, those with the smallest keys are kept: the same ones in whatever parts and order they come.
    """

    def __init__(self, capacity: int = 100_000) -> None:
        self.capacity = capacity
        self.seen = 0
        self._lines: list[bytes] = []
        self._keys = array("Q")
        self._most = _some_more(capacity)  # so many are there before it is thinned again

    def add(self, sentences: Iterable[Sentence]) -> None:
        self.extend(compact(sentence) for sentence in sentences)

    def extend(self, lines: Iterable[CompactSentence]) -> None:
        """Add sentences that have no keys of their own; an even sample of them is kept."""
        for line in lines:
            self.add_line(encode(line), (self.seen * EVENLY) % (1 << 64))

    def add_line(self, line: EncodedSentence, key: int) -> None:
        """Add one sentence; ``key`` is a 64-bit number that depends on the sentence alone."""
        self.seen += 1
        self._lines.append(marshal.dumps(line))
        self._keys.append(key)
        if len(self._lines) >= self._most:
            self._thin()

    def kept(self) -> Iterator[tuple[int, EncodedSentence]]:
        """Yield the sentences that are kept, with their keys."""
        self._thin()
        return zip(self._keys, map(marshal.loads, self._lines), strict=True)

    def _thin(self) -> None:
        if len(self._lines) > self.capacity:
            keys = np.frombuffer(self._keys, np.uint64)
            places = np.flatnonzero(keys <= np.partition(keys, self.capacity - 1)[self.capacity - 1])
            self._keys = array("Q", keys[places].tobytes())
            self._lines = [self._lines[place] for place in places]
            self._most = _some_more(len(places))  # more than the capacity if many have the last key

    def support(self, groups: Sequence[Sequence[str]]) -> list[int]:
        """How many of the sentences seen hold a term of each group; of a thinned corpus, by its share."""
        group_of = {term: place for place, terms in enumerate(groups) for term in terms}
        counts = Counter(
            place
            for *_, phrases, terms in self.encoded()
            for place in {group_of[phrase.term] for part in (phrases, terms) for phrase in phrases_in(part, group_of)}
        )
        return [round(counts[place] * self.seen / (len(self) or 1)) for place in range(len(groups))]

    def encoded(self) -> Iterator[EncodedSentence]:
        """Yield the sentences that are kept as texts, of which a method decodes what it needs."""
        self._thin()
        return map(marshal.loads, self._lines)

    def __iter__(self) -> Iterator[CompactSentence]:
        return starmap(decode, self.encoded())

    def __len__(self) -> int:
        self._thin()
        return len(self._lines)


def _some_more(count: int) -> int:
    return count + max(count // 4, 1)


def compact(sentence: Sentence, terms: tuple[Phrase, ...] = ()) -> CompactSentence:
    _, _, words, lemmas, tags = zip(*sentence.tokens, strict=True)
    return CompactSentence(tuple(map(str.lower, words)), lemmas, tags, sentence.phrases, terms)


def encode(sentence: CompactSentence) -> EncodedSentence:
    """Return a sentence as five texts."""
    phrases = (BETWEEN.join(f"{first} {last} {term}" for first, last, term in each) for each in sentence[3:])
    return (*map(BETWEEN.join, sentence[:3]), *phrases)


def decode(words: str, lemmas: str, tags: str, phrases: str, terms: str) -> CompactSentence:
    """Return the sentence of five texts."""
    return CompactSentence(
        parts(words), parts(lemmas), parts(tags), tuple(phrases_in(phrases)), tuple(phrases_in(terms))
    )


def parts(text: str) -> tuple[str, ...]:
    """Return the words, lemmas or tags of an encoded sentence."""
    return tuple(text.split(BETWEEN)) if text else ()


def phrases_in(text: str, wanted: Container[str] | None = None) -> list[Phrase]:
    """Return the phrases or terms of an encoded sentence, or the ``wanted`` among them."""
    phrases = (phrase.split(" ", 2) for phrase in text.split(BETWEEN)) if text else ()
    return [Phrase(int(first), int(last), term) for first, last, term in phrases if wanted is None or term in wanted]
