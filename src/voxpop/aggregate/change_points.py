"""Change points: since when more, or fewer, reviews say something, where chance is no good explanation for it.

Of each series every split of its time is tried, and the largest difference between the shares before and after is held
against the largest ones that arise when the same reviews are dealt out over the time at random (an exact permutation
test, so the many splits that are tried do no harm). The chances of all series together are adjusted after Benjamini and
Hochberg (1995); what lies before and after a change is searched again in the same way.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from voxpop.aggregate.compare import LEVEL, adjusted_chances

DRAWS = 999  # random deals
UNLIKELY = 1.96  # standard errors; what differs by less is no change by any count of splits
EACH_SIDE = 20  # reviews that a period before and after needs
ROUNDS = 3  # how often the stretches between changes are searched again
MIN_CHANGE, MIN_RATIO = 0.02, 1.2  # of the reviews, and times as many: a smaller change of the share is not told


class Series(NamedTuple):
    """How many of the reviews of each period say something; ``id`` and ``kind`` say what."""

    id: str
    kind: str
    hits: NDArray[np.int64]
    totals: NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class ChangePoint:
    """The share of reviews that say something before and since a period; ``place`` is that of the period."""

    id: str
    kind: str
    place: int
    before: float
    after: float
    before_reviews: int  # reviews of the stretch before, back to the change before it or the beginning
    after_reviews: int
    p: float  # adjusted for the number of series

    @property
    def is_large(self) -> bool:
        """Whether anyone would notice."""
        less, more = sorted((self.before, self.after))
        return more - less >= MIN_CHANGE and more >= MIN_RATIO * less


def find_change_points(series: Sequence[Series], *, draws: int = DRAWS) -> list[ChangePoint]:
    """Return the changes of all series, the newest first."""
    random = np.random.default_rng(0)
    points: list[ChangePoint] = []
    stretches = [(line, 0, len(line.totals)) for line in series]
    for _ in range(ROUNDS):
        splits = [(stretch, strongest_split(*stretch, random, draws)) for stretch in stretches]
        tests = [(stretch, split) for stretch, split in splits if split is not None]
        chances = adjusted_chances([chance for _, (_, chance) in tests])
        stretches = []
        for ((line, first, end), (place, _)), chance in zip(tests, chances, strict=True):
            if chance <= LEVEL:
                stretches += [(line, first, place), (line, place, end)]
                point = _change(line, first, place, end, chance)
                points += [point] if point.is_large else []
    return sorted(points, key=lambda point: (-point.place, point.p, point.id, point.kind))


def strongest_split(
    series: Series, first: int, end: int, random: np.random.Generator, draws: int
) -> tuple[int, float] | None:
    """Return the period since which a stretch differs most from before, and the chance of such a difference."""
    hits, totals = series.hits[first:end], series.totals[first:end]
    size, marked = int(totals.sum()), int(hits.sum())
    until = np.cumsum(totals)[:-1]
    allowed = (until >= EACH_SIDE) & (size - until >= EACH_SIDE)
    if not allowed.any() or marked in (0, size):
        return None
    before = until[allowed]
    spread = np.sqrt(marked / size * (1 - marked / size) * before * (size - before) / size)

    def distances(counts: NDArray[np.int64]) -> NDArray[np.float64]:
        sums = np.cumsum(counts, axis=-1)[..., :-1][..., allowed]
        distance: NDArray[np.float64] = np.abs(sums - marked * before / size) / spread
        return distance

    seen = distances(hits)
    place = first + 1 + int(np.flatnonzero(allowed)[seen.argmax()])
    if seen.max() < UNLIKELY:
        return place, 1.0
    dealt = distances(random.multivariate_hypergeometric(totals, marked, size=draws, method="marginals")).max(axis=-1)
    return place, (1 + int((dealt >= seen.max() - 1e-9).sum())) / (1 + draws)


def _change(series: Series, first: int, place: int, end: int, chance: float) -> ChangePoint:
    sizes = [int(series.totals[begin:stop].sum()) for begin, stop in ((first, place), (place, end))]
    hits = [int(series.hits[begin:stop].sum()) for begin, stop in ((first, place), (place, end))]
    before, after = (n / size for n, size in zip(hits, sizes, strict=True))
    return ChangePoint(series.id, series.kind, place, before, after, sizes[0], sizes[1], chance)
