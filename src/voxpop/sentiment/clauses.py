"""Cuts a sentence into clauses and puts its marks and things into them."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from typing import NamedTuple

from voxpop.sentiment.scan import Mark
from voxpop.sentiment.tables import Role
from voxpop.types import Sentence, Token

_BREAK = int(Role.STOP | Role.CONTRAST | Role.CLAUSE)
_OPINION = int(Role.OPINION)
_CONTRAST = int(Role.CONTRAST)
_SOFT = int(Role.PAUSE)
_VERBAL = ("AUX", "VERB")


class Run(NamedTuple):
    """Phrases that share words are one thing: "great battery life", "battery life", "battery"."""

    first: int
    last: int


class Clause(NamedTuple):
    """A half-open range of tokens with its marks and the numbers of its runs."""

    first: int
    last: int
    turns: bool  # opened by "but" and the like
    marks: list[Mark]
    runs: list[int]


def runs(sentence: Sentence) -> tuple[list[Run], list[int]]:
    """The runs in order, and for each phrase the number of its run."""
    order = sorted(range(len(sentence.phrases)), key=lambda i: sentence.phrases[i][:2])
    found: list[Run] = []
    number = [0] * len(order)
    for i in order:
        first, last, _ = sentence.phrases[i]
        if found and first < found[-1].last:
            found[-1] = Run(found[-1].first, max(last, found[-1].last))
        else:
            found.append(Run(first, last))
        number[i] = len(found) - 1
    return found, number


def clauses(tokens: Sequence[Token], marks: Sequence[Mark], things: Sequence[Run]) -> list[Clause]:
    """The clauses of a sentence; a break inside a run does not cut it.

    Runs that only name an opinion ("a joy", "out of this world") are members of no clause.
    """
    members = [run for run, thing in enumerate(things) if not _spoken(tokens, thing, marks)]
    verbs = [i for i, token in enumerate(tokens) if token.tag in _VERBAL]
    found: list[Clause] = []
    first, turns = 0, False
    inside: list[Mark] = []

    def close(last: int) -> None:
        runs = [run for run in members if first <= things[run].first < last]
        if inside or runs:
            found.append(Clause(first, last, turns, inside, runs))

    for mark in marks:
        roles = mark.entry.roles
        hard = roles & _BREAK and not any(thing.first < mark.first < thing.last for thing in things)
        if hard or (roles & _SOFT and _new_subject(first, mark, [things[run] for run in members], verbs)):
            if mark.first > first:
                close(mark.first)
                first, turns, inside = mark.first, False, []
            turns = turns or bool(roles & _CONTRAST)
        inside.append(mark)
    close(len(tokens))
    return found


def _spoken(tokens: Sequence[Token], thing: Run, marks: Sequence[Mark]) -> bool:
    """Whether a run only names an opinion; before a verb it is a thing all the same ("The attitude was great")."""
    if thing.last < len(tokens) and tokens[thing.last].tag in _VERBAL:
        return False
    return any(mark.entry.roles & _OPINION and mark.first <= thing.first and thing.last <= mark.last for mark in marks)


def _new_subject(first: int, mark: Mark, things: Sequence[Run], verbs: Sequence[int]) -> bool:
    """Whether a comma starts a clause of its own: a verb before it, and a noun with its verb after it."""
    place = bisect_left(verbs, first)
    if place == len(verbs) or verbs[place] >= mark.first:
        return False
    for thing in things:
        if thing.first >= mark.last:
            place = bisect_left(verbs, thing.last)
            return thing.first - mark.last <= 3 and place < len(verbs) and verbs[place] - thing.last <= 2
    return False
