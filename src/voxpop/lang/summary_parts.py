"""What a summary is put together from: the claims on one topic, and clauses that know their claims."""

from __future__ import annotations

from typing import NamedTuple

from voxpop.lang.shares import FEW_REVIEWS
from voxpop.types import Claim


class SummaryClause(NamedTuple):
    """A piece of a sentence and the claims that stand behind it."""

    text: str
    claims: tuple[Claim, ...]


class TopicClaims(NamedTuple):
    """The claims on one topic that a summary states. A part is empty where there is none, or no room for it."""

    main: Claim
    words: tuple[Claim, ...] = ()  # words of the reviews that agree with the main claim
    opposing_words: tuple[Claim, ...] = ()  # words of the reviews that disagree with it
    opposing_side: Claim | None = None  # how many disagree
    change: Claim | None = None


def uses_figures(claim: Claim, numbers: str) -> bool:
    """Whether figures are given; of few reviews always."""
    return numbers == "figures" or claim.of < FEW_REVIEWS


def end_sentence(clauses: list[SummaryClause], mark: str) -> list[SummaryClause]:
    """Return the clauses with a mark after the last one."""
    return [*clauses[:-1], clauses[-1]._replace(text=clauses[-1].text + mark)]


def opposing_claim(claim: Claim) -> Claim:
    """Return the other side of a mixed claim, as far as its wording needs it."""
    return Claim("", claim.aspect, claim.opposing, claim.supporting, kind="blame", of=claim.of)


def earlier_claim(claim: Claim) -> Claim:
    """Return the counts before a change, as far as their wording needs them."""
    return Claim("", claim.aspect, claim.earlier, 0, of=claim.earlier_of)
