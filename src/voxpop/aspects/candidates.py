"""What a method of aspect term extraction is, and where each begins: nouns and noun phrases with their sentences."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from voxpop.aspects.corpus import Corpus
from voxpop.lang import Language
from voxpop.registry import Registry
from voxpop.types import CompactSentence, Term

Words = tuple[str, ...]
Method = Callable[[Corpus, Language], list[Term]]
METHODS: Registry[Method] = Registry("aspect method")


def ranked(terms: Iterable[Term]) -> list[Term]:
    """Best first; equals by how many sentences hold them, then in the order of the alphabet, so that runs repeat."""
    return sorted(terms, key=lambda term: (-term.score, -term.support, term.text))


class Occurrence(NamedTuple):
    """A candidate, by number, at a half-open range of its sentence's words."""

    term: int
    first: int
    last: int


class Candidates:
    """Distinct candidates, numbered in order of appearance, and an inverted index of their sentences."""

    def __init__(self, lines: Iterable[CompactSentence], *, keep: Callable[[Words], bool] | None = None) -> None:
        self.lines = list(lines)
        self.words: list[Words] = []
        self.texts: list[str] = []
        self.number: dict[Words, int] = {}
        self.sentences: list[list[int]] = []  # of each candidate, ascending
        self.occurrences: list[list[Occurrence]] = [self._read(i, line, keep) for i, line in enumerate(self.lines)]

    def _read(self, i: int, line: CompactSentence, keep: Callable[[Words], bool] | None) -> list[Occurrence]:
        occurrences = []
        for first, last, text in line.phrases:
            words = line.words[first:last]
            if keep is not None and not keep(words):
                continue
            term = self.number.setdefault(words, len(self.words))
            if term == len(self.words):
                self.words.append(words)
                self.texts.append(text)
                self.sentences.append([])
            if not self.sentences[term] or self.sentences[term][-1] != i:
                self.sentences[term].append(i)
            occurrences.append(Occurrence(term, first, last))
        return occurrences

    def __len__(self) -> int:
        return len(self.words)

    def support(self, term: int) -> int:
        """How many sentences hold it."""
        return len(self.sentences[term])

    def parts(self, term: int) -> list[int]:
        """The candidates that are a proper run of its words: of "battery life", "battery" and "life"."""
        words, size = self.words[term], len(self.words[term])
        runs = {words[i:j] for i in range(size) for j in range(i + 1, size + 1) if j - i < size}
        return sorted(self.number[run] for run in runs if run in self.number)
