"""What each aspect does to the stars.

Two numbers stand for each aspect, once for the reviews that complain of it and once for those that praise it:

- ``plain``: the mean of all stars minus the mean without these reviews. Whoever complains of two things counts twice.
- ``effect``: the coefficient in a linear regression of the stars on all complaints and all praise at once (ordinary
  least squares; with a ridge of a millionth, so that it always has a solution). ``on_mean`` is the effect times the
  share of the reviews: how far it moves the mean of all stars. What complaints take from it could be won back.

The effect of complaints beside that of praise is a penalty-reward contrast (Brandt, 1987): an aspect whose complaints
cost more than its praise brings is a must-have, the reverse is a delighter. ``share`` is the aspect's part of the
variance that the regression explains: the Shapley value of R² (Lindeman, Merenda and Gold, 1980), over random orders.

All of these are functions of one matrix of sums of products, so that a bootstrap over the reviews only adds such
matrices up again: ``REPLICATES`` draws, of reviews, or of blocks of reviews where there are more than ``BLOCKS``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import erfc, sqrt
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from voxpop.aggregate.share import Z95

Floats = NDArray[np.float64]
Kind = Literal["must-have", "delighter", "both", "unclear"]
MIN_REVIEWS = 10  # reviews that must complain of an aspect, or praise it, and as many that do not
REVIEWS_PER_COLUMN = 15  # a regression with fewer reviews for each of its columns says little
REPLICATES = 1000
SHARE_REPLICATES = 400  # Shapley values take longer
COST_REPLICATES = 200  # for an error alone
BLOCKS = 2000
ORDERS = 16  # random orders of the aspects, each also in reverse
RIDGE = 1e-6
SEED = 22


class Estimate(NamedTuple):
    """A number with its 95 % interval."""

    value: float
    low: float
    high: float

    def __neg__(self) -> Estimate:
        return Estimate(-self.value, -self.high, -self.low)

    @property
    def sign(self) -> int:
        """1 or −1 if the interval lies on one side of zero, else 0."""
        return 1 if self.low > 0 else -1 if self.high < 0 else 0


@dataclass(frozen=True, slots=True)
class SideEffect:
    """What the complaints of an aspect, or its praise, do to the stars."""

    reviews: int
    plain: Estimate  # mean of all stars minus the mean without these reviews
    effect: Estimate  # stars that such a review has more or less than others that agree with it on the other aspects
    on_mean: Estimate  # the effect on the mean of all stars


@dataclass(frozen=True, slots=True)
class Driver:
    """An aspect and what it does to the stars. A side with too few reviews is None."""

    id: str
    name: str
    reviews: int  # that complain of it or praise it
    complaints: SideEffect | None
    praise: SideEffect | None
    share: Estimate  # of the variance of the stars that the regression explains
    asymmetry: Estimate | None  # what a complaint costs minus what praise brings
    kind: Kind

    @property
    def won_back(self) -> Estimate | None:
        """How far the mean of all stars would rise without the complaints."""
        return -self.complaints.on_mean if self.complaints else None


@dataclass(frozen=True, slots=True)
class Drivers:
    """What moves the stars, the aspect with most stars to win back first."""

    predicted: bool  # the stars were predicted from the texts, because none are given
    reviews: int  # with stars
    mean: float | None
    explained: float  # the share of the variance of the stars that the regression explains (R²)
    aspects: tuple[Driver, ...]
    too_few: tuple[str, ...]  # names of aspects that too few reviews judge


class AspectVotes(NamedTuple):
    """Who complains of an aspect and who praises it: places among the reviews."""

    id: str
    name: str
    complaints: NDArray[np.intp]
    praise: NDArray[np.intp]


@dataclass(frozen=True, slots=True)
class RatedReviews:
    """Reviews with stars, and which of them judge what; the aspects that most reviews speak of come first."""

    numbers: NDArray[np.int64]  # of the reviews in the file, ascending
    stars: Floats
    languages: NDArray[np.object_]
    votes: Sequence[AspectVotes]
    predicted: bool = False  # the stars were predicted from the texts

    def within(self, chosen: NDArray[np.bool_]) -> RatedReviews:
        """Return some of the reviews."""
        place = np.cumsum(chosen) - 1
        votes = [
            vote._replace(
                complaints=place[vote.complaints[chosen[vote.complaints]]],
                praise=place[vote.praise[chosen[vote.praise]]],
            )
            for vote in self.votes
        ]
        return RatedReviews(self.numbers[chosen], self.stars[chosen], self.languages[chosen], votes, self.predicted)


class _Column(NamedTuple):
    """A column of the regression: one side of the aspect at a place."""

    aspect: int
    side: int  # −1 complaints, 1 praise
    reviews: NDArray[np.intp]


def find_drivers(rated: RatedReviews) -> Drivers:
    """Return what each aspect does to the stars. Where there are several languages, their means may differ."""
    votes, stars = rated.votes, rated.stars
    columns = _columns(votes, len(stars))
    kept = sorted({column.aspect for column in columns})
    too_few = tuple(vote.name for place, vote in enumerate(votes) if place not in kept)
    mean = float(stars.mean()) if len(stars) else None
    if not kept or stars.std() == 0:
        return Drivers(rated.predicted, len(stars), mean, 0.0, (), too_few)
    sums = resampled_sums(_table(rated, columns))
    fits = fit(sums, columns=len(columns))
    shares, explained = variance_shares(sums[: 1 + SHARE_REPLICATES], [column.aspect for column in columns])
    stretch = sqrt(len(stars) / (len(stars) - sums.shape[1] + 1))
    drivers = [
        _driver(
            votes[aspect],
            [(place, column) for place, column in enumerate(columns) if column.aspect == aspect],
            fits,
            shares[:, owner],
            stretch,
        )
        for owner, aspect in enumerate(kept)
    ]
    drivers.sort(key=lambda driver: (-driver.won_back.value if driver.won_back else 0.0, -driver.share.value))
    return Drivers(rated.predicted, len(stars), mean, float(explained[0]), tuple(drivers), too_few)


class Cost(NamedTuple):
    """What complaints of an aspect take from the mean of the stars, the squared error of that, and who complains."""

    value: float
    error: float
    reviews: int


def costs(*parts: RatedReviews) -> list[dict[str, Cost]]:
    """Return what complaints of each aspect cost in parts of the reviews, by regressions on the same columns in all."""
    chosen = [
        {(column.aspect, column.side) for column in _columns(part.votes, len(part.stars))}
        for part in parts
        if len(part.stars) and part.stars.std()
    ]
    if len(chosen) < len(parts):
        return [{} for _ in parts]
    shared = set.intersection(*chosen)
    return [_costs(part, [column for column in _sides(part.votes) if column[:2] in shared]) for part in parts]


def _costs(rated: RatedReviews, columns: Sequence[_Column]) -> dict[str, Cost]:
    if not columns:
        return {}
    sums = resampled_sums(_table(rated, columns), replicates=COST_REPLICATES)
    on_mean = fit(sums, columns=len(columns)).on_mean
    return {
        rated.votes[column.aspect].id: Cost(
            float(on_mean[0, place]), float(on_mean[1:, place].var()), len(column.reviews)
        )
        for place, column in enumerate(columns)
        if column.side < 0
    }


def _sides(votes: Sequence[AspectVotes]) -> list[_Column]:
    return [
        _Column(place, side, places)
        for place, vote in enumerate(votes)
        for side, places in ((-1, vote.complaints), (1, vote.praise))
    ]


def _columns(votes: Sequence[AspectVotes], reviews: int) -> list[_Column]:
    """Return both sides of the aspects as far as enough reviews are on a side, and enough reviews for each column."""
    sides = [column for column in _sides(votes) if MIN_REVIEWS <= len(column.reviews) <= reviews - MIN_REVIEWS]
    return sides[: reviews // REVIEWS_PER_COLUMN]


def _table(rated: RatedReviews, columns: Sequence[_Column]) -> Floats:
    """Return a row for each review: 1, its language (but for one of them), whether each column holds it, its stars."""
    names = sorted(set(rated.languages))[1:]
    table = np.zeros((len(rated.stars), 1 + len(names) + len(columns) + 1))
    table[:, 0] = 1
    for place, name in enumerate(names, 1):
        table[:, place] = rated.languages == name
    for place, column in enumerate(columns, 1 + len(names)):
        table[column.reviews, place] = 1
    table[:, -1] = rated.stars
    return table


def resampled_sums(table: Floats, *, replicates: int = REPLICATES) -> Floats:
    """Return the sums of products of all columns over the reviews, then over each draw of as many reviews."""
    rng = np.random.default_rng(SEED)
    size = -(-len(table) // BLOCKS)
    padded = np.zeros((-(-len(table) // size) * size, table.shape[1]))
    padded[: len(table)] = table[rng.permutation(len(table))] if size > 1 else table
    blocks = padded.reshape(-1, size, table.shape[1])
    products = (blocks.transpose(0, 2, 1) @ blocks).reshape(len(blocks), -1)
    draws = rng.multinomial(len(blocks), np.full(len(blocks), 1 / len(blocks)), size=replicates)
    weights = np.vstack([np.ones((1, len(blocks))), draws])
    return (weights @ products).reshape(-1, table.shape[1], table.shape[1])


class Fits(NamedTuple):
    """Of each draw (the reviews themselves first) and each column: plain difference, effect, effect on the mean."""

    plain: Floats
    effect: Floats
    on_mean: Floats


def fit(sums: Floats, *, columns: int) -> Fits:
    """Return the plain differences and the coefficients of the last ``columns`` columns before the stars."""
    reviews, stars = sums[:, 0, 0, None], sums[:, 0, -1, None]
    ours = slice(-columns - 1, -1)
    count, of_ours = sums[:, 0, ours], sums[:, ours, -1]
    plain = stars / reviews - (stars - of_ours) / np.maximum(reviews - count, 1)
    ridge = RIDGE * reviews[:, :, None] * np.eye(sums.shape[1] - 1)
    solved = np.linalg.solve(sums[:, :-1, :-1] + ridge, sums[:, :-1, -1:])
    effect = solved[:, -columns:, 0].astype(np.float64)
    return Fits(plain, effect, effect * count / reviews)


def variance_shares(sums: Floats, owners: Sequence[int]) -> tuple[Floats, Floats]:
    """Return each owner's share of the explained variance (columns of one owner enter together), and R², for each draw.

    What the controls explain is taken out first.
    """
    columns = len(owners)
    fixed = slice(0, sums.shape[1] - columns - 1)
    ours = slice(sums.shape[1] - columns - 1, None)
    ridge = RIDGE * sums[:, :1, :1]
    within = sums[:, fixed, fixed] + ridge * np.eye(fixed.stop)
    left = sums[:, ours, ours] - sums[:, ours, fixed] @ np.linalg.solve(within, sums[:, fixed, ours])
    left += ridge * np.eye(columns + 1)
    total = left[:, -1, -1]
    rng, kept = np.random.default_rng(SEED), sorted(set(owners))
    orders = [rng.permutation(len(kept)) for _ in range(ORDERS if len(kept) > 1 else 1)]
    gains = np.zeros((len(sums), len(kept)))
    for way in (*orders, *(order[::-1] for order in orders)):
        sequence = [place for turn in way for place, owner in enumerate(owners) if owner == kept[turn]] + [columns]
        root = np.linalg.cholesky(left[:, sequence][:, :, sequence])
        for place, column in enumerate(sequence[:-1]):
            gains[:, kept.index(owners[column])] += root[:, -1, place] ** 2
    gains /= 2 * len(orders) * total[:, None]
    explained = gains.sum(axis=1)
    return gains / explained[:, None], explained


def interval(draws: Floats, stretch: float = 1.0) -> Estimate:
    """Return the first draw with the 95 % percentile interval of the others.

    A ``stretch`` above 1 makes up for the spread that draws lack where there are few reviews for each column.
    """
    tail = 50 * erfc(stretch * Z95 / sqrt(2))
    low, high = np.percentile(draws[1:], [tail, 100 - tail])
    return Estimate(float(draws[0]), float(low), float(high))


def _driver(
    vote: AspectVotes, columns: Sequence[tuple[int, _Column]], fits: Fits, share: Floats, stretch: float
) -> Driver:
    sides = {
        column.side: SideEffect(
            len(column.reviews),
            *(interval(draws[:, place], stretch) for draws in (fits.plain, fits.effect, fits.on_mean)),
        )
        for place, column in columns
    }
    both = -fits.effect[:, [place for place, _ in columns]].sum(axis=1)
    asymmetry = interval(both, stretch) if len(columns) == 2 else None
    complaints, praise = sides.get(-1), sides.get(1)
    return Driver(
        vote.id,
        vote.name,
        len(np.union1d(vote.complaints, vote.praise)),
        complaints,
        praise,
        interval(share, stretch),
        asymmetry,
        _kind(complaints, praise, asymmetry),
    )


def _kind(complaints: SideEffect | None, praise: SideEffect | None, asymmetry: Estimate | None) -> Kind:
    costs = complaints is not None and complaints.effect.sign < 0
    brings = praise is not None and praise.effect.sign > 0
    if asymmetry is None or not (costs or brings):
        return "unclear"
    if asymmetry.sign > 0 and costs:
        return "must-have"
    if asymmetry.sign < 0 and brings:
        return "delighter"
    return "both" if costs and brings else "unclear"
