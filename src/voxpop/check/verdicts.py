"""The verdict on a statement, from how many reviews are on which side of it.

Without a quantity, a statement claims what most of those think who take a side on its topic. As the same reviews are
counted for a statement and for its opposite, only with the sides exchanged, at most one of the two is supported.
"""

from __future__ import annotations

from dataclasses import dataclass

from voxpop.aggregate.share import share_interval
from voxpop.check.opinion_table import SideEvidence
from voxpop.check.quantity import MOST, SideCounts
from voxpop.check.statements import Statement
from voxpop.lang import DEFAULT
from voxpop.types import Opinion, Quote, Verdict

Z = 0.8416212335729143  # of the one-sided 80 % interval of a share


@dataclass(frozen=True, slots=True)
class CheckedSentence:
    """A sentence of a summary and what the reviews say to it.

    ``supporting`` and ``opposing`` count reviews. ``quotes`` show the verdict: words that say so, or, where it is
    contradicted, words that say the opposite. ``score`` is how likely the reviews support the sentence, 0 … 1.
    """

    text: str
    verdict: Verdict
    reason: str  # a sentence for the user
    quotes: tuple[Quote, ...] = ()
    supporting: int = 0
    opposing: int = 0
    score: float = 0.0
    lang: str = DEFAULT


@dataclass(frozen=True, slots=True)
class StatementVerdict:
    """A verdict on one statement, with opinions that show it."""

    verdict: Verdict
    reason: str
    supporting: int = 0
    opposing: int = 0
    shown: tuple[Opinion, ...] = ()

    @property
    def score(self) -> float:
        """How well the reviews bear the statement out, 0 … 1."""
        share = (self.supporting + 0.5) / (self.supporting + self.opposing + 1)
        scores = {"supported": 0.5 + share / 2, "unmentioned": share / 2, "contradicted": min(0.25, share / 2)}
        return scores[self.verdict]


def is_majority(part: int, other: int) -> bool:
    """Whether a side is clearly the larger: its share is above one half with 80 % confidence, or nobody objects."""
    return part > 0 and (not other or share_interval(part, part + other, z=Z)[0] > 0.5)


def is_divided(good: int, bad: int) -> bool:
    """Whether there are two sides, neither clearly below a quarter."""
    low, high = share_interval(good, good + bad)
    return bool(good and bad) and low <= 0.75 and high >= 0.25


def judge(statement: Statement, evidence: SideEvidence, counts: SideCounts) -> StatementVerdict:
    """Return the verdict on a statement."""
    saying, agreeing, opposing, _ = counts
    name, voices = statement.name, agreeing + opposing
    if not voices and not saying:
        return StatementVerdict("unmentioned", f"No review says anything good or bad of “{name}”.")
    told = f"{saying:,} of {voices:,} reviews that take a side on “{name}” say so."
    if statement.divided:
        told = f"{agreeing:,} reviews praise “{name}” and {opposing:,} criticise it."
        verdict: Verdict = "supported" if is_divided(agreeing, opposing) else "contradicted"
        return StatementVerdict(verdict, told, agreeing + opposing, 0, evidence.agreeing + evidence.opposing)
    if statement.quantity is not None:
        return _judge_quantity(statement, evidence, counts, told)
    denying = len(evidence.denying)
    if _prevails(statement, saying, denying, agreeing, opposing):
        return StatementVerdict("supported", told, saying, denying, evidence.saying)
    if is_majority(opposing, agreeing) and denying >= saying:
        denied = denying > 0 or not statement.details
        reason = told if denied else f"Most reviews that take a side on “{name}” are on the other one."
        return StatementVerdict(
            "contradicted" if denied else "unmentioned", reason, saying, opposing, evidence.opposing
        )
    if is_majority(agreeing, opposing):
        reason = f"Reviews are on this side of “{name}”, but not more say just this than the opposite."
        return StatementVerdict("unmentioned", reason, saying, opposing, evidence.agreeing)
    reason = f"Opinions on “{name}” are divided: {agreeing:,} reviews are on this side, {opposing:,} on the other."
    return StatementVerdict("unmentioned", reason, saying, opposing, evidence.agreeing + evidence.opposing)


def _prevails(statement: Statement, saying: int, denying: int, agreeing: int, opposing: int) -> bool:
    """Whether what a statement says is the view of most who take a side.

    Where it says more than good or bad, those count who say or deny just this; a single voice is enough only if its
    side is the larger one on the topic. What goes wrong may be said against a majority that is pleased otherwise.
    """
    if not is_majority(saying, denying):
        return False
    if is_majority(agreeing, opposing) or not statement.details:
        return is_majority(agreeing, opposing)
    return saying > 1 and (not is_majority(opposing, agreeing) or (statement.is_fault and not denying))


def _judge_quantity(statement: Statement, evidence: SideEvidence, counts: SideCounts, told: str) -> StatementVerdict:
    quantity, saying = statement.quantity, counts.saying
    assert quantity is not None
    if quantity.is_low:  # those on the other side bear it out
        if quantity.holds(counts):
            return StatementVerdict("supported", told, counts.opposing, counts.agreeing, evidence.opposing)
        verdict: Verdict = "contradicted" if quantity.is_refuted_by(counts) else "unmentioned"
        return StatementVerdict(verdict, told, counts.opposing, counts.agreeing, evidence.saying or evidence.agreeing)
    if quantity.holds(counts):
        return StatementVerdict("supported", told, saying, len(evidence.denying), evidence.saying)
    at_most = counts._replace(saying=counts.agreeing)  # all on its side may mean the same in other words
    if quantity.holds(at_most) or not quantity.is_refuted_by(counts):
        reason = f"{counts.agreeing:,} reviews are on this side of “{statement.name}”, but {saying:,} say just this."
        if quantity.minority and MOST.holds(counts):
            reason = f"{told.rstrip('.')}: that is most of them, more than “{quantity.text.lower()}”."
        return StatementVerdict("unmentioned", reason, saying, counts.opposing, evidence.agreeing)
    return StatementVerdict("contradicted", told, saying, counts.opposing, evidence.opposing or evidence.saying)
