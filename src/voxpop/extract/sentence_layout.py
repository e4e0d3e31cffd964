"""A sentence laid out for the reader's spans: which words they cover, in which clause, and what stands next to what."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import NamedTuple

from voxpop.extract.clauses import LexiconClause, PhraseRun, phrase_runs, split_clauses
from voxpop.extract.lexicon_matching import match_lexicon
from voxpop.extract.lexicon_tables import LexiconTables
from voxpop.lang.scripts import joins_neighbours
from voxpop.types import Sentence, Span

# What an opinion word is about: chosen on ASTE and zh-triplets (research.experiments.reader.linking). Words apart.
BACK, AHEAD = 4, 1  # clauses over which it finds a thing before it, and one after it
BREAKS = ("PUNCT", "CCONJ", "SCONJ")
BREAK = 2  # what each mark or conjunction in between adds
CLAUSE = 5  # each clause
AFTER = 4  # a thing after it that is not the very next word or the one after that
NEXT = 10  # or that stands in a later clause
BESIDE = 0.5  # what is taken off where the thing is the very next word


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

    def __init__(self, sentence: Sentence, tables: LexiconTables) -> None:
        self.sentence, self.tables = sentence, tables
        self.tokens = sentence.tokens
        self.starts = [token.start for token in self.tokens]
        self.ends = [token.end for token in self.tokens]

    @cached_property
    def runs(self) -> list[TokenSpan]:
        """Phrases that share words, as one."""
        return [self.stretch(first, last) for first, last in phrase_runs(self.sentence)[0]]

    @cached_property
    def parts(self) -> list[LexiconClause]:
        """The clauses of the sentence."""
        things = [PhraseRun(run.first, run.last) for run in self.runs]
        return split_clauses(self.tokens, match_lexicon(self.tokens, self.tables), things)

    @cached_property
    def firsts(self) -> list[int]:
        """The first token of each clause."""
        return [part.first for part in self.parts]

    def stretch(self, first: int, last: int) -> TokenSpan:
        """Return the characters of a range of tokens."""
        return TokenSpan(self.starts[first], self.ends[last - 1], first, last)

    def fit(self, spans: Iterable[Span]) -> list[TokenSpan]:
        """Return the spans over whole words, without marks at their ends, in order and apart.

        Characters of Chinese are words enough: a span may begin or end in the midst of what the segmenter took for one.
        """
        fitted: list[TokenSpan] = []
        for span in spans:
            first, last = bisect_right(self.ends, span.start), bisect_left(self.starts, span.end)
            while first < last and self.tokens[first].tag == "PUNCT":
                first += 1
            while first < last and self.tokens[last - 1].tag == "PUNCT":
                last -= 1
            if first >= last:
                continue
            start = (
                self.starts[first]
                if joins_neighbours(self.tokens[first].text[0])
                else max(self.starts[first], span.start)
            )
            end = (
                self.ends[last - 1]
                if joins_neighbours(self.tokens[last - 1].text[-1])
                else min(self.ends[last - 1], span.end)
            )
            if fitted and start < fitted[-1].end:
                fitted[-1] = TokenSpan(fitted[-1].start, max(end, fitted[-1].end), fitted[-1].first, last)
            else:
                fitted.append(TokenSpan(start, end, first, last))
        return fitted

    def whole(self, stretch: TokenSpan) -> bool:
        """Return whether it begins and ends where words do."""
        return stretch.start == self.starts[stretch.first] and stretch.end == self.ends[stretch.last - 1]

    def clause(self, token: int) -> int:
        """Return the number of the clause that holds a token."""
        return max(0, bisect_right(self.firsts, token) - 1)

    def nearest(self, opinion: TokenSpan, things: Sequence[TokenSpan], *, far: bool = True) -> int | None:
        """Which of the things an opinion word is about: the closest; without ``far``, of those in its own clause."""
        costs = [
            (self._cost(opinion, thing), place)
            for place, thing in enumerate(things)
            if self._apart(opinion, thing) <= ((AHEAD if thing.first >= opinion.last else BACK) if far else 0)
        ]
        return min(costs)[1] if costs else None

    def _apart(self, opinion: TokenSpan, thing: TokenSpan) -> int:
        """Return how many clauses lie from the one to the other."""
        return abs(self.clause(thing.first) - self.clause(opinion.first))

    def _cost(self, opinion: TokenSpan, thing: TokenSpan) -> float:
        """Return how far a thing is, in words; marks, conjunctions and clauses between them make it farther."""
        ahead = thing.first >= opinion.last
        first, last = (opinion.last, thing.first) if ahead else (thing.last, opinion.first)
        between = self.tokens[first:last] if first < last else ()
        apart = self._apart(opinion, thing)
        cost = len(between) + BREAK * sum(token.tag in BREAKS for token in between) + CLAUSE * apart
        if not ahead:
            return cost
        # "cold soup"; in a language of topics, what stands right behind an opinion begins the next topic
        beside = not between and not self.tables.topics
        return cost + AFTER * (len(between) > 1) + NEXT * (apart > 0) - BESIDE * beside

    def evidence(self, stretches: Sequence[TokenSpan]) -> Span:
        """Return the clauses that hold these, without the marks at their ends."""
        first, last = min(stretch.first for stretch in stretches), max(stretch.last for stretch in stretches)
        if self.parts:
            begin, end = self.parts[self.clause(first)], self.parts[self.clause(last - 1)]
            first, last = min(first, begin.first), max(last, end.last)
        return self.span(first, last)

    def clauses(self) -> list[Span]:
        """Return the clauses as characters."""
        return [self.span(part.first, part.last) for part in self.parts]

    def span(self, first: int, last: int) -> Span:
        while first < last - 1 and self.tokens[first].tag == "PUNCT":
            first += 1
        while last > first + 1 and self.tokens[last - 1].tag == "PUNCT":
            last -= 1
        return Span(self.starts[first], self.ends[last - 1])
