"""Counts per aspect that merge: each worker or part keeps its own, and ``merge`` adds them up."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from heapq import nsmallest
from itertools import groupby
from zlib import crc32

from voxpop.aggregate.opinion_counts import OpinionCounts
from voxpop.aggregate.quotes import choose_quotes
from voxpop.types import Aspect, Opinion

Key = Hashable
Texts = Callable[[Iterable[str]], dict[str, str]]
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

    def put(self, key: Key, tally: AspectTally) -> None:
        """Numbers that were counted elsewhere."""
        self._aspects[key] = tally

    def reviews(self) -> dict[Key, int]:
        """How many reviews speak of each."""
        return {key: tally.counts.reviews for key, tally in self._aspects.items()}

    def counts(self, key: Key) -> OpinionCounts:
        """The counts of one of them."""
        return self._aspects[key].counts

    def sample(self, key: Key, sign: int, count: int) -> list[Opinion]:
        """Some of the opinions that praise it (1) or blame it (−1), evenly drawn."""
        return nsmallest(count, self._aspects[key].samples[sign], key=lottery)

    def aspects(self, terms: Mapping[str, Sequence[str]], *, lang: str, texts: Texts, quotes: int = 3) -> list[Aspect]:
        """The table, most mentioned first. ``terms`` names each aspect's terms, ``texts`` looks reviews up by id."""
        rows = [
            self.aspect(
                name, id=aspect_id(name, lang), name=name, terms=terms[name], lang=lang, texts=texts, quotes=quotes
            )
            for name in terms
            if name in self._aspects
        ]
        return sorted(rows, key=rank)

    def aspect(
        self,
        key: Key,
        *,
        id: str,
        name: str,
        terms: Sequence[str],
        lang: str,
        texts: Texts,
        quotes: int = 3,
        category: str | None = None,
        parent: str | None = None,
    ) -> Aspect:
        """One row of a table."""
        counts = self.counts(key)
        low, high = counts.interval
        chosen = [choose_quotes(self.sample(key, sign, SAMPLE), texts, count=quotes) for sign in (1, -1)]
        return Aspect(
            id=id,
            name=name,
            terms=tuple(terms),
            mentions=counts.mentions,
            reviews=counts.reviews,
            positive=counts.positive,
            neutral=counts.neutral,
            negative=counts.negative,
            mean=counts.mean,
            low=low,
            high=high,
            lang=lang,
            quotes=(*chosen[0], *chosen[1]),
            category=category,
            parent=parent,
        )


def rank(aspect: Aspect) -> tuple[int, int, str]:
    """Most reviews first."""
    return -aspect.reviews, -aspect.mentions, aspect.name


def lottery(opinion: Opinion) -> tuple[int, str, int]:
    """A draw that is the same however the work was shared: keeping the smallest samples evenly and merges."""
    return (
        crc32(f"{opinion.review_id}\0{opinion.start}".encode("utf-8", "surrogatepass")),
        opinion.review_id,
        opinion.start,
    )


def aspect_id(name: str, lang: str) -> str:
    """Stable from run to run, so that a user's edits can refer to it; no two names share one."""
    return f"{lang}:{name}"
