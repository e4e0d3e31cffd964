"""What a text mentions: names of products and terms of opinions, each with the thing that it stands for."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, get_args

from voxpop.lang.mention_candidates import NameMention
from voxpop.types import About, ExtractedTerm, MentionKind

ABOUTS: tuple[About, ...] = get_args(About)
MAIN = 0  # the cluster of the product under review


class ResolvedMention(NamedTuple):
    """A mention: where it stands, what it is about, and which thing of the text it stands for (``cluster``)."""

    start: int
    end: int
    text: str
    kind: MentionKind
    about: About
    confidence: float
    cluster: int
    part_of: int | None = None
    entity: str | None = None


@dataclass(frozen=True, slots=True)
class Discourse:
    """The mentions of one text in their order."""

    mentions: tuple[ResolvedMention, ...] = ()
    _longest: int = field(default=0, init=False, repr=False, compare=False)  # of all, in characters

    def __post_init__(self) -> None:
        object.__setattr__(self, "_longest", max((one.end - one.start for one in self.mentions), default=0))

    def at(self, start: int, end: int) -> ResolvedMention | None:
        """Return the mention that shares most with these characters, at least half, and has least beside them."""
        best, score = None, (0, 0)
        for mention in self._near(start, end):
            shared = min(end, mention.end) - max(start, mention.start)
            if 0 < shared >= (end - start) / 2 and (fit := (shared, shared - (mention.end - mention.start))) > score:
                best, score = mention, fit
        return best

    def _near(self, start: int, end: int) -> Iterator[ResolvedMention]:
        """Those that may share characters with these: a long review has thousands of others."""
        first = bisect_left(self.mentions, start - self._longest, key=lambda one: one.start)
        for at in range(first, len(self.mentions)):
            if self.mentions[at].start >= end:
                return
            yield self.mentions[at]


def make_discourse(text: str, names: Sequence[NameMention], terms: Sequence[ExtractedTerm]) -> Discourse:
    """Return the names and terms of a text; what has the same words is the same thing."""
    clusters: dict[str, int] = {}
    mentions = []
    for name in names:
        words = text[name.start : name.end]
        about: About = "main" if name.role == "main" else "competing"
        cluster = MAIN if name.role == "main" else clusters.setdefault(words.lower(), len(clusters) + 1)
        mentions.append(ResolvedMention(name.start, name.end, words, "name", about, 0.9, cluster, None, name.entity))
    named = Discourse(tuple(mentions))
    for term in terms:
        if term.term and named.at(term.start, term.end) is None:
            cluster = clusters.setdefault(term.term, len(clusters) + 1)
            words = text[term.start : term.end]
            mentions.append(ResolvedMention(term.start, term.end, words, "noun", term.about, 0.5, cluster))
    return Discourse(tuple(sorted(mentions)))
