"""Opinion expressions of a clause with the words that turn or strengthen them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from voxpop.extract.clauses import LexiconClause
from voxpop.extract.lexicon_matching import LexiconMatch
from voxpop.extract.lexicon_tables import LexiconEntry, Role
from voxpop.types import Span, Token

_OPINION, _NEGATOR, _EXCESS, _WISH = map(int, (Role.OPINION, Role.NEGATOR, Role.EXCESS, Role.WISH))
_DEGREE = int(Role.BOOSTER | Role.DAMPER)
_MODIFIER = _NEGATOR | _EXCESS | _WISH | _DEGREE
_WALL = int(Role.STOP | Role.CONTRAST | Role.BLOCK | Role.PAUSE)
_JOIN = int(Role.JOIN)
REACH, WISHED = 4, 8  # words that a negation, and a wish, reach over
TURNED_GOOD, TURNED_BAD = 0.75, 0.55  # what is left of a good and of a bad word when negated
TOO_MUCH = 0.45
LOUD = 1.2


class OpinionExpression(NamedTuple):
    """An opinion expression, its tokens with modifiers, and what the modifiers do."""

    mark: LexiconMatch
    first: int
    last: int
    spans: tuple[Span, ...]
    factor: float = 1.0
    negated: bool = False
    excess: int = 0  # roles of the word that says "too"
    wished: bool = False

    def worth(self, base: float) -> float:
        """Return the value of the expression if the bare word is worth ``base``."""
        value = base * self.factor
        if self.excess:
            if base < TOO_MUCH:
                return 0.3 if self.negated else -max(TOO_MUCH, abs(value))
            if not self.excess & _DEGREE and not self.negated:
                return -TOO_MUCH
        if self.wished and value > 0:
            value = -0.5 * value
        if self.negated:
            value = -TURNED_GOOD * min(value, 0.9) if value > 0 else -TURNED_BAD * max(value, -0.9)
        return max(-1.0, min(1.0, value))


def find_opinions(tokens: Sequence[Token], clause: LexiconClause) -> list[OpinionExpression]:
    """Return the opinion expressions of a clause with their modifiers."""
    opinions = []
    for i, mark in enumerate(clause.marks):
        roles = mark.entry.roles
        if roles & _OPINION and not _only_modifies(clause.marks, i, tokens):
            opinions.append(_modified(clause.marks, i))
        elif roles & _EXCESS and not roles & _DEGREE and (extra := _excessive(tokens, clause, i)):
            opinions.append(extra)
    return opinions


def _only_modifies(marks: Sequence[LexiconMatch], i: int, tokens: Sequence[Token]) -> bool:
    """Return whether an opinion word that can also be a modifier ("pretty", "terribly") is one here."""
    if not marks[i].entry.roles & _MODIFIER or marks[i].entry.kind == "idiom":
        return False
    return marks[i].last < len(tokens) and tokens[marks[i].last].tag in ("ADJ", "ADV")


def _excessive(tokens: Sequence[Token], clause: LexiconClause, i: int) -> OpinionExpression | None:
    """ "too" before a describing word that has no value of its own ("too sweet")."""
    mark = clause.marks[i]
    place = mark.last
    if place >= clause.last or tokens[place].tag != "ADJ":
        return None
    if i + 1 < len(clause.marks) and clause.marks[i + 1].first == place:
        return None
    word = tokens[place]
    made = LexiconMatch(word.start, word.end, place, place + 1, LexiconEntry(word.lemma, _OPINION, 0.0, "adj"))
    return _modified([*clause.marks[max(0, i - 5) : i + 1], made], min(i, 5) + 1)


def _modified(marks: Sequence[LexiconMatch], i: int) -> OpinionExpression:
    """Collect modifiers leftwards until words, punctuation or another opinion end their reach."""
    mark = marks[i]
    factor = LOUD if mark.loud else 1.0
    negations, excess, wished = 0, 0, False
    used = [mark]
    joined = shared = False  # with an opinion word before it, whose negation (but no degree word) is its own too
    edge = mark.first
    for before in (marks[k] for k in range(i - 1, -1, -1)):
        roles = before.entry.roles
        if roles & _WALL or edge - before.last > (WISHED if roles & _WISH else REACH):
            break
        near = edge - before.last <= 1 and not shared
        if roles & _NEGATOR:
            negations += 1
        elif roles & _EXCESS and near:
            excess = roles
            factor *= before.entry.weight
        elif roles & _WISH:
            wished = True
        elif roles & _DEGREE and near:
            factor *= before.entry.weight * (LOUD if before.loud else 1.0)
        elif roles & _OPINION and not (joined and before.entry.value * mark.entry.value > 0):
            break
        else:
            shared = shared or bool(roles & _OPINION)
            joined = bool(roles & _JOIN) and near
            if roles & (_JOIN | _OPINION):
                edge = before.first
            continue
        used.append(before)
        edge = before.first
    used.reverse()
    return OpinionExpression(mark, used[0].first, mark.last, _spans(used), factor, negations % 2 == 1, excess, wished)


def _spans(marks: Sequence[LexiconMatch]) -> tuple[Span, ...]:
    """Marks that touch make one span."""
    spans: list[Span] = []
    last = -1
    for mark in marks:
        if mark.first == last or (spans and mark.start == spans[-1].end):
            spans[-1] = Span(spans[-1].start, mark.end)
        else:
            spans.append(Span(mark.start, mark.end))
        last = mark.last
    return tuple(spans)
