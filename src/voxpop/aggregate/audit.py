"""Reviews whose stars and text disagree (Bu et al., 2021, Figure 2), the most certain first.

A review is doubtful where its text makes the stars given, one more or one less improbable. It can be listed where most
of the opinions in it contradict the stars too: they are the proof that is shown. How likely such a review is a mismatch
was fitted on reviews that were read and judged without knowing the stars (``audit_calibration.json``, with the
command that made it); it is listed where that is at least the precision asked for.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from math import exp, log, pi, sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from voxpop.aggregate.mismatch_list import SPANS, MismatchList
from voxpop.aggregate.quotes import trimmed
from voxpop.errors import InputError, OptionError
from voxpop.extract.predicted_stars import STARS, predict_stars
from voxpop.lang import DEFAULT, language
from voxpop.types import RIVALS, Mismatch, Opinion, Reason, Review, Span

PRECISION = 0.8  # of the list, unless asked otherwise
DOUBT = 0.3  # a review is doubtful where its text gives the stars given, one more or one less, a smaller chance
MIN_CAUSE_SHARE = 0.5  # share of the contradicting opinions that a cause must account for
CAUTION = 3.0  # times the usual share of mismatches may also be misreadings of an unusual file
TRUST = 200  # reviews that the usual share counts for, so that small files keep to it
ROUNDS = 20
DELIVERY = "delivery"  # the category of the general scheme

REASONS: dict[Reason, str] = {
    "delivery": "The complaints are about delivery, not about what was bought.",
    "another product": "What contradicts the stars is said of another product.",
    "mixed": "The text praises and complains; the stars went with one side.",
    "text more positive": "The text is more positive than the stars.",
    "text more negative": "The text is more negative than the stars.",
}


class Direction(NamedTuple):
    """The fitted numbers of texts that are better than their stars, or worse."""

    bias: float
    gap: float  # what each star between the text and the stars adds
    usual: float  # share of such mismatches among all reviews of a usual file


class Calibration(NamedTuple):
    """The fitted numbers: the logarithm of the odds is bias + gap × stars between + agreement × that of the opinions.

    ``spread`` is the standard deviation of these odds between kinds of product: a new kind may be read worse than those
    that were judged, so that nothing is as sure in it.
    """

    better: Direction
    worse: Direction
    agreement: float
    spread: float
    misread_kinds: tuple[str, ...]  # kinds of product of which hardly any doubtful review was a mismatch

    def direction(self, gap: float) -> Direction:
        """Return the numbers for a text that is better than its stars (``gap`` is positive), or worse."""
        return self.better if gap > 0 else self.worse

    def odds(self, gap: float, agreement: float) -> float:
        """Return the logarithm of the odds of a mismatch in a file of any kind."""
        bias, weight, _ = self.direction(gap)
        return (bias + weight * abs(gap) + self.agreement * agreement) / sqrt(1 + pi / 8 * self.spread**2)


@cache
def calibration() -> Calibration:
    """Return the shipped numbers."""
    raw = json.loads((files("voxpop.aggregate") / "audit_calibration.json").read_text("utf-8"))
    better, worse = Direction(**raw["better"]), Direction(**raw["worse"])
    return Calibration(better, worse, raw["agreement"], raw["spread"], tuple(raw["misread_kinds"]))


@dataclass(frozen=True, slots=True)
class Audit:
    """What an audit found, and in how many reviews. ``candidates`` are in the order of their probability."""

    candidates: MismatchList
    reviews: int
    starred: int  # of them, have stars
    audited: int  # and were read by a model that predicts them, and are of a kind that it does not misread
    mean: float | None = None  # of the stars of the audited
    unproven: int = 0  # doubtful, but what is said in them does not contradict the stars
    misread_kinds: tuple[str, ...] = ()  # kinds of product that are not audited, since the reader misreads them
    precision: float = PRECISION

    @property
    def mismatches(self) -> MismatchList:
        """The candidates that are listed at the precision asked for."""
        return self.candidates[: np.count_nonzero(self.candidates.numbers("probability") >= self.precision)]

    @property
    def expected(self) -> float:
        """How many of the listed are real."""
        return float(self.mismatches.numbers("probability").sum())

    @property
    def share(self) -> float:
        """The share of the audited that seem to be mismatches, listed or not."""
        return float(self.candidates.numbers("probability").sum()) / max(self.audited, 1)

    @property
    def mean_without(self) -> float | None:
        """The mean of the stars without those that are listed."""
        listed = self.mismatches
        left = self.audited - len(listed)
        stars = (self.mean or 0.0) * self.audited - float(listed.numbers("stars").sum())
        return stars / left if left else None

    def check(self) -> None:
        """Raise an error where there was nothing to compare."""
        if not 0 < self.precision < 1:
            raise OptionError(f"A precision lies between 0 and 1, such as 0.8; given: {self.precision:g}.")
        if not self.reviews:
            raise InputError("There are no reviews to audit.")
        if not self.starred:
            raise InputError(
                f"None of the {self.reviews:,} reviews has stars, so there is nothing to compare the texts with. "
                "If a column holds them, name it: --stars-column NAME."
            )
        if not self.audited and not self.misread_kinds:
            raise InputError(
                f"No stars were predicted from any text ({self.reviews:,} read): they were analysed without a "
                "reader (but by an older voxpop). Analyse them again."
            )


def doubtful(stars: NDArray[np.float64], chances: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Return which reviews are doubtful; ``chances`` has a row of five for each."""
    near = np.abs(np.array(STARS, np.float64) - stars[:, None]) <= 1
    return np.asarray((chances * near).sum(1) < DOUBT)


class Doubt(NamedTuple):
    """What contradicts the stars of a doubtful review."""

    gap: float  # stars that the text deserves, less those given
    agreement: float  # how far the opinions agree that the stars are wrong, −1 … 1
    contradicting: Sequence[Opinion]
    agreeing: int  # opinions that agree with the stars


def doubt_of(review: Review, opinions: Sequence[Opinion]) -> Doubt | None:
    """Return what contradicts the stars; None where most of the opinions do not."""
    predicted = float(np.dot(review.star_probabilities or (), STARS))
    side = 1 if predicted > (review.stars or 0.0) else -1
    contradicting = [opinion for opinion in opinions if opinion.polarity * side > 0]
    agreeing = sum(opinion.polarity * side < 0 for opinion in opinions)
    if len(contradicting) <= agreeing:
        return None
    polarities = [opinion.polarity * side for opinion in opinions]
    agreement = sum(polarities) / (sum(map(abs, polarities)) + 0.5)
    return Doubt(predicted - (review.stars or 0.0), agreement, contradicting, agreeing)


def candidate(review: Review, opinions: Sequence[Opinion]) -> Mismatch | None:
    """Return a doubtful review as a mismatch; None where most of its opinions do not contradict its stars."""
    doubt = doubt_of(review, opinions)
    if doubt is None:
        return None
    low, high = review.predicted_low, review.predicted_high
    if low is None or high is None:
        _, low, high, _ = predict_stars(np.array(review.star_probabilities), {})
    stars = review.stars or 0.0
    strongest = sorted(doubt.contradicting, key=lambda opinion: -abs(opinion.polarity))
    clauses = dict.fromkeys(trimmed(review.text, Span(*opinion.evidence)) for opinion in strongest)
    return Mismatch(
        review_id=review.id,
        stars=stars,
        predicted=stars + doubt.gap,
        low=low,
        high=high,
        probability=share_of(calibration().odds(doubt.gap, doubt.agreement)),
        reason=reason_for(doubt, lang=review.lang or DEFAULT),
        evidence=tuple(sorted(list(clauses)[:SPANS])),  # of the strongest opinions, in the order of the text
    )


def reason_for(doubt: Doubt, *, lang: str) -> Reason:
    """Return why stars and text may differ, from what the opinions that contradict the stars are about."""
    opinions, most = doubt.contradicting, MIN_CAUSE_SHARE * len(doubt.contradicting)
    delivery = language(lang).topic_names.CATEGORY_NAMES.get(DELIVERY, DELIVERY)
    if doubt.gap < 0 and sum(opinion.category == delivery for opinion in opinions) >= most:
        return "delivery"
    if sum(opinion.about in RIVALS for opinion in opinions) >= most:
        return "another product"
    if doubt.agreeing:
        return "mixed"
    return "text more positive" if doubt.gap > 0 else "text more negative"


def ranked(doubts: Iterable[Mismatch | None], *, audited: int) -> tuple[MismatchList, int]:
    """Return the candidates of doubtful reviews, most certain first, and how many have no proof."""
    unproven = 0

    def proven() -> Iterator[Mismatch]:
        nonlocal unproven
        for mismatch in doubts:
            if mismatch is None:
                unproven += 1
            else:
                yield mismatch

    candidates = MismatchList.of(proven())
    probabilities, gaps = (
        candidates.numbers("probability"),
        candidates.numbers("predicted") - candidates.numbers("stars"),
    )
    for is_better, usual in ((gaps > 0, calibration().better.usual), (gaps <= 0, calibration().worse.usual)):
        boost = file_boost(probabilities[is_better], audited, usual=usual)
        probabilities = np.where(is_better, boosted(probabilities, boost), probabilities)
    return candidates.with_probabilities(probabilities), unproven


def file_boost(probabilities: NDArray[np.float64], audited: int, *, usual: float) -> float:
    """Return what is added to the odds of one direction where a file has far more such doubts than is usual.

    Expectation maximisation: the share of mismatches is the mean probability that it leads to itself. Some files are
    only misread more often than others, so what counts is how far the share exceeds ``CAUTION`` times the usual one.
    """
    boost = 0.0
    for _ in range(ROUNDS if len(probabilities) else 0):
        share = (usual * TRUST + float(boosted(probabilities, boost).sum())) / (TRUST + audited)
        boost = max(0.0, log(share / (CAUTION * usual)))
    return boost


def boosted(probabilities: NDArray[np.float64], boost: float) -> NDArray[np.float64]:
    """Return probabilities with something added to the logarithm of their odds."""
    return 1 / (1 + np.exp(-(np.log(probabilities / (1 - probabilities)) + boost)))


def share_of(odds: float) -> float:
    """Return the probability of some odds, given as a logarithm."""
    return 1 / (1 + exp(-odds))
