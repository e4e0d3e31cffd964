"""Reviews whose stars and text disagree (Bu et al., 2021, Figure 2), the most certain first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, islice
from math import isfinite
from typing import NamedTuple

import numpy as np

from voxpop.aggregate.audit_case import Case
from voxpop.aggregate.audit_odds import STARS, Flags, MismatchOdds, Places, mismatch_odds, rank
from voxpop.aggregate.audit_reasons import explain, may_say_nothing, says_nothing
from voxpop.errors import InputError, OptionError
from voxpop.extract.predicted_stars import predict_stars
from voxpop.settings import SIDES
from voxpop.types import Mismatch, Opinion, Reason, Review

SEVERAL = 2  # opinions on another product, and none on anything else, that make a review one of that product
BATCH = 4096  # reviews that are audited at a time
PRECISION = 0.8  # share of the listed reviews that are real mismatches, unless asked otherwise

OpinionsOf = Callable[[Sequence[str]], Mapping[str, Sequence[Opinion]]]  # from the ids of reviews


class Elsewhere(NamedTuple):
    """A review all of whose opinions are about another product, the one it names most."""

    review_id: str
    entity: str | None
    opinions: int


class Silent(NamedTuple):
    """A review whose stars would be doubted if its text said anything that they could be held against."""

    review_id: str
    stars: float
    reason: Reason = "says nothing"


@dataclass(frozen=True, slots=True)
class Audit:
    """The mismatches, most certain first, with their reviews by id, and out of how many they are."""

    mismatches: tuple[Mismatch, ...]
    reviews: Mapping[str, Review]
    precision: float
    share: float  # of all the audited that seem to be mismatches, listed or not
    read: int
    starred: int  # of those read, have stars
    audited: int  # and were read by a model that predicts them
    elsewhere: tuple[Elsewhere, ...] = ()  # reviews of another product altogether, whatever their stars
    silent: tuple[Silent, ...] = ()  # doubted, but no mismatches: their texts say nothing

    @property
    def expected(self) -> float:
        """How many of the listed are real."""
        return sum(mismatch.probability for mismatch in self.mismatches)


def audit(reviews: Iterable[Review], opinions: Iterable[Opinion], *, precision: float = PRECISION) -> Audit:
    """Reviews whose stars probably do not belong to their text, and why.

    About ``precision`` of the mismatches are real ones; texts that say nothing are none. Each iterable is gone through
    once; only doubtful reviews and what they say are kept.
    """
    if not 0 < precision < 1:
        raise OptionError(f"A precision lies between 0 and 1, such as 0.8; given: {precision:g}.")
    seen = AuditedReviews()
    for batch in batches(reviews):
        seen.add(batch)
    seen.check()
    away: list[Elsewhere] = []
    opinions_of = by_review(watched(opinions, away), list(seen.doubtful.values()))

    def flags_of_silent(places: Places) -> Flags:
        quiet = {
            review.id for review in silent([seen.doubtful[place] for place in places.tolist()], lambda ids: opinions_of)
        }
        return np.array([seen.doubtful[place].id in quiet for place in places.tolist()], bool)

    ranking = rank(seen.odds, silent=flags_of_silent)
    flagged = [seen.doubtful[place] for place in ranking.places[: ranking.listed(precision)].tolist()]
    mute = [seen.doubtful[place] for place in ranking.silent.tolist()]
    pairs = zip(flagged, ranking.sure, strict=False)
    mismatches = tuple(mismatch(review, float(p), opinions_of[review.id]) for review, p in pairs)
    by_id = {review.id: review for review in (*flagged, *mute)}
    nothing = tuple(Silent(review.id, review.stars or 0.0) for review in mute)
    counts = (seen.read, seen.starred, ranking.audited)
    return Audit(mismatches, by_id, precision, ranking.share, *counts, tuple(away), nothing)


def batches(reviews: Iterable[Review]) -> Iterator[list[Review]]:
    """Some hundreds of reviews at a time."""
    rest = iter(reviews)
    while batch := list(islice(rest, BATCH)):
        yield batch


class AuditedReviews:
    """Reviews counted while they pass, and what speaks against the stars of those that can be audited."""

    def __init__(self) -> None:
        self.read = self.starred = 0
        self.odds = MismatchOdds(np.empty(0), 0.0)
        self.doubtful: dict[int, Review] = {}  # by their places in ``odds``

    def add(self, reviews: Sequence[Review]) -> None:
        """Count some reviews, and keep those whose stars are doubtful."""
        self.read += len(reviews)
        self.starred += sum(review.stars is not None for review in reviews)
        audited = [review for review in reviews if review.stars is not None and review.star_probabilities is not None]
        if not audited:
            return
        stars = np.array([review.stars for review in audited], np.float64)
        chances = np.array([checked(review) for review in audited], np.float64)
        odds = mismatch_odds(stars, chances, np.array([review.lang for review in audited], object))
        first = len(self.odds.values)
        self.doubtful.update({first + int(n): audited[n] for n in np.flatnonzero(odds.values > 0)})
        self.odds += odds

    def check(self) -> None:
        """Whether there is anything to compare."""
        if not self.read:
            raise InputError("There are no reviews to audit.")
        if not self.starred:
            raise InputError(
                f"None of the {self.read:,} reviews has stars, so there is nothing to compare the texts with. "
                "If a column holds them, name it: --stars-column NAME."
            )
        if not len(self.odds.values):
            raise InputError(
                f"No stars were predicted from any text ({self.read:,} read): they were analysed without a "
                "reader (by the lexicon, or by an older voxpop). Analyse them again, with the default engine."
            )


def watched(opinions: Iterable[Opinion], away: list[Elsewhere]) -> Iterator[Opinion]:
    """Opinions as they come, those of one review together; reviews of another product are noted on the way."""
    for review_id, ours in groupby(opinions, key=lambda opinion: opinion.review_id):
        of_review = list(ours)
        voiced = [opinion for opinion in of_review if opinion.polarity]
        if len(voiced) >= SEVERAL and all(opinion.about in SIDES["competing"] for opinion in voiced):
            names = Counter(opinion.entity for opinion in voiced if opinion.entity)
            away.append(Elsewhere(review_id, next(iter(dict(names.most_common(1))), None), len(voiced)))
        yield from of_review


def by_review(opinions: Iterable[Opinion], reviews: Sequence[Review]) -> dict[str, list[Opinion]]:
    opinions_of: dict[str, list[Opinion]] = {review.id: [] for review in reviews}
    for opinion in opinions:
        if opinion.review_id in opinions_of:
            opinions_of[opinion.review_id].append(opinion)
    return opinions_of


def silent(reviews: Iterable[Review], opinions_of: OpinionsOf) -> list[Review]:
    """Those whose texts say nothing; opinions are only asked for where a look at the text leaves it open."""
    cases = (Case(review, checked(review)) for review in reviews)
    few = [case for case in cases if may_say_nothing(case)]
    opinions = opinions_of([case.review.id for case in few])
    return [case.review for case in few if says_nothing(replace(case, opinions=opinions[case.review.id]))]


def mismatch(review: Review, probability: float, opinions: Sequence[Opinion]) -> Mismatch:
    chances = checked(review)
    reason, evidence = explain(Case(review, chances, opinions))
    predicted, low, high = review.predicted_stars, review.predicted_low, review.predicted_high
    if predicted is None or low is None or high is None:
        predicted, low, high, _ = predict_stars(np.array(chances), {})
    return Mismatch(review.id, review.stars or 0.0, predicted, low, high, probability, reason, evidence)


def checked(review: Review) -> Sequence[float]:
    """The star probabilities of a review: five shares of one."""
    chances = review.star_probabilities or ()
    sound = len(chances) == len(STARS) and all(isfinite(p) and p >= 0 for p in chances)
    if not sound or abs(sum(chances) - 1) > 0.01:
        shown = ", ".join(f"{p:g}" for p in chances)
        raise InputError(
            f"The star probabilities of review {review.id!r} must be five numbers that add up to 1, not {shown}. "
            "Analyse the reviews again."
        )
    return chances
