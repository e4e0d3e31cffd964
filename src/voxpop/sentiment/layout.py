"""A sentence laid out for the reader's spans: which words they cover, in which clause, and what stands next to what."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import NamedTuple

from voxpop.sentiment.clauses import Clause, Run, clauses, runs
from voxpop.sentiment.decode import letter
from voxpop.sentiment.scan import scan
from voxpop.sentiment.tables import Tables
from voxpop.types import Sentence, Span

REACH = 1  # clauses over which an opinion word still finds what it is about


class Stretch(NamedTuple):
    """Characters of a review and the half-open range of their sentence's tokens."""

    start: int
    end: int
    first: int
    last: int

    @property
    def span(self) -> Span:
        return Span(self.start, self.end)


class Layout:
    """One sentence with its clauses."""

    def __init__(self, sentence: Sentence, tables: Tables) -> None:
        self.sentence, self.tables = sentence, tables
        self.tokens = sentence.tokens
        self.starts = [token.start for token in self.tokens]
        self.ends = [token.end for token in self.tokens]

    @cached_property
    def runs(self) -> list[Stretch]:
        """Phrases that share words, as one."""
        return [self.stretch(first, last) for first, last in runs(self.sentence)[0]]

    @cached_property
    def parts(self) -> list[Clause]:
        things = [Run(run.first, run.last) for run in self.runs]
        return clauses(self.tokens, scan(self.tokens, self.tables), things)

    @cached_property
    def firsts(self) -> list[int]:
        return [part.first for part in self.parts]

    def stretch(self, first: int, last: int) -> Stretch:
        return Stretch(self.starts[first], self.ends[last - 1], first, last)

    def fit(self, spans: Iterable[Span]) -> list[Stretch]:
        """The spans over whole words, without marks at their ends, in order and apart.

        Characters of Chinese are words enough: a span may begin or end in the midst of what the segmenter took for one.
        """
        found: list[Stretch] = []
        for span in spans:
            first, last = bisect_right(self.ends, span.start), bisect_left(self.starts, span.end)
            while first < last and self.tokens[first].tag == "PUNCT":
                first += 1
            while first < last and self.tokens[last - 1].tag == "PUNCT":
                last -= 1
            if first >= last:
                continue
            start = self.starts[first] if letter(self.tokens[first].text[0]) else max(self.starts[first], span.start)
            end = self.ends[last - 1] if letter(self.tokens[last - 1].text[-1]) else min(self.ends[last - 1], span.end)
            if found and start < found[-1].end:
                found[-1] = Stretch(found[-1].start, max(end, found[-1].end), found[-1].first, last)
            else:
                found.append(Stretch(start, end, first, last))
        return found

    def whole(self, stretch: Stretch) -> bool:
        """Whether it begins and ends where words do."""
        return stretch.start == self.starts[stretch.first] and stretch.end == self.ends[stretch.last - 1]

    def clause(self, token: int) -> int:
        return max(0, bisect_right(self.firsts, token) - 1)

    def nearest(self, opinion: Stretch, things: Sequence[Stretch], *, reach: int = REACH) -> int | None:
        """Which of the things an opinion word is about: one of its clause, close by, rather after it than before."""
        home = self.clause(opinion.first)
        distances = [
            (abs(self.clause(one.first) - home), max(one.first - opinion.last, opinion.first - one.last, 0),
             opinion.first > one.first, i)
            for i, one in enumerate(things)
        ]  # fmt: skip
        best = min(distances, default=None)
        return best[-1] if best is not None and best[0] <= reach else None

    def evidence(self, stretches: Sequence[Stretch]) -> Span:
        """The clauses that hold these, without the marks at their ends."""
        first, last = min(one.first for one in stretches), max(one.last for one in stretches)
        if self.parts:
            begin, end = self.parts[self.clause(first)], self.parts[self.clause(last - 1)]
            first, last = min(first, begin.first), max(last, end.last)
        return self.span(first, last)

    def clauses(self) -> list[Span]:
        """The clauses as characters."""
        return [self.span(part.first, part.last) for part in self.parts]

    def span(self, first: int, last: int) -> Span:
        while first < last - 1 and self.tokens[first].tag == "PUNCT":
            first += 1
        while last > first + 1 and self.tokens[last - 1].tag == "PUNCT":
            last -= 1
        return Span(self.starts[first], self.ends[last - 1])
