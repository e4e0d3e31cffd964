"""Which claims make a summary: those that many reviews support, that are no chance, and that differ from each other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import sqrt

from voxpop.aggregate.share import share_interval
from voxpop.summarize.claim_candidates import ClaimCandidate
from voxpop.summarize.topic_counts import SummaryCounts
from voxpop.summarize.topic_keys import OVERALL
from voxpop.types import Claim

VERDICTS = ("praise", "blame", "mixed", "beats", "prefers")
AUDIENCES = ("general", "merchant", "customer")
RARE = 0.03  # share of the reviews on a topic that must use a word for it to be stated
OFTEN = 0.15  # share from which two reviews are enough for that; otherwise it takes three
SAME = 4  # letters at the beginning of a word that make it the same as the aspect it describes
WORDS = 2  # stated on each side of a topic
AGAIN = 0.88  # what each further claim of the same sign is still worth
SECOND = 0.6  # what another claim of the same sign in the same category is still worth
UNSURE = 0.5  # what a claim is worth that chance could explain
PART = 0.02  # share of the reviews with opinions that must speak of a topic, for it to be in a general summary


@dataclass(frozen=True, slots=True)
class SummaryPoint:
    """What a summary states of one topic: the verdict, words for it on both sides, and the change."""

    main: ClaimCandidate
    words: tuple[ClaimCandidate, ...] = ()
    opposing_words: tuple[ClaimCandidate, ...] = ()
    change: ClaimCandidate | None = None
    score: float = 0.0


def select_points(
    candidates: Sequence[ClaimCandidate], counts: SummaryCounts, *, audience: str = "general", most: int = 12
) -> list[SummaryPoint]:
    """Return the points in order of worth, each chosen in view of those before it."""
    left = [
        point
        for point in points_by_topic(candidates, lead=-1 if audience == "merchant" else 1)
        if point.main.claim.of >= counts.with_opinion * PART or point.main.claim.kind in ("beats", "prefers")
    ]
    chosen: list[SummaryPoint] = []
    while left and len(chosen) < most:
        worths = [worth(point, chosen, counts, audience) for point in left]
        best = max(range(len(left)), key=lambda place: (worths[place], left[place].main.claim.of, -place))
        chosen.append(replace(left.pop(best), score=worths[best]))
    return chosen


def points_by_topic(candidates: Sequence[ClaimCandidate], *, lead: int = 1) -> list[SummaryPoint]:
    """Return one point for each topic; ``lead`` is the side of a mixed one that is stated first."""
    by_topic: dict[str, list[ClaimCandidate]] = {}
    for candidate in candidates:
        by_topic.setdefault(candidate.topic, []).append(candidate)
    return [point for ours in by_topic.values() if (point := _make_point(ours, lead)) is not None]


def _make_point(candidates: Sequence[ClaimCandidate], lead: int) -> SummaryPoint | None:
    main = next((candidate for candidate in candidates if candidate.claim.kind in VERDICTS), None)
    says = [candidate for candidate in candidates if candidate.claim.kind == "says"]
    if main is None:  # most say both good and bad of it
        words = telling_words(says)
        return SummaryPoint(words[0]) if words else None
    change = next((candidate for candidate in candidates if candidate.claim.kind in ("worse", "improved")), None)
    sign = main.sign or (change.sign if change else lead)
    words, opposing_words = (telling_words([word for word in says if word.sign == side]) for side in (sign, -sign))
    return SummaryPoint(main, words, opposing_words, change)


def telling_words(words: Sequence[ClaimCandidate]) -> tuple[ClaimCandidate, ...]:
    """Return the words used most, those that say more than good or bad first."""
    usual = [word for word in words if is_usual(word) and not repeats_aspect(word.claim)]
    ranked = sorted(usual, key=lambda word: (word.vague, -word.claim.supporting, word.claim.word or ""))
    clear = [word for word in ranked if not word.vague] or [word for word in ranked[:1] if word.topic != OVERALL]
    return tuple(clear[:WORDS])


def is_usual(word: ClaimCandidate) -> bool:
    """Whether enough reviews use a word for it to be no error of the extraction."""
    share = word.claim.supporting / word.claim.of
    return share >= OFTEN or (share >= RARE and word.claim.supporting >= 3)


def repeats_aspect(claim: Claim) -> bool:
    """Whether a word says no more than the aspect: "the cleanliness is clean"."""
    word = claim.word or ""
    return claim.aspect.lower().startswith(word[:SAME] if len(word) > SAME else word)


def worth(point: SummaryPoint, chosen: Sequence[SummaryPoint], counts: SummaryCounts, audience: str) -> float:
    """Return how much a point covers, how sure and unusual it is, and how little of it was chosen already."""
    main = point.main
    value = sqrt(main.claim.of / max(counts.with_opinion, 1)) * (1 + min(abs(main.surprise), 5) / 5)
    value *= 1.0 if is_sure(main) else UNSURE
    if point.change is not None:
        value *= 1.5
    if main.topic == OVERALL:
        value *= 1.5
    value *= AGAIN ** sum(other.main.sign == main.sign for other in chosen)
    for other in chosen:
        if main.category and other.main.category == main.category and other.main.sign == main.sign:
            value *= SECOND
    if audience == "merchant":
        value *= {1: 0.4, 0: 1.0, -1: 1.6}[main.sign] * (1 + min(main.cost, 50) / 25)
    return value


def is_sure(candidate: ClaimCandidate) -> bool:
    """Whether praise and blame differ more than by chance; of a mixed topic, whether many reviews judge it."""
    claim = candidate.claim
    sides = claim.supporting + claim.opposing
    if claim.kind in ("mixed", "says"):
        return sides >= 10
    return share_interval(claim.supporting, sides)[0] > 0.5
