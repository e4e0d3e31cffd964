"""Two sets of reviews side by side: only the differences that chance does not explain and that are large enough to see.

Feelings are compared by their means, attention by the share of reviews that speak of something. Both tests are those of
Agresti and Caffo carried over to −1 … 1: one good and one bad imagined review are added on either side, so that small
sets never look certain. The chances of all tests are adjusted after Benjamini and Hochberg. Those of the stars, which
people ask about first, are adjusted by themselves and have half of the level.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import erfc, sqrt
from typing import Literal, NamedTuple, get_args

from voxpop.aggregate.drivers import Cost
from voxpop.aggregate.opinion_counts import OpinionCounts
from voxpop.aggregate.share import Z95

Kind = Literal["stars", "cost", "feeling", "attention", "says"]
ORDER: tuple[Kind, ...] = get_args(Kind)
LEVEL = 0.05  # share of the differences shown that may be chance
MIN_VOICED = 5  # reviews with an opinion that each side needs for a feeling to be compared
SEEN = 0.1  # a difference of feeling, or of stars, that is worth a sentence
SEEN_COST = 0.03  # stars of the mean that complaints of one aspect take more or less
MORE = 1.2  # times as often, for attention
MIN_ATTENTION = 0.01  # of the reviews, for attention


@dataclass(frozen=True, slots=True)
class Difference:
    """Something that is felt about differently, or spoken of more or less often, in ``b`` than in ``a``."""

    id: str  # of the row of the table; empty for the stars
    kind: Kind
    a: float  # mean stars, what complaints take from it, mean feeling, or share of the reviews
    b: float
    a_reviews: int  # what it rests on: reviews with an opinion, or that speak of it
    b_reviews: int
    low: float  # the 95 % interval of b − a
    high: float
    p: float  # adjusted for the number of comparisons

    @property
    def change(self) -> float:
        return self.b - self.a


class StarSums(NamedTuple):
    """Reviews with stars: how many, their sum and the sum of their squares."""

    reviews: int = 0
    total: float = 0.0
    squares: float = 0.0

    @property
    def mean(self) -> float | None:
        return self.total / self.reviews if self.reviews else None


def compare(
    a: Mapping[str, OpinionCounts],
    b: Mapping[str, OpinionCounts],
    *,
    a_reviews: int,
    b_reviews: int,
    stars: tuple[StarSums, StarSums] | None = None,
) -> list[Difference]:
    """The significant differences: stars, then feelings, then attention, the surest first; rows are matched by ids."""
    tests = adjusted(all_differences(a, b, a_reviews=a_reviews, b_reviews=b_reviews, stars=stars))
    significant = [test for test in tests if test.p <= LEVEL and large(test)]
    return sorted(significant, key=by_kind_and_chance)


def by_kind_and_chance(test: Difference) -> tuple[int, float, float, str]:
    """The key of the order in which differences are told: the stars first, then the surest."""
    return ORDER.index(test.kind), test.p, -abs(test.change), test.id


def all_differences(
    a: Mapping[str, OpinionCounts],
    b: Mapping[str, OpinionCounts],
    *,
    a_reviews: int,
    b_reviews: int,
    stars: tuple[StarSums, StarSums] | None = None,
) -> list[Difference]:
    """All differences that enough reviews are behind, each tested by itself."""
    tests = [feeling(id, a[id], b[id]) for id in a if id in b and min(a[id].voiced, b[id].voiced) >= MIN_VOICED]
    if a_reviews and b_reviews:
        none = OpinionCounts()
        tests += [
            attention(id, a.get(id, none), b.get(id, none), a_reviews=a_reviews, b_reviews=b_reviews)
            for id in dict.fromkeys((*a, *b))
        ]
    if stars and min(sums.reviews for sums in stars) >= MIN_VOICED:
        tests.append(starred(*stars))
    return tests


def feeling(id: str, a: OpinionCounts, b: OpinionCounts) -> Difference:
    low, high, p = _mean_test(*((n.voiced, n.total, n.squares) for n in (a, b)))
    return Difference(id, "feeling", a.mean, b.mean, a.voiced, b.voiced, low, high, p)


def starred(a: StarSums, b: StarSums) -> Difference:
    """The mean of the stars, moved to −1 … 1 for the test and back."""
    moved = [StarSums(n, (total - 3 * n) / 2, (squares - 6 * total + 9 * n) / 4) for n, total, squares in (a, b)]
    low, high, p = _mean_test(*moved)
    return Difference("", "stars", a.mean or 0.0, b.mean or 0.0, a.reviews, b.reviews, 2 * low, 2 * high, p)


def attention(id: str, a: OpinionCounts, b: OpinionCounts, *, a_reviews: int, b_reviews: int) -> Difference:
    shares = [(n.reviews + 1) / (size + 2) for n, size in ((a, a_reviews), (b, b_reviews))]
    errors = [share * (1 - share) / (size + 2) for share, size in zip(shares, (a_reviews, b_reviews), strict=True)]
    whole = (a.reviews + b.reviews + 2) / (a_reviews + b_reviews + 4)
    alike = whole * (1 - whole) * (1 / (a_reviews + 2) + 1 / (b_reviews + 2))  # the error if both have the same share
    low, high, p = _test(shares[1] - shares[0], sum(errors), alike)
    return Difference(id, "attention", a.reviews / a_reviews, b.reviews / b_reviews, a.reviews, b.reviews, low, high, p)


def cost_difference(id: str, a: Cost, b: Cost) -> Difference:
    """What complaints take from the mean of the stars."""
    low, high, p = _test(b.value - a.value, a.error + b.error)
    return Difference(id, "cost", a.value, b.value, a.reviews, b.reviews, low, high, p)


def adjusted(tests: Sequence[Difference]) -> list[Difference]:
    """The tests in their order, with the chances that hold for all; stars and all else have half the level each."""
    families = [[place for place, test in enumerate(tests) if (test.kind == "stars") == of] for of in (True, False)]
    count = sum(map(bool, families))
    made = list(tests)
    for places in families:
        for place, p in zip(places, adjusted_chances([tests[place].p for place in places]), strict=True):
            made[place] = replace(tests[place], p=min(1.0, count * p))
    return made


def adjusted_chances(chances: Sequence[float]) -> list[float]:
    """The chances of some tests, each for all of them together (Benjamini and Hochberg, 1995)."""
    least, result = 1.0, list(chances)
    for rank, place in enumerate(sorted(range(len(chances)), key=lambda place: -chances[place])):
        result[place] = least = min(least, chances[place] * len(chances) / (len(chances) - rank))
    return result


def large(test: Difference) -> bool:
    """Whether anyone would notice."""
    if test.kind not in ("attention", "says"):
        return abs(test.change) >= (SEEN if test.kind != "cost" else SEEN_COST)
    less, more = sorted((test.a, test.b))
    return more - less >= MIN_ATTENTION and more >= MORE * less


def _padded(n: int, total: float, squares: float) -> tuple[float, float]:
    """Mean and squared error of the mean, with one good and one bad review more, as strong as the others are."""
    strength = (squares + 1) / (n + 1)
    mean = total / (n + 2)
    return mean, max((squares + 2 * strength) / (n + 2) - mean * mean, 0.0) / (n + 2)


def _mean_test(a: tuple[int, float, float], b: tuple[int, float, float]) -> tuple[float, float, float]:
    """The test of two means from count, sum and sum of squares."""
    (mean_a, error_a), (mean_b, error_b) = _padded(*a), _padded(*b)
    both = a[0] + b[0], a[1] + b[1], a[2] + b[2]
    alike = _padded(*both)[1] * (both[0] + 2) * (1 / (a[0] + 2) + 1 / (b[0] + 2))
    return _test(mean_b - mean_a, error_a + error_b, alike)


def _test(difference: float, error: float, alike: float = 0.0) -> tuple[float, float, float]:
    """The interval of a difference, and how likely chance alone makes one as large.

    For the chance, the squared error is at least ``alike``, that of two sides which are the same: a side of few reviews
    that happen to agree would look too certain.
    """
    half, largest = Z95 * sqrt(error), max(error, alike)
    p = erfc(abs(difference) / sqrt(2 * largest)) if largest else 1.0
    return difference - half, difference + half, p
