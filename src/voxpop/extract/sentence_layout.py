"""A sentence laid out for the model's spans: which words they cover, and in which clauses."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from functools import cached_property
from typing import NamedTuple

from voxpop.extract.clauses import clause_starts
from voxpop.lang.scripts import joins_neighbours
from voxpop.types import Sentence, Span

NOUNS = ("NOUN", "PROPN")


class TokenSpan(NamedTuple):
    """Characters of a review and the half-open range of their sentence's tokens."""

    start: int
    end: int
    first: int
    last: int

    @property
    def span(self) -> Span:
        return Span(self.start, self.end)


class SentenceLayout:
    """One sentence with its clauses."""

    def __init__(self, sentence: Sentence, lang: str) -> None:
        self.sentence, self.lang = sentence, lang
        self.tokens = sentence.tokens
        self.starts: tuple[int, ...]
        self.ends: tuple[int, ...]
        self.starts, self.ends, self.texts, _, self.tags = zip(*self.tokens, strict=True)
        self._evidence: dict[tuple[int, int], Span] = {}

    @cached_property
    def _clauses(self) -> list[int]:
        """The first token of each clause, and the end of the last one."""
        return [*clause_starts(self.tokens, self.texts, self.tags, self.lang), len(self.tokens)]

    def fit(self, spans: Iterable[Span]) -> list[TokenSpan]:
        """Return the spans over whole words, without marks at their ends, in order and apart.

        Where words are not told apart by spaces, a span may end inside what the segmenter took for a word, which then
        often holds the verdict as well; a single character of a noun stands for the noun.
        """
        fitted: list[TokenSpan] = []
        for span in spans:
            first, last = bisect_right(self.ends, span.start), bisect_left(self.starts, span.end)
            while first < last and self.tags[first] == "PUNCT":
                first += 1
            while first < last and self.tags[last - 1] == "PUNCT":
                last -= 1
            if first >= last:
                continue
            is_one_character_of_a_noun = span.end - span.start == 1 and self.tags[first] in NOUNS
            is_whole = is_one_character_of_a_noun or joins_neighbours(self.texts[last - 1][-1])
            start, end = self.starts[first], self.ends[last - 1]
            end = end if is_whole else min(end, span.end)
            if fitted and start < fitted[-1].end:
                fitted[-1] = TokenSpan(fitted[-1].start, max(end, fitted[-1].end), fitted[-1].first, last)
            else:
                fitted.append(TokenSpan(start, end, first, last))
        return fitted

    def whole(self, stretch: TokenSpan) -> bool:
        """Return whether it begins and ends where words do."""
        return stretch.start == self.starts[stretch.first] and stretch.end == self.ends[stretch.last - 1]

    def evidence(self, first: int, last: int) -> Span:
        """Return the clauses that hold a range of tokens, without the marks at their ends."""
        first = self._clauses[bisect_right(self._clauses, first) - 1]
        last = self._clauses[bisect_left(self._clauses, last)]
        span = self._evidence.get((first, last))
        if span is None:
            span = self._evidence[first, last] = self._trimmed(first, last)
        return span

    def _trimmed(self, first: int, last: int) -> Span:
        while first < last - 1 and self.tags[first] == "PUNCT":
            first += 1
        while last > first + 1 and self.tags[last - 1] == "PUNCT":
            last -= 1
        return Span(self.starts[first], self.ends[last - 1])
