"""Which opinion is about which thing: by clause, by the words between them, by what is joined with "and"."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from voxpop.extract.clauses import LexiconClause, PhraseRun
from voxpop.extract.lexicon_matching import LexiconMatch
from voxpop.extract.lexicon_tables import LexiconEntry, Role
from voxpop.extract.opinion_expressions import OpinionExpression
from voxpop.types import Span, Token

_ABSENCE, _NEGATOR, _OPINION = map(int, (Role.ABSENCE, Role.NEGATOR, Role.OPINION))
_SLOW = int(Role.JOIN | Role.PAUSE)
_DIRECT, _VERSUS, _TIE, _ANAPHOR = map(int, (Role.DIRECT, Role.VERSUS, Role.TIE, Role.ANAPHOR))
_SMALL = int(Role.LINK | Role.BOOSTER | Role.DAMPER | Role.NEGATOR | Role.OPINION | Role.DIRECT)
_JOIN, _PAUSE = map(int, (Role.JOIN, Role.PAUSE))
_CHAIN = int(Role.JOIN | Role.PAUSE | Role.TIE)
FAR = 5  # words over which an opinion still colours the other things of its clause
_BEFORE_NOUN = ("DET", "ADJ", "NUM", "PRON")
OWN, JOINED, MEANT, CLAUSE, NEAR, LENT = 1.0, 0.8, 0.7, 0.4, 0.25, 0.15  # how sure a link is


class Link(NamedTuple):
    """An opinion about a thing, and how sure that is."""

    opinion: OpinionExpression
    weight: float
    clause: LexiconClause


class Linker:
    """Links the opinions of one sentence to its runs."""

    def __init__(self, tokens: Sequence[Token], marks: Sequence[LexiconMatch], things: Sequence[PhraseRun]) -> None:
        self.tokens, self.things = tokens, things
        self.roles: dict[int, int] = {}
        for mark in marks:
            for i in range(mark.first, mark.last):
                self.roles[i] = mark.entry.roles
        self.links: list[list[Link]] = [[] for _ in things]
        self.last = -1  # the thing that "it" stands for in the next clause

    def clause(self, clause: LexiconClause, opinions: Sequence[OpinionExpression]) -> None:
        """Link every opinion of a clause to the runs it is about."""
        members = clause.runs
        if not members:
            return
        for run, opinion in absences(self.tokens, clause, self.things, opinions):
            self.links[run].append(Link(opinion, OWN, clause))
        for opinion in opinions:
            self._own(clause, opinion)
        self.last = next((run for run in reversed(members) if not self._aside(run)), members[-1])
        for run in members:
            self.links[run] = self._beyond_its_name(run)
        owned = {run for run in members if any(map(_certain, self.links[run]))}
        for run in sorted(owned):
            self._spread(clause, run, owned)
        self._colour(clause, opinions)

    def _own(self, clause: LexiconClause, opinion: OpinionExpression) -> None:
        run = self.target(clause, opinion)
        if run >= 0 and self._stood_for(clause, opinion, run):
            self.links[self.last].append(Link(opinion, MEANT, clause))
        elif run >= 0:
            self.links[run].append(Link(opinion, OWN, clause))

    def _colour(self, clause: LexiconClause, opinions: Sequence[OpinionExpression]) -> None:
        """Runs of which nothing certain is said take the nearest opinion, if it is near."""
        for run in clause.runs if opinions else ():
            if not any(map(_certain, self.links[run])) and not self._aside(run):
                near, nearest = min((self.distance(opinion, self.things[run]), i) for i, opinion in enumerate(opinions))
                opinion = opinions[nearest]
                if (
                    near <= FAR
                    and not self._described_beside(clause, opinion, run)
                    and not self._starts_anew(opinion, run)
                ):
                    self.links[run].append(Link(opinions[nearest], CLAUSE, clause))

    def _described_beside(self, clause: LexiconClause, opinion: OpinionExpression, run: int) -> bool:
        """Return whether an opinion describes another member of a list with commas ("sea view, comfy bed, pool")."""
        first = last = run
        while first - 1 in clause.runs and self._listed(first - 1):
            first -= 1
        while last + 1 in clause.runs and self._listed(last):
            last += 1
        if not any(self.roles.get(i, 0) & _PAUSE for i in range(self.things[first].last, self.things[last].first)):
            return False
        owners = (
            member for member in range(first, last + 1) if any(link.opinion is opinion for link in self.links[member])
        )
        return any(self._describes(opinion, member) for member in owners)

    def _starts_anew(self, opinion: OpinionExpression, run: int) -> bool:
        """Whether a comma and "the" after an opinion turn to another thing ("The room was clean, the wifi …")."""
        between = range(opinion.last, self.things[run].first)[-2:]
        if len(between) < 2:
            return False
        return bool(self.roles.get(between[0], 0) & _PAUSE) and self.tokens[between[1]].tag == "DET"

    def _beyond_its_name(self, run: int) -> list[Link]:
        """Return the links of a run without its own name where that is an opinion too ("The wait was worth it")."""
        first, last = self.things[run]
        links = [link for link in self.links[run] if not _names(link.opinion.mark, first, last)]
        return links or self.links[run]

    def target(self, clause: LexiconClause, opinion: OpinionExpression) -> int:
        """Return the run of the clause that an opinion is about, −1 if there is none."""
        before = after = -1
        for run in clause.runs:
            first, last = self.things[run]
            if first <= opinion.mark.first < last or first < opinion.mark.last <= last:
                return run
            if last <= opinion.mark.first:
                before = run
            elif after < 0 and not self._compared(run):
                after = run
        if before < 0 or after < 0:
            return max(before, after)
        behind = self.gap(self.things[before].last, opinion.first)
        ahead = self.gap(opinion.last, self.things[after].first)
        if self._attributive(opinion.last, self.things[after].first):
            return after
        if opinion.mark.entry.kind == "verb":
            return after if ahead <= behind else before
        return before if behind <= ahead + 1 else after

    def _stood_for(self, clause: LexiconClause, opinion: OpinionExpression, run: int) -> bool:
        """Return whether "it" before the opinion means a thing of an earlier clause, not the run that comes after."""
        if self.last < 0 or self.things[run].first < opinion.last:
            return False
        return any(mark.entry.roles & _ANAPHOR and mark.last <= opinion.first for mark in clause.marks)

    def gap(self, first: int, last: int) -> int:
        """Return the number of words between, not counting small ones; punctuation weighs more."""
        total = 0
        for i in range(first, last):
            roles = self.roles.get(i, 0)
            if roles & _SLOW:
                total += 2
            elif not roles & _SMALL and self.tokens[i].tag not in ("AUX", "DET", "ADV", "ADJ", "PART"):
                total += 1
        return total

    def distance(self, opinion: OpinionExpression, run: PhraseRun) -> int:
        """Return the gap between an opinion and a run."""
        if run.last <= opinion.first:
            return self.gap(run.last, opinion.first)
        return self.gap(opinion.last, run.first)

    def _attributive(self, first: int, last: int) -> bool:
        """Only describing words stand between an opinion and the noun after it."""
        return all(
            self.tokens[i].tag in ("ADJ", "NOUN", "PROPN") or self.roles.get(i, 0) & _DIRECT for i in range(first, last)
        )

    def _spread(self, clause: LexiconClause, run: int, owned: set[int]) -> None:
        """Hand a run's opinions on to those joined with it ("the food and the service were great")."""
        shared = [link._replace(weight=JOINED) for link in self.links[run] if link.weight == OWN]
        plain = [link for link in shared if not self._describes(link.opinion, run)]
        for step in (-1, 1):
            here = run
            whole = step > 0 and self._opens_list(clause, run)
            while (there := here + step) in clause.runs and there not in owned and self._joined(here, there):
                self.links[there].extend(shared if whole else plain)
                here = there

    def _describes(self, opinion: OpinionExpression, run: int) -> bool:
        """Return whether an opinion is an adjective before its noun ("a comfy bed")."""
        first, last = self.things[run]
        if opinion.mark.entry.kind == "verb" or opinion.mark.last > last:
            return False
        return opinion.mark.first >= first or self._attributive(opinion.mark.last, first)

    def _opens_list(self, clause: LexiconClause, run: int) -> bool:
        """Whether bare nouns follow up to an "and": then an adjective is about all ("great food, service and view")."""
        if run - 1 in clause.runs and self._joined(run - 1, run):
            return False
        here, closed = run, False
        while here + 1 in clause.runs and self._joined(here, here + 1):
            between = range(self.things[here].last, self.things[here + 1].first)
            tied = any(self.roles.get(i, 0) & _TIE for i in between)
            if not tied and not all(self.roles.get(i, 0) & _CHAIN for i in between):
                return False
            closed = closed or tied or any(self.roles.get(i, 0) & _JOIN for i in between)
            here += 1
        return closed

    def _joined(self, first: int, other: int) -> bool:
        left, right = sorted((first, other))
        between = range(self.things[left].last, self.things[right].first)
        return all(self.roles.get(i, 0) & _CHAIN or self.tokens[i].tag in _BEFORE_NOUN for i in between)

    def _listed(self, run: int) -> bool:
        """Return whether a run is joined with the next by a comma or "and", not by "of"."""
        between = range(self.things[run].last, self.things[run + 1].first)
        return self._joined(run, run + 1) and any(self.roles.get(i, 0) & _SLOW for i in between)

    def _before(self, run: int) -> int:
        """Return the place of the last word before a run and the small words that belong to it."""
        i = self.things[run].first - 1
        while i >= 0 and self.tokens[i].tag in _BEFORE_NOUN:
            i -= 1
        return i

    def _aside(self, run: int) -> bool:
        """Whether a run only says where, when or compared with what ("at the bar", "for dinner", "than the pizza")."""
        i = self._before(run)
        roles = self.roles.get(i, 0)
        return i >= 0 and (bool(roles & _VERSUS) or (self.tokens[i].tag == "ADP" and not roles & _TIE))

    def _compared(self, run: int) -> bool:
        return bool(self.roles.get(self._before(run), 0) & _VERSUS)


def _certain(link: Link) -> bool:
    """Return whether an opinion is one of every thing; "hot" is one of few."""
    return bool(link.opinion.mark.entry.value or link.opinion.excess)


def _names(mark: LexiconMatch, first: int, last: int) -> bool:
    whole = (mark.first, mark.last) == (first, last)
    return whole or (mark.entry.kind == "noun" and first <= mark.first and mark.last <= last)


def absences(
    tokens: Sequence[Token], clause: LexiconClause, things: Sequence[PhraseRun], opinions: Sequence[OpinionExpression]
) -> list[tuple[int, OpinionExpression]]:
    """Return things that are said not to be there ("no parking") or not to do ("the screen would not light up")."""
    absent = []
    for mark in clause.marks:
        if not mark.entry.roles & (_ABSENCE | _NEGATOR):
            continue
        for run in clause.runs:
            if mark.entry.roles & _ABSENCE and _missing(tokens, mark, things[run], opinions):
                absent.append((run, _bare(mark, -0.4)))
            elif not opinions and _refusing(tokens, mark, things[run]):
                absent.append((run, _bare(mark, -0.3)))
    return absent


def _missing(
    tokens: Sequence[Token], mark: LexiconMatch, thing: PhraseRun, opinions: Sequence[OpinionExpression]
) -> bool:
    """Return whether a word of absence stands before a thing, with at most one describing word between."""
    if any(thing.first <= opinion.mark.first < thing.last for opinion in opinions):
        return False
    gap = thing.first - mark.last
    return gap == 0 or (gap == 1 and tokens[mark.last].tag in _BEFORE_NOUN)


def _refusing(tokens: Sequence[Token], mark: LexiconMatch, thing: PhraseRun) -> bool:
    """Return whether a thing, an auxiliary, "not" and a verb stand one after the other."""
    words = tokens[thing.last : mark.last + 1]
    return [word.tag for word in words[:1]] == ["AUX"] and mark.first == thing.last + 1 and words[-1].tag == "VERB"


def _bare(mark: LexiconMatch, value: float) -> OpinionExpression:
    entry = LexiconEntry(mark.entry.text, _OPINION, value, "idiom")
    return OpinionExpression(mark._replace(entry=entry), mark.first, mark.last, (Span(mark.start, mark.end),))
