"""What a review speaks of: the product, its rivals, what it is used with, and the parts of each."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import NamedTuple, Protocol, TypeVar, get_args

import numpy as np
from numpy.typing import NDArray

from voxpop.types import About, MentionKind

ABOUTS: tuple[About, ...] = get_args(About)
MAIN = 0  # the cluster of the product under review
SUSPICION = 0.02  # the chance of a comparison from which a sentence is worth a closer look
PART: dict[About, About] = {
    "main": "part_of_main", "competing": "part_of_competing",
    "interacting": "part_of_interacting", "generic": "part_of_generic",
}  # fmt: skip
WHOLE: dict[About, About] = {part: whole for whole, part in PART.items()}


class ResolvedMention(NamedTuple):
    """A mention: where it stands, what it is about, and which entity of the review it belongs to.

    ``cluster`` numbers the entities, 0 is the main product; ``part_of`` is the cluster that this is a part or an
    attribute of. ``entity`` is the name of the product it stands for or is a part of, where it has one.
    """

    start: int
    end: int
    text: str
    kind: MentionKind
    about: About
    confidence: float
    cluster: int
    part_of: int | None = None
    entity: str | None = None


class ClauseFocus(NamedTuple):
    """A clause of the review and what it speaks of."""

    start: int
    end: int
    about: About
    entity: str | None


S = TypeVar("S", ResolvedMention, ClauseFocus)


class TypeScores(Protocol):
    """What a trained network says of each piece of a review: probabilities of the nine types, in their order."""

    @property
    def types(self) -> NDArray[np.float32]: ...


@dataclass(frozen=True, slots=True)
class Discourse:
    """The mentions of one review in the order of the text, and what each of its clauses is about."""

    mentions: tuple[ResolvedMention, ...] = ()
    clauses: Sequence[ClauseFocus] = field(default=(), repr=False)
    _longest: int = field(default=0, init=False, repr=False, compare=False)  # of all, in characters

    def __post_init__(self) -> None:
        sizes = [one.end - one.start for one in self.mentions], [one.end - one.start for one in self.clauses]
        object.__setattr__(self, "_longest", max(chain(*sizes), default=0))

    def about(self, start: int, end: int) -> tuple[About, str | None]:
        """What an opinion on these characters is about: the mention there, or else the clause it stands in."""
        mention = self.at(start, end)
        if mention is not None:
            return mention.about, mention.entity
        return self._clause(start, end)

    def at(self, start: int, end: int) -> ResolvedMention | None:
        """Return the mention that shares most with these characters, at least half, and has least beside them."""
        best, score = None, (0, 0)
        for mention in self._near(self.mentions, start, end):
            shared = min(end, mention.end) - max(start, mention.start)
            if 0 < shared >= (end - start) / 2 and (fit := (shared, shared - (mention.end - mention.start))) > score:
                best, score = mention, fit
        return best

    def _clause(self, start: int, end: int) -> tuple[About, str | None]:
        best, most = None, 0
        for clause in self._near(self.clauses, start, end):
            shared = min(end, clause.end) - max(start, clause.start)
            if shared > most:
                best, most = clause, shared
        return ("main", None) if best is None else (best.about, best.entity)

    def inside(self, start: int, end: int) -> Sequence[ResolvedMention]:
        """Return the mentions that begin between these characters, in their order."""
        first = bisect_left(self.mentions, start, key=_start)
        return self.mentions[first : bisect_left(self.mentions, end, lo=first, key=_start)]

    def clause_at(self, place: int) -> ClauseFocus | None:
        """Return the clause that holds the character at a place."""
        return next((clause for clause in self._near(self.clauses, place, place + 1) if clause.end > place), None)

    def _near(self, ordered: Sequence[S], start: int, end: int) -> Iterator[S]:
        """Those that may share characters with these: a long review has thousands of others."""
        for at in range(bisect_left(ordered, start - self._longest, key=_start), len(ordered)):
            if ordered[at].start >= end:
                return
            yield ordered[at]


def _start(one: ResolvedMention | ClauseFocus) -> int:
    return one.start
