"""The sentences that methods of finding aspects learn from, kept small: words, tags and noun phrases, no offsets."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from voxpop.lang import Language
from voxpop.types import CompactSentence, Sentence

Key = tuple[str, ...]  # the lemmas of a term: "room" and "rooms" share theirs


@dataclass(slots=True)
class TermReading:
    """How reviews use a term: its basic forms with how often each was read, and how often it was a name."""

    forms: Counter[Key] = field(default_factory=Counter)
    names: int = 0

    def key(self, text: str) -> Key:
        """Return the most frequent form; without any, the text of the term."""
        return min(self.forms, key=lambda form: (-self.forms[form], form), default=(text,))

    def share_of_names(self) -> float:
        return self.names / (self.forms.total() or 1)


class Targets:
    """The terms that the model tagged in reviews of one language. ``seen`` counts the sentences of the reviews."""

    def __init__(self, seen: int = 0) -> None:
        self.seen = seen
        self.by_term: defaultdict[str, TermReading] = defaultdict(TermReading)

    def add(self, term: str, lemmas: Key, *, count: int = 1, names: int = 0) -> None:
        """Add places where a term was read, with the same lemmas in each."""
        self.by_term[term].forms[lemmas] += count
        self.by_term[term].names += names

    def support(self, groups: Sequence[Sequence[str]]) -> list[int]:
        """How often the terms of each group were tagged."""
        return [sum(self.by_term[term].forms.total() for term in terms if term in self.by_term) for terms in groups]

    def readings(self, terms: Collection[str]) -> dict[str, TermReading]:
        """Return how each of some terms is used."""
        return {term: self.by_term[term] for term in terms if term in self.by_term}

    def __len__(self) -> int:
        return self.seen


class Corpus:
    """Sentences of one language. ``seen`` counts all that were offered, ``len()`` those that are kept.

    Beyond ``capacity``, an even sample of them is kept, so memory stays flat however many come.
    """

    def __init__(self, capacity: int = 100_000) -> None:
        self.capacity = capacity
        self.seen = 0
        self._lines: list[CompactSentence] = []
        self._step = 1  # one sentence in so many is kept

    def add(self, sentences: Iterable[Sentence], lang: Language) -> None:
        """Add sentences with their noun phrases."""
        self.extend(compact(sentence, lang) for sentence in sentences)

    def extend(self, lines: Iterable[CompactSentence]) -> None:
        for line in lines:
            if self.seen % self._step == 0:
                self._lines.append(line)
            if len(self._lines) > self.capacity:
                self._lines, self._step = self._lines[::2], 2 * self._step
            self.seen += 1

    def support(self, groups: Sequence[Sequence[str]]) -> list[int]:
        """How many of the sentences seen hold a term of each group; of a thinned corpus, by its share."""
        group_of = {term: place for place, terms in enumerate(groups) for term in terms}
        counts = Counter(
            place
            for line in self
            for place in {group_of[phrase.term] for phrase in line.phrases if phrase.term in group_of}
        )
        return [round(counts[place] * self.seen / (len(self) or 1)) for place in range(len(groups))]

    def readings(self, terms: Collection[str]) -> dict[str, TermReading]:
        """Return how each of some terms is used."""
        read: defaultdict[str, TermReading] = defaultdict(TermReading)
        for line in self:
            for first, last, term in line.phrases:
                if term in terms:
                    read[term].forms[line.lemmas[first:last]] += 1
                    read[term].names += line.tags[last - 1] == "PROPN"
        return read

    def __iter__(self) -> Iterator[CompactSentence]:
        return iter(self._lines)

    def __len__(self) -> int:
        return len(self._lines)


def compact(sentence: Sentence, lang: Language) -> CompactSentence:
    _, _, words, lemmas, tags = zip(*sentence.tokens, strict=True)
    return CompactSentence(tuple(map(str.lower, words)), lemmas, tags, lang.parser.noun_phrases(sentence))
