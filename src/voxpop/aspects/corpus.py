"""The sentences that aspect methods learn from, kept small: words, tags and candidate phrases, no offsets.

Workers send the lines of their sentences, and ``extend`` joins them in order.
Beyond ``capacity`` sentences it keeps an even, repeatable sample, so memory stays flat however long the file.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from sys import intern

from voxpop.types import CompactSentence, Phrase, Sentence


class Corpus:
    """Sentences of one language. ``seen`` counts all that were offered, ``len()`` those that are kept."""

    def __init__(self, capacity: int = 100_000) -> None:
        self.capacity = capacity
        self.seen = 0
        self._stride = 1  # every stride-th sentence offered is kept
        self._lines: list[CompactSentence] = []

    def add(self, sentences: Iterable[Sentence]) -> None:
        self.extend(compact(sentence) for sentence in sentences)

    def extend(self, lines: Iterable[CompactSentence]) -> None:
        for line in lines:
            if self.seen % self._stride == 0:
                self._lines.append(shared(line))
            self.seen += 1
            if len(self._lines) > self.capacity:
                self._lines = self._lines[::2]
                self._stride *= 2

    def support(self, groups: Sequence[Sequence[str]]) -> list[int]:
        """How many of the sentences seen hold a term of each group; of a thinned corpus, by its share."""
        group_of = {term: place for place, terms in enumerate(groups) for term in terms}
        counts = Counter(
            place
            for line in self._lines
            for place in {group_of[phrase.term] for phrase in (*line.phrases, *line.terms) if phrase.term in group_of}
        )
        return [round(counts[place] * self.seen / (len(self._lines) or 1)) for place in range(len(groups))]

    def __iter__(self) -> Iterator[CompactSentence]:
        return iter(self._lines)

    def __len__(self) -> int:
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
