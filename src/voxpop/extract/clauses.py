"""Cuts a sentence into clauses and puts its marks and things into them."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from itertools import compress
from operator import itemgetter
from typing import NamedTuple

from voxpop.extract.lexicon_matching import LexiconMatch
from voxpop.extract.lexicon_tables import Role
from voxpop.types import Sentence, Token

_BREAK = int(Role.STOP | Role.CONTRAST | Role.CLAUSE)
_OPINION = int(Role.OPINION)
_SOFT = int(Role.PAUSE)
_MODIFIER = int(Role.NEGATOR | Role.BOOSTER | Role.DAMPER | Role.EXCESS)
_VERBAL = frozenset({"AUX", "VERB"})
_TAG = itemgetter(Token._fields.index("tag"))
LONGEST = 80  # words after which the next mark ends a clause, so that endless sentences cost no more than long ones


class PhraseRun(NamedTuple):
    """Phrases that share words are one thing: "great battery life", "battery life", "battery"."""

    first: int
    last: int


class LexiconClause(NamedTuple):
    """A half-open range of tokens with its marks and the numbers of its runs."""

    first: int
    last: int
    marks: list[LexiconMatch]
    runs: list[int]


def phrase_runs(sentence: Sentence) -> list[PhraseRun]:
    """Return the runs of a sentence in order."""
    runs: list[PhraseRun] = []
    begin = end = 0
    for first, last, _ in sorted(sentence.phrases):
        if first < end:
            end = max(end, last)
        else:
            if end:
                runs.append(PhraseRun(begin, end))
            begin, end = first, last
    return [*runs, PhraseRun(begin, end)] if end else runs


def split_clauses(
    tokens: Sequence[Token], marks: Sequence[LexiconMatch], things: Sequence[PhraseRun]
) -> list[LexiconClause]:
    """Return the clauses of a sentence; a break inside a run does not cut it.

    Runs that only name an opinion ("a joy", "out of this world") are members of no clause.
    """
    roles = 0
    for mark in marks:
        roles |= mark.entry.roles
    members = _members(tokens, marks, things) if roles & _OPINION else list(range(len(things)))
    if len(tokens) <= LONGEST and not roles & (_BREAK | _SOFT):
        return [LexiconClause(0, len(tokens), list(marks), members)] if marks or members else []
    verbs = list(compress(range(len(tokens)), map(_VERBAL.__contains__, map(_TAG, tokens)))) if roles & _SOFT else []
    firsts = [thing.first for thing in things]
    starts = [things[run].first for run in members]
    clauses: list[LexiconClause] = []
    first = 0
    inside: list[LexiconMatch] = []

    def close(last: int) -> None:
        runs = members[bisect_left(starts, first) : bisect_left(starts, last)]
        if inside or runs:
            clauses.append(LexiconClause(first, last, inside, runs))

    for mark in marks:
        roles = mark.entry.roles
        breaks = roles & _BREAK or mark.first - first > LONGEST
        if not breaks and roles & _SOFT and _follows(verbs, first, mark.first):
            after = bisect_left(starts, mark.last)
            breaks = after < len(starts) and _is_subject(things[members[after]], mark, verbs)
        if breaks and mark.first > first and not _is_within(things, firsts, mark.first):
            close(mark.first)
            first, inside = mark.first, []
        inside.append(mark)
    close(len(tokens))
    return clauses


def _members(tokens: Sequence[Token], marks: Sequence[LexiconMatch], things: Sequence[PhraseRun]) -> list[int]:
    """Runs that are things; one that names an opinion is a thing if more is said of it ("The attitude was great")."""
    opinions = [mark for mark in marks if mark.entry.roles & _OPINION]
    ends = {i: mark.last for mark in opinions for i in range(mark.first, mark.last)}
    more = {mark.first for mark in marks if mark.entry.roles & (_MODIFIER | _OPINION)}
    return [
        run
        for run, (first, last) in enumerate(things)
        if ends.get(first, 0) < last or last in more or (last < len(tokens) and tokens[last].tag in _VERBAL)
    ]


def _is_within(things: Sequence[PhraseRun], firsts: Sequence[int], token: int) -> bool:
    """Return whether a token stands inside a run, and does not begin it."""
    before = bisect_left(firsts, token) - 1
    return before >= 0 and token < things[before].last


def _follows(places: Sequence[int], first: int, last: int) -> bool:
    """Return whether one of the sorted places lies in the half-open range."""
    place = bisect_left(places, first)
    return place < len(places) and places[place] < last


def _is_subject(thing: PhraseRun, mark: LexiconMatch, verbs: Sequence[int]) -> bool:
    """Return whether the noun after a comma has a verb of its own, so that the comma starts a clause."""
    return thing.first - mark.last <= 3 and _follows(verbs, thing.last, thing.last + 3)
