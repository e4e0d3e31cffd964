"""Simulated reviews whose stars follow known effects of complaints and praise."""

from __future__ import annotations

from dataclasses import dataclass, replace
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

from voxpop.aggregate.aspect_table import empty_row
from voxpop.aggregate.drivers import AspectVotes, Estimate, RatedReviews, find_drivers, fit, variance_shares
from voxpop.aggregate.opinion_counts import OpinionCounts
from voxpop.aggregate.segments import Group, Segments, find_segments
from voxpop.aggregate.table_edits import Key

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Truth:
    """Of each aspect: how many complain of it and praise it, and how many stars that costs and brings."""

    complaints: Floats
    praise: Floats
    costs: Floats
    gains: Floats
    mood: float = 1.0  # how far one who complains of one thing is likely to complain of others
    base: float = 3.6

    @property
    def names(self) -> list[str]:
        return [f"aspect {place + 1}" for place in range(len(self.costs))]


# A must-have, a delighter, one that works both ways, one that is often spoken of and moves nothing, a rare one, two others.
USUAL = Truth(
    complaints=np.array([0.15, 0.06, 0.12, 0.15, 0.05, 0.10, 0.08]),
    praise=np.array([0.10, 0.15, 0.12, 0.15, 0.05, 0.10, 0.12]),
    costs=np.array([0.8, 0.05, 0.4, 0.0, 0.5, 0.25, 0.1]),
    gains=np.array([0.1, 0.5, 0.4, 0.0, 0.0, 0.2, 0.0]),
)


def draw(truth: Truth, reviews: int, rng: np.random.Generator) -> tuple[Floats, NDArray[np.bool_], NDArray[np.bool_]]:
    """Return the stars, and who complains of what and who praises what, for some reviews.

    Stars are whole numbers; their expectation is linear in complaints and praise as long as it stays within 1 … 5.
    """
    mood = truth.mood * rng.normal(size=(reviews, 1))
    complains = mood + rng.normal(size=(reviews, len(truth.costs)))
    praises = -mood + rng.normal(size=(reviews, len(truth.costs)))
    spread = np.sqrt(1 + truth.mood**2)
    bad = complains > spread * quantiles(1 - truth.complaints)
    good = praises > spread * quantiles(1 - truth.praise)
    expected = truth.base - bad @ truth.costs + good @ truth.gains
    expected = expected + rng.uniform(-0.5, 0.5, size=reviews)
    clipped = np.clip(expected, 1.0, 5.0)
    floor = np.floor(clipped)
    return floor + (rng.random(reviews) < clipped - floor), bad, good


def rated_reviews(truth: Truth, reviews: int, rng: np.random.Generator) -> RatedReviews:
    """Return simulated reviews as ``find_drivers`` takes them."""
    stars, bad, good = draw(truth, reviews, rng)
    votes = [
        AspectVotes(name, name, np.flatnonzero(bad[:, place]), np.flatnonzero(good[:, place]))
        for place, name in enumerate(truth.names)
    ]
    return RatedReviews(np.arange(reviews), stars, np.full(reviews, "en", object), votes)


def quantiles(chances: Floats) -> Floats:
    """Return quantiles of the normal distribution."""
    return np.array([NormalDist().inv_cdf(chance) for chance in chances])


def true_values(truth: Truth, reviews: int) -> dict[str, Floats]:
    """Return the true figures by their names, each a row for complaints and one for praise; shares are one row.

    Effects are those of the model. What depends on how often things are said together is read off many reviews.
    """
    stars, bad, good = draw(truth, reviews, np.random.default_rng(0))
    table = np.column_stack([np.ones(reviews), np.stack([bad, good], axis=2).reshape(reviews, -1), stars])
    sums = (table.T @ table)[None]
    fits = fit(sums, columns=2 * len(truth.costs))
    shares, _ = variance_shares(sums, [place for place in range(len(truth.costs)) for _ in "ab"])
    effect = np.stack([-truth.costs, truth.gains])
    return {
        "plain": fits.plain[0].reshape(-1, 2).T,
        "effect": effect,
        "on_mean": effect * np.stack([truth.complaints, truth.praise]),
        "asymmetry": truth.costs - truth.gains,
        "share": shares[0],
    }


class Coverage:
    """Whether each interval held the truth, by the name of the figure."""

    def __init__(self, truth: Truth, values: dict[str, Floats]) -> None:
        self.truth, self.values = truth, values
        self.hits: dict[str, list[bool]] = {name: [] for name in values}

    def simulate(self, reviews: int, rng: np.random.Generator) -> None:
        """Draw reviews and add the intervals of their drivers."""
        for driver in find_drivers(rated_reviews(self.truth, reviews, rng)).aspects:
            place = self.truth.names.index(driver.name)
            for row, side in enumerate((driver.complaints, driver.praise)):
                for name in ("plain", "effect", "on_mean") if side else ():
                    self.add(name, getattr(side, name), self.values[name][row, place])
            for name in ("asymmetry", "share"):
                self.add(name, getattr(driver, name), self.values[name][place])

    def add(self, name: str, estimate: Estimate | None, value: float) -> None:
        """Add an interval, if there is one."""
        if estimate is not None:
            self.hits[name].append(bool(estimate.low <= value <= estimate.high))


def random_segments(truth: Truth, reviews: int, rng: np.random.Generator, *, segments: int = 4) -> Segments:
    """Return the segments of reviews that were dealt out at random, so that only chance differs between them."""
    rated = rated_reviews(truth, reviews, rng)
    dealt = rng.integers(0, segments, reviews)
    rows = [empty_row(Key("en", name, None)) for name in truth.names]
    numbers = {
        (row.id, n): opinion_counts(vote, dealt == n)
        for row, vote in zip(rows, rated.votes, strict=True)
        for n in range(segments)
    }
    votes = [vote._replace(id=row.id) for row, vote in zip(rows, rated.votes, strict=True)]
    return find_segments(
        "segment",
        [Group(str(n), tuple(np.flatnonzero(dealt == n))) for n in range(segments)],
        numbers,
        replace(rated, votes=votes),
        rows=rows,
        languages=rated.languages,
        places_of_rated=np.arange(reviews),
    )


def opinion_counts(vote: AspectVotes, inside: NDArray[np.bool_]) -> OpinionCounts:
    """Return the numbers of an aspect in some reviews: a complaint counts −0.8, praise 0.8, both together 0."""
    felt = np.zeros(len(inside))
    felt[vote.praise] += 0.8
    felt[vote.complaints] -= 0.8
    spoken = np.zeros(len(inside), bool)
    spoken[np.union1d(vote.complaints, vote.praise)] = True
    felt, n = felt[spoken & inside], int((spoken & inside).sum())
    return OpinionCounts(mentions=n, reviews=n, voiced=n, total=float(felt.sum()), squares=float((felt**2).sum()))
