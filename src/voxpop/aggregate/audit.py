"""Reviews whose stars and text disagree (paper 001, Figure 2), the most certain first.

The text alone says how likely each number of stars is. From that and the stars given, a small monotone model tells the
probability that the two do not belong together: that a reader of the text would give two stars more or fewer. Its
numbers were fitted on reviews that a person has read, and stand in ``data/audit.json`` with the command that made them.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from math import exp, isfinite, log
from typing import NamedTuple

from voxpop.aggregate.audit_reasons import Case, explain
from voxpop.errors import InputError, OptionError
from voxpop.sentiment.rating import LEVEL, run
from voxpop.types import Mismatch, Opinion, Review

STARS = (1, 2, 3, 4, 5)
NEAR = 1.0  # stars this close to those given are no surprise
LEAST = 1e-4  # no probability is smaller, so that one sure reading does not outweigh everything
PRECISION = 0.8  # share of the listed reviews that are real mismatches, unless asked otherwise


class Doubt(NamedTuple):
    """What speaks against the stars given."""

    gap: float  # stars between those given and those expected from the text
    surprise: float  # −log of how likely the text makes the stars given, one more or one less
    entropy: float  # how unsure the reading is, in nats


@dataclass(frozen=True, slots=True)
class Calibration:
    """The fitted numbers of a language: probability = 1 / (1 + exp(−(bias + weights · doubt)))."""

    bias: float
    weights: Doubt
    thresholds: tuple[tuple[float, float], ...]  # (precision, probability from which it is reached), in order

    def probability(self, doubt: Doubt) -> float:
        score = self.bias + sum(w * x for w, x in zip(self.weights, doubt, strict=True))
        return 1 / (1 + exp(-max(-50.0, min(50.0, score))))

    def threshold(self, precision: float) -> float:
        """The probability from which on at least this share of the flagged reviews are real mismatches."""
        if not 0 < precision < 1:
            raise OptionError(f"A precision lies between 0 and 1, such as 0.8; given: {precision:g}.")
        reached = [threshold for known, threshold in self.thresholds if known >= precision]
        if not reached:
            most = max(known for known, _ in self.thresholds)
            raise OptionError(f"A precision of {precision:g} is more than was reached; the most is {most:g}.")
        return reached[0]


@cache
def calibration(lang: str) -> Calibration:
    """The numbers shipped for a language."""
    raw = json.loads((files("voxpop.aggregate") / "data" / "audit.json").read_text(encoding="utf-8"))["languages"][lang]
    thresholds = tuple((float(precision), float(threshold)) for precision, threshold in raw["thresholds"])
    return Calibration(raw["bias"], Doubt(**raw["weights"]), thresholds)


def doubt(stars: float, probabilities: Sequence[float]) -> Doubt:
    expected = sum(star * p for star, p in zip(STARS, probabilities, strict=True))
    near = sum(p for star, p in zip(STARS, probabilities, strict=True) if abs(star - stars) <= NEAR)
    entropy = -sum(p * log(p) for p in probabilities if p > 0)
    return Doubt(abs(stars - expected), -log(max(near, LEAST)), entropy)


@dataclass(frozen=True, slots=True)
class Audit:
    """The mismatches, most certain first, with their reviews by id, and out of how many they are."""

    mismatches: tuple[Mismatch, ...]
    reviews: Mapping[str, Review]
    precision: float
    read: int
    starred: int  # of those read, have stars
    audited: int  # and were read by a model that predicts them


def audit(reviews: Iterable[Review], opinions: Iterable[Opinion], *, precision: float = PRECISION) -> Audit:
    """Reviews whose stars probably do not belong to their text, and why.

    About ``precision`` of the mismatches are real ones. Each iterable is gone through once; only flagged reviews and
    what they say are kept.
    """
    read = starred = 0
    doubts: list[tuple[float, Review]] = []
    audited = 0
    for review in reviews:
        read += 1
        starred += review.stars is not None
        if review.stars is not None and review.star_probabilities is not None:
            audited += 1
            probability = flagged(review.stars, checked(review), lang=review.lang or "en", precision=precision)
            if probability is not None:
                doubts.append((probability, review))
    comparable(read, starred, audited)
    doubts.sort(key=lambda one: (-one[0], one[1].id))
    said: dict[str, list[Opinion]] = {review.id: [] for _, review in doubts}
    for opinion in opinions if doubts else ():
        if opinion.review_id in said:
            said[opinion.review_id].append(opinion)
    found = tuple(mismatch(review, probability, said[review.id]) for probability, review in doubts)
    return Audit(found, {review.id: review for _, review in doubts}, precision, read, starred, audited)


def flagged(stars: float, probabilities: Sequence[float], *, lang: str, precision: float) -> float | None:
    """The probability of a mismatch where it is high enough for the list."""
    numbers = calibration(lang)
    probability = numbers.probability(doubt(stars, probabilities))
    return probability if probability >= numbers.threshold(precision) else None


def mismatch(review: Review, probability: float, opinions: Sequence[Opinion]) -> Mismatch:
    chances = checked(review)
    reason, evidence = explain(Case(review, chances, opinions))
    predicted, low, high = review.predicted_stars, review.predicted_low, review.predicted_high
    if predicted is None or low is None or high is None:
        predicted = sum(star * p for star, p in zip(STARS, chances, strict=True))
        low, high = run(list(chances), LEVEL)
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


def comparable(read: int, starred: int, audited: int) -> None:
    """Whether there is anything to compare."""
    if not read:
        raise InputError("There are no reviews to audit.")
    if not starred:
        raise InputError(
            f"None of the {read:,} reviews has stars, so there is nothing to compare the texts with. "
            "If a column holds them, name it: --stars-column NAME."
        )
    if not audited:
        raise InputError(
            f"No stars were predicted from the texts of these {read:,} reviews: they were analysed without a reader "
            "(by the lexicon, or by an older voxpop). Analyse them again, with the default engine."
        )
