"""Counts per aspect that merge: each worker or part keeps its own, and ``merge`` adds them up."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from heapq import nsmallest
from itertools import groupby
from typing import Any
from zlib import crc32

from voxpop.aggregate.opinion_counts import OpinionCounts
from voxpop.aggregate.quotes import choose_quotes
from voxpop.types import Aspect, Comparison, Opinion

Key = Hashable
Texts = Callable[[Iterable[str]], dict[str, str]]
NUMBERS = ("mentions", "reviews", "positive", "neutral", "negative", "mean")
SAMPLE = 200  # opinions of each verdict kept to choose quotes from


@dataclass(slots=True)
class AspectTally:
    """The counts of one aspect, and a sample of the opinions that praise it (1) and blame it (−1)."""

    counts: OpinionCounts = field(default_factory=OpinionCounts)
    samples: dict[int, list[Opinion]] = field(default_factory=lambda: {1: [], -1: []})

    def add(self, opinions: Sequence[Opinion]) -> None:
        """Add what one review says about this aspect."""
        self.counts.add_review([opinion.polarity for opinion in opinions])
        for opinion in opinions:
            if opinion.polarity:
                sample = self.samples[1 if opinion.polarity > 0 else -1]
                sample.append(opinion)
                if len(sample) > 2 * SAMPLE:
                    sample[:] = nsmallest(SAMPLE, sample, key=lottery)

    def merge(self, other: AspectTally) -> None:
        """Add the opinions of other reviews."""
        self.counts.merge(other.counts)
        for sign, sample in self.samples.items():
            sample.extend(other.samples[sign])
            sample[:] = nsmallest(SAMPLE, sample, key=lottery)

    def sample(self, sign: int, count: int) -> list[Opinion]:
        """Some of the opinions that praise it (1) or blame it (−1), evenly drawn."""
        return nsmallest(count, self.samples[sign], key=lottery)

    def aspect(self, terms: Sequence[str], *, texts: Texts, **facts: Any) -> Aspect:
        """A row of a table; ``facts`` are the other fields of an ``Aspect``."""
        low, high = self.counts.interval
        numbers = {name: getattr(self.counts, name) for name in NUMBERS}
        quotes = [quote for sign in (1, -1) for quote in choose_quotes(self.sample(sign, SAMPLE), texts)]
        return Aspect(terms=tuple(terms), **numbers, low=low, high=high, quotes=tuple(quotes), **facts)


class Tally:
    """The numbers of all aspects, by name; or of whatever else ``key`` tells opinions apart by, None for neither."""

    def __init__(self, key: Callable[[Opinion], Key | None] | None = None) -> None:
        self._key = key or (lambda opinion: opinion.aspect)
        self._aspects: dict[Key, AspectTally] = {}

    def add(self, opinions: Iterable[Opinion]) -> None:
        """Add opinions in which those of one review stand together."""
        for _, ours in groupby(opinions, key=lambda opinion: opinion.review_id):
            by_aspect: dict[Key, list[Opinion]] = {}
            for opinion in ours:
                if (key := self._key(opinion)) is not None:
                    by_aspect.setdefault(key, []).append(opinion)
            for key, of_aspect in by_aspect.items():
                self._aspects.setdefault(key, AspectTally()).add(of_aspect)

    def merge(self, other: Tally) -> None:
        """Add the numbers of other reviews."""
        for key, theirs in other._aspects.items():
            self._aspects.setdefault(key, AspectTally()).merge(theirs)

    def reviews(self) -> dict[Key, int]:
        """How many reviews speak of each."""
        return {key: tally.counts.reviews for key, tally in self._aspects.items()}

    def counts(self, key: Key) -> OpinionCounts:
        """The counts of one of them."""
        return self._aspects[key].counts

    def sample(self, key: Key, sign: int, count: int) -> list[Opinion]:
        """Some of the opinions that praise it (1) or blame it (−1), evenly drawn."""
        return self._aspects[key].sample(sign, count)

    def aspects(self, terms: Mapping[str, Sequence[str]], *, lang: str, texts: Texts) -> list[Aspect]:
        """The table, most mentioned first. ``terms`` names each aspect's terms, ``texts`` looks reviews up by id."""
        rows = [
            self.aspect(name, terms[name], id=aspect_id(name, lang), name=name, lang=lang, texts=texts)
            for name in terms
            if name in self._aspects
        ]
        return sorted(rows, key=rank)

    def aspect(self, key: Key, terms: Sequence[str], *, texts: Texts, **facts: Any) -> Aspect:
        """One row of a table; ``facts`` are the other fields of an ``Aspect``."""
        return self._aspects[key].aspect(terms, texts=texts, **facts)


def rank(aspect: Aspect) -> tuple[int, int, str]:
    """Most reviews first."""
    return -aspect.reviews, -aspect.mentions, aspect.name


def lottery(finding: Opinion | Comparison) -> tuple[int, str, int]:
    """A draw that is the same however the work was shared: keeping the smallest samples evenly and merges."""
    return ticket(finding.review_id, finding.start)


def ticket(review_id: str, start: int) -> tuple[int, str, int]:
    """The draw of what stands at a place in a review: a number that has nothing to do with what is said there."""
    return crc32(f"{review_id}\0{start}".encode("utf-8", "surrogatepass")), review_id, start


def aspect_id(name: str, lang: str) -> str:
    """Stable from run to run, so that a user's edits can refer to it; no two names share one."""
    return f"{lang}:{name}"
