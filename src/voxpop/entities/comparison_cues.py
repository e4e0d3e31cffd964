"""Where a review may compare: the cues of a language (``comparison_cues.toml``) in its sentences."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from functools import cache
from itertools import pairwise
from typing import NamedTuple

from voxpop.lang.data import read_toml
from voxpop.lang.punctuation import COLONS, COMMAS, ROUND_BRACKETS, SEMICOLONS
from voxpop.types import Sentence, Span, Token

MARKS = frozenset(COMMAS + SEMICOLONS + COLONS + ROUND_BRACKETS + "—–…")


class Cue(NamedTuple):
    """A pattern, and how the subject fares where it holds."""

    pattern: re.Pattern[str]
    way: str
    bare: bool = False  # names nothing it is held against, so that anything clearer goes first
    faint: bool = (
        False  # as often used of one thing alone ("a different story"), so that it is no reason to look closer
    )
    before: bool = False  # what it is held against stands before it
    op_after: bool = False  # what is felt stands after it
    plain: bool = False  # says the direction by itself, whatever a branch reads
    needs: tuple[str, ...] = ("",)  # one of these is always there, in lower case: quick to look for


class CueMatch(NamedTuple):
    """A cue in a sentence."""

    cue: Cue
    span: Span
    opinion: Span | None


class CueSet(NamedTuple):
    """The cues of comparisons of one language, compiled."""

    block: re.Pattern[str]
    cues: tuple[Cue, ...]


@cache
def load_cues(lang: str) -> CueSet:
    raw = read_toml(lang, "comparison_cues.toml")
    found = [
        Cue(re.compile(one.pop("pattern"), re.IGNORECASE), needs=tuple(one.pop("needs", [""])), **one)
        for one in raw["cues"]
    ]
    return CueSet(re.compile(raw["block"], re.IGNORECASE), tuple(found))


def possible_cues(text: str, lang: str) -> CueSet:
    """Return the cues that a text may have."""
    block, known = load_cues(lang)
    low = text.lower()
    return CueSet(block, tuple(cue for cue in known if any(word in low for word in cue.needs)))


def has_cue(text: str, *, lang: str, faint: bool = False) -> bool:
    """Return whether a text may hold one product against another; ``faint`` cues count if they are asked for."""
    block, known = possible_cues(text, lang)
    telling = [cue for cue in known if not cue.bare and (faint or not cue.faint)]
    found = [hit.span() for cue in telling for hit in cue.pattern.finditer(text)]
    blocked = [match.span() for match in block.finditer(text)] if found else []
    ends = [end for _, end in blocked]  # blocks do not overlap, so that the first to end behind a cue's start decides
    for start, end in found:
        place = bisect_right(ends, start)
        if place == len(blocked) or blocked[place][0] >= end:
            return True
    return False


def match_cues(text: str, sentence: Sentence, cues: CueSet) -> list[CueMatch]:
    """The cues of a sentence, from left to right, none inside another; bare ones only where there is no other."""
    block, known = cues
    taken = [found.span() for found in block.finditer(text, sentence.start, sentence.end)]
    clear: list[CueMatch] = []
    for cue in known:
        if cue.bare and clear:
            break
        for found in cue.pattern.finditer(text, sentence.start, sentence.end):
            if not any(found.start() < end and start < found.end() for start, end in taken):
                opinion = Span(*found.span("op")) if found.groupdict().get("op") else None
                clear.append(CueMatch(cue, Span(*found.span()), opinion))
                taken.append(found.span())
        if cue.bare and clear:
            break
    return sorted(clear, key=lambda hit: hit.span)


def cue_clauses(sentence: Sentence, found: Sequence[CueMatch], joining: frozenset[str]) -> list[Span]:
    """What belongs to each cue: two are parted by the last mark or conjunction (``joining``) between them.

    Where there is none, what stands between may belong to either.
    """
    cuts = [_cut(sentence, one.span.end, other.span.start, joining) for one, other in pairwise(found)]
    starts = [sentence.start, *(cut or hit.span.end for cut, hit in zip(cuts, found, strict=False))]
    ends = [*(cut or hit.span.start for cut, hit in zip(cuts, found[1:], strict=True)), sentence.end]
    return [Span(*span) for span in zip(starts, ends, strict=True)]


def _cut(sentence: Sentence, start: int, end: int, joining: frozenset[str]) -> int | None:
    inside = [token for token in sentence.tokens if start <= token.start and token.end <= end]
    return next((token.start for token in reversed(inside) if _parts(token, joining)), None)


def _parts(token: Token, joining: frozenset[str]) -> bool:
    return token.text in MARKS or (token.tag in ("CCONJ", "SCONJ") and token.lemma in joining)
