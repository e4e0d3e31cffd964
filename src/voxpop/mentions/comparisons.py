"""Comparisons: who is held against whom, on what, and who comes out ahead.

By rules, the floor that needs no weights: cues in ``data/comparisons.toml`` find the place and the direction, what
stands around them are the mentions that the discourse knows. By the branch's scores where there are any: it says
whether a sentence compares, which words are what, and the direction; the discourse still says who they are.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from voxpop.mentions.base import Discourse, Found
from voxpop.sentiment import Heard, Said
from voxpop.sentiment.scan import scan
from voxpop.sentiment.tables import Role, tables
from voxpop.types import About, Preference, Sentence, Span

OURS: tuple[About, ...] = ("main", "part_of_main")
THEIRS: tuple[About, ...] = ("competing", "part_of_competing", "generic", "part_of_generic")
PARTS = ("part_of_main", "part_of_competing", "part_of_generic")
SIGN: dict[Preference, int] = {"better": 1, "worse": -1, "equal": 0, "different": 0}
NEAR = 30  # characters from the cue within which the words of what follows begin
FLOOR = 0.6  # confidence of the rules; the share of right directions on COQE's development sets


@dataclass(frozen=True, slots=True)
class Compared:
    """A comparison in a review; ``verdict`` is how the product under review fares."""

    start: int
    end: int
    preference: Preference
    subject: Span | None = None
    object: Span | None = None
    aspect: Span | None = None
    opinion: Span | None = None
    verdict: int | None = None
    entity: str | None = None
    confidence: float = FLOOR


class Cue(NamedTuple):
    """A pattern, and how the subject fares where it holds."""

    pattern: re.Pattern[str]
    way: str
    bare: bool = False  # names nothing it is held against, so that anything clearer goes first
    before: bool = False  # what it is held against stands before it
    op_after: bool = False  # what is felt stands after it
    needs: tuple[str, ...] = ("",)  # one of these is always there, in lower case: quick to look for


class Hit(NamedTuple):
    """A cue in a sentence."""

    cue: Cue
    span: Span
    opinion: Span | None


class Cues(NamedTuple):
    block: re.Pattern[str]
    cues: tuple[Cue, ...]


@cache
def cues(lang: str) -> Cues:
    raw = tomllib.loads((files("voxpop.mentions") / "data" / "comparisons.toml").read_text(encoding="utf-8"))[lang]
    found = [
        Cue(re.compile(one.pop("pattern"), re.IGNORECASE), needs=tuple(one.pop("needs", [""])), **one)
        for one in raw["cues"]
    ]
    return Cues(re.compile(raw["block"], re.IGNORECASE), tuple(found))


def compare(text: str, heard: Heard, discourse: Discourse, *, lang: str) -> Iterator[Compared]:
    """The comparisons of a review, in order."""
    known = likely(text, lang)
    for sentence in heard.sentences if known.cues else ():
        found = hits(text, sentence, known)
        for hit, clause in zip(found, clauses(sentence, found), strict=True):
            around = Around(text, sentence, clause, heard.said, discourse.mentions, lang)
            yield settled(around.compared(hit), around.who)


# --- where


def likely(text: str, lang: str) -> Cues:
    """The cues that a text may have."""
    block, known = cues(lang)
    low = text.lower()
    return Cues(block, tuple(cue for cue in known if any(word in low for word in cue.needs)))


def hits(text: str, sentence: Sentence, cues: Cues) -> list[Hit]:
    """The cues of a sentence, from left to right, none inside another; bare ones only where there is no other."""
    block, known = cues
    taken = [found.span() for found in block.finditer(text, sentence.start, sentence.end)]
    clear: list[Hit] = []
    for cue in known:
        if cue.bare and clear:
            break
        for found in cue.pattern.finditer(text, sentence.start, sentence.end):
            if not any(found.start() < end and start < found.end() for start, end in taken):
                opinion = Span(*found.span("op")) if found.groupdict().get("op") else None
                clear.append(Hit(cue, Span(*found.span()), opinion))
                taken.append(found.span())
        if cue.bare and clear:
            break
    return sorted(clear, key=lambda hit: hit.span)


def clauses(sentence: Sentence, found: Sequence[Hit]) -> list[Span]:
    """What belongs to each cue: from the one before it to the one after it."""
    starts = [sentence.start, *(hit.span.end for hit in found[:-1])]
    ends = [*(hit.span.start for hit in found[1:]), sentence.end]
    return [Span(*span) for span in zip(starts, ends, strict=True)][: len(found)]


# --- who, on what, and how


class Around:
    """What stands around a cue."""

    def __init__(
        self, text: str, sentence: Sentence, clause: Span, said: Sequence[Said], mentions: Iterable[Found], lang: str
    ) -> None:
        self.text, self.sentence, self.clause, self.lang = text, sentence, clause, lang
        self.mentions = [one for one in mentions if clause.start <= one.start and one.end <= clause.end]
        self.said = [one for one in said if clause.start <= one.start and one.end <= clause.end]
        self.who: dict[Span, Found] = {Span(one.start, one.end): one for one in self.mentions}

    def compared(self, hit: Hit) -> Compared:
        edge = hit.span.start if hit.cue.before else hit.span.end
        before = [one for one in self.mentions if one.end <= edge and not self._inside(one, hit)]
        after = [one for one in self.mentions if one.start >= edge]
        if hit.cue.before:
            other = before[-1] if before else None
            subject = self._subject(before[:-1])
        else:
            other = next((one for one in after if one.start - hit.span.end <= NEAR), None)
            rest = [one for one in after if other and one.start >= other.end]
            subject = self._subject(before) or (None if before else self._subject(rest))
        if hit.cue.bare:
            other = None
        feeling = self._feeling(hit, other)
        return Compared(
            self.clause.start,
            self.clause.end,
            preference(hit.cue.way, feeling),
            _span(subject),
            _span(other),
            self._aspect(subject, other),
            hit.opinion,
        )

    def _inside(self, one: Found, hit: Hit) -> bool:
        return hit.opinion is not None and one.start < hit.opinion.end and hit.opinion.start < one.end

    def _subject(self, mentions: Sequence[Found]) -> Found | None:
        """The product that is spoken of; a part of one is what it is compared on."""
        return next((one for one in mentions if one.about in ("main", "competing", "generic")), None)

    def _aspect(self, *but: Found | None) -> Span | None:
        """The part that is spoken of, or the term that is judged, if it is neither of the products."""
        taken = [_span(one) for one in but if one is not None]
        parts = [Span(one.start, one.end) for one in self.mentions if one.about in PARTS]
        terms = [Span(one.start, one.end) for one in self.said if one.term and one.judgement.polarity]
        free = (one for one in (*parts, *terms) if not any(_overlap(one, other) for other in taken if other))
        return next(free, None)

    def _feeling(self, hit: Hit, other: Found | None) -> float:
        """What is felt in the cue's own words, or after it; else what is said of the things around."""
        behind = other.end if other is not None and other.start >= hit.span.end else hit.span.end
        first = hit.span.start > self.clause.start + NEAR and not hit.cue.op_after  # "… is dim compared to …"
        where = hit.opinion or (Span(self.clause.start, hit.span.start) if first else Span(behind, self.clause.end))
        less = -1 if self.text[where.start : where.start + 5].lower() == "less " else 1
        for mark in scan(self.sentence.tokens, tables(self.lang)):
            if mark.entry.roles & Role.OPINION and mark.entry.value and _overlap(Span(mark.start, mark.end), where):
                return less * mark.entry.value
        return next((one.judgement.polarity for one in self.said if one.judgement.polarity), 0.0)


def preference(way: str, feeling: float) -> Preference:
    """How the subject fares; words without a feeling ("bigger") are taken for praise, as they mostly are."""
    if way == "op":
        return "worse" if feeling < 0 else "better"
    if way == "turned":
        return "better" if feeling < 0 else "worse"
    return {"better": "better", "worse": "worse", "equal": "equal"}.get(way, "different")  # type: ignore[return-value]


def settled(found: Compared, who: dict[Span, Found]) -> Compared:
    """How the product under review fares, and against whom."""
    first = who.get(found.subject) if found.subject else None
    other = who.get(found.object) if found.object else None
    same = first is not None and other is not None and first.cluster == other.cluster  # nothing beats itself
    subject = "main" if first is None or same else first.about
    sign = SIGN[found.preference]
    if subject in OURS and other is not None and other.about in THEIRS:
        return replace(found, verdict=sign, entity=other.entity)
    if subject in THEIRS and (other is None or other.about in OURS):
        return replace(found, verdict=-sign, entity=first.entity if first else None)
    return found


def _span(found: Found | None) -> Span | None:
    return None if found is None else Span(found.start, found.end)


def _overlap(one: Span, other: Span) -> bool:
    return one.start < other.end and other.start < one.end
