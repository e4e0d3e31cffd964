"""Which claims make a summary: those that speak for many, that are no chance, and that differ from one another."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

from voxpop.aggregate.share import share_interval
from voxpop.summarize.claims import Candidate
from voxpop.summarize.collect import Book
from voxpop.summarize.topics import OVERALL
from voxpop.types import Claim

VERDICTS = ("praise", "blame", "mixed", "beats", "prefers")
AUDIENCES = ("general", "merchant", "customer")
RARE = 0.03  # share of those who speak of a thing that must use a word for it to be told
OFTEN = 0.15  # share from which two reviews are enough for that; otherwise it takes three
SAME = 4  # letters at the beginning of a word that make it the same as the thing it is said of
WORDS = 2  # told of each side of a thing
AGAIN = 0.88  # what each further claim of the same sign is still worth
SECOND = 0.6  # what another claim of the same sign in the same category is still worth
UNSURE = 0.5  # what a claim is worth that chance could explain
PART = 0.02  # of the reviews that say anything must speak of a thing, for it to be in a general summary


@dataclass(frozen=True, slots=True)
class Point:
    """What a summary tells of one topic: the verdict, what exactly is said on its side and on the other, the change."""

    main: Candidate
    said: tuple[Candidate, ...] = ()
    but: tuple[Candidate, ...] = ()
    change: Candidate | None = None
    score: float = 0.0


def choose(found: Sequence[Candidate], book: Book, *, audience: str = "general", most: int = 12) -> list[Point]:
    """Points in order of worth, each chosen in view of those before it."""
    left = [
        point
        for point in points(found, lead=-1 if audience == "merchant" else 1)
        if point.main.claim.of >= book.voiced * PART or point.main.claim.kind in ("beats", "prefers")
    ]
    chosen: list[Point] = []
    while left and len(chosen) < most:
        worths = [worth(point, chosen, book, audience) for point in left]
        best = max(range(len(left)), key=lambda place: (worths[place], left[place].main.claim.of, -place))
        point = left.pop(best)
        chosen.append(Point(point.main, point.said, point.but, point.change, worths[best]))
    return chosen


def points(found: Sequence[Candidate], *, lead: int = 1) -> list[Point]:
    """Candidates topic by topic; ``lead`` is the side of a mixed one that is told first."""
    by_topic: dict[str, list[Candidate]] = {}
    for candidate in found:
        by_topic.setdefault(candidate.topic, []).append(candidate)
    return [point for ours in by_topic.values() if (point := _point(ours, lead)) is not None]


def _point(ours: Sequence[Candidate], lead: int) -> Point | None:
    main = next((one for one in ours if one.claim.kind in VERDICTS), None)
    if main is None:  # most say both good and bad of it
        words = telling([one for one in ours if one.claim.kind == "says"])
        return Point(words[0]) if words else None
    change = next((one for one in ours if one.claim.kind in ("worse", "improved")), None)
    sign = main.sign or (change.sign if change else lead)
    said, but = (telling([one for one in ours if one.claim.kind == "says" and one.sign == s]) for s in (sign, -sign))
    return Point(main, said, but, change)


def telling(wordings: Sequence[Candidate]) -> tuple[Candidate, ...]:
    """The words used most, those that say more than good or bad first."""
    usual = [one for one in wordings if usually(one) and not says_itself(one.claim)]
    ranked = sorted(usual, key=lambda one: (one.vague, -one.claim.supporting, one.claim.word or ""))
    clear = [one for one in ranked if not one.vague] or [one for one in ranked[:1] if one.topic != OVERALL]
    return tuple(clear[:WORDS])


def usually(one: Candidate) -> bool:
    """Whether enough people say it for it to be no slip of the reading."""
    share = one.claim.supporting / one.claim.of
    return share >= OFTEN or (share >= RARE and one.claim.supporting >= 3)


def says_itself(claim: Claim) -> bool:
    """ "The cleanliness is clean"."""
    word = claim.word or ""
    return claim.aspect.lower().startswith(word[:SAME] if len(word) > SAME else word)


def worth(point: Point, chosen: Sequence[Point], book: Book, audience: str) -> float:
    """How much it covers, how sure and how unusual it is, and how little of it is told already."""
    main = point.main
    value = sqrt(main.claim.of / max(book.voiced, 1)) * (1 + min(abs(main.surprise), 5) / 5)
    value *= 1.0 if sure(main) else UNSURE
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


def sure(candidate: Candidate) -> bool:
    """Whether praise and blame differ more than by chance; of a mixed thing, whether many speak."""
    claim = candidate.claim
    sides = claim.supporting + claim.opposing
    if claim.kind in ("mixed", "says"):
        return sides >= 10
    return share_interval(claim.supporting, sides)[0] > 0.5
