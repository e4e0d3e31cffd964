"""The sentences that aspect methods learn from, kept small: words, tags and candidate phrases, no offsets.

Beyond ``capacity`` sentences a repeatable sample is kept, so memory stays flat however long the file. They are kept in
columns of texts (``arrow_tables.LEARNING``), of which a method decodes what it needs.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Iterator, Sequence
from itertools import starmap

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from voxpop.arrow_tables import LEARNING
from voxpop.types import CompactSentence, Phrase, Sentence

Key = tuple[str, ...]  # the lemmas of a term: "room" and "rooms" share theirs
EncodedSentence = tuple[str, ...]  # the five fields of a CompactSentence as texts
COLUMNS = LEARNING.remove(0)  # a key, and the fields of an EncodedSentence
BETWEEN = "\x1f"  # the unit separator: stands between the words of an encoded sentence
EVENLY = 0x9E3779B97F4A7C15  # multiples of it are spread evenly over 64 bits


class Corpus:
    """Sentences of one language. ``seen`` counts all that were offered, ``len()`` those that are kept.

    Beyond ``capacity``, those with the smallest keys are kept: the same ones in whatever parts and order they come.
    """

    def __init__(self, capacity: int = 100_000) -> None:
        self.capacity = capacity
        self.seen = 0
        self._kept: pa.Table = COLUMNS.empty_table()
        self._most = _some_more(capacity)  # so many are there before it is thinned again

    def add(self, sentences: Iterable[Sentence]) -> None:
        self.extend(compact(sentence) for sentence in sentences)

    def extend(self, lines: Iterable[CompactSentence]) -> None:
        """Add sentences that have no keys of their own; an even sample of them is kept."""
        rows = [(number * EVENLY % (1 << 64), *encode(line)) for number, line in enumerate(lines, start=self.seen)]
        self.add_table(columns_of(rows, COLUMNS))

    def add_table(self, table: pa.Table) -> None:
        """Add sentences in COLUMNS; the key of each is a 64-bit number that depends on the sentence alone."""
        self.seen += len(table)
        self._kept = pa.concat_tables([self._kept, table])
        if len(self._kept) >= self._most:
            self._thin()

    def kept(self) -> pa.Table:
        """Return the sentences that are kept, in COLUMNS."""
        self._thin()
        return self._kept

    def _thin(self) -> None:
        if len(self._kept) > self.capacity:
            keys = self._kept["key"].to_numpy()
            last = np.partition(keys, self.capacity - 1)[self.capacity - 1]
            self._kept = self._kept.filter(pc.less_equal(self._kept["key"], pa.scalar(last, pa.uint64())))
            self._most = _some_more(len(self._kept))  # more than the capacity if many have the last key

    def support(self, groups: Sequence[Sequence[str]]) -> list[int]:
        """How many of the sentences seen hold a term of each group; of a thinned corpus, by its share."""
        group_of = {term: place for place, terms in enumerate(groups) for term in terms}
        counts = Counter(
            place
            for parts in self.encoded("phrases", "terms")
            for place in {group_of[phrase.term] for part in parts for phrase in phrases_in(part, group_of)}
        )
        return [round(counts[place] * self.seen / (len(self) or 1)) for place in range(len(groups))]

    def encoded(self, *names: str) -> Iterator[EncodedSentence]:
        """Yield some of the five texts of each sentence that is kept."""
        kept = self.kept()
        return zip(*(kept[name].to_pylist() for name in names), strict=True)

    def __iter__(self) -> Iterator[CompactSentence]:
        return starmap(decode, self.encoded(*CompactSentence._fields))

    def __len__(self) -> int:
        return len(self.kept())


def columns_of(rows: Sequence[Sequence[object]], schema: pa.Schema) -> pa.Table:
    """Return rows as columns."""
    columns = zip(*rows, strict=True) if rows else [[] for _ in schema]
    return pa.table([pa.array(column, kind) for column, kind in zip(columns, schema.types, strict=True)], schema)


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
