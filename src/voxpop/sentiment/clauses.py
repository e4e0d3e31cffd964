"""Cuts a sentence into clauses and puts its marks and things into them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from voxpop.sentiment.scan import Mark
from voxpop.sentiment.tables import Role
from voxpop.types import Sentence

_BREAK = int(Role.STOP | Role.CONTRAST | Role.CLAUSE)
_OPINION = int(Role.OPINION)
_CONTRAST = int(Role.CONTRAST)


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


def clauses(count: int, marks: Sequence[Mark], things: Sequence[Run]) -> list[Clause]:
    """Clauses of a sentence of ``count`` tokens; a break inside a run does not cut it.

    Runs that only name an opinion ("a joy", "out of this world") are members of no clause.
    """
    found: list[Clause] = []
    first, turns, run = 0, False, 0
    inside: list[Mark] = []
    spoken = {
        (i, j)
        for mark in marks
        if mark.entry.roles & _OPINION
        for i in range(mark.first, mark.last)
        for j in range(i + 1, mark.last + 1)
    }

    def close(last: int) -> None:
        nonlocal run
        members = []
        while run < len(things) and things[run].first < last:
            if things[run] not in spoken:
                members.append(run)
            run += 1
        if inside or members:
            found.append(Clause(first, last, turns, inside, members))

    for mark in marks:
        if mark.entry.roles & _BREAK and not _within(mark, things, run):
            if mark.first > first or mark.entry.roles & _CONTRAST:
                close(mark.first)
                turns = False
                inside = []
            first = mark.first
            turns = turns or bool(mark.entry.roles & _CONTRAST)
            inside.append(mark)
        else:
            inside.append(mark)
    close(count)
    return found


def _within(mark: Mark, things: Sequence[Run], run: int) -> bool:
    while run < len(things) and things[run].last <= mark.first:
        run += 1
    return run < len(things) and things[run].first < mark.first
