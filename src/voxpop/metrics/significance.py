"""Intervals and paired tests for any ``Score``, and several systems side by side.

All draws come from one seeded generator; the seed, the number of rounds and the test are part of each result.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from voxpop.errors import MeasureError, OptionError
from voxpop.metrics.measure import SEED, Array, Score, aligned, comparable
from voxpop.metrics.score_table import Table
from voxpop.registry import Registry

CELLS = 4_000_000  # of a block of resamples: bounds memory at some tens of megabytes
SLACK = 1e-12  # differences closer than this are equal: sums in another order are not a finding


@dataclass(frozen=True, slots=True)
class Interval:
    """Where a figure would lie, were the items drawn again."""

    figure: str
    value: float
    low: float
    high: float
    level: float
    resamples: int
    seed: int


@dataclass(frozen=True, slots=True)
class PairedTest:
    """The difference of two scores and how often chance alone would give one at least as large."""

    test: str
    figure: str
    difference: float
    p: float
    rounds: int
    exact: bool
    seed: int


@dataclass(frozen=True, slots=True)
class Pair:
    """Two scores over the same items, and how a test compares them: see ``Score.versus``."""

    first: Score
    second: Score
    figure: str
    rounds: int
    groups: Sequence[object] | None  # the stratum of each item: items of one stratum move together
    seed: int

    @property
    def difference(self) -> float:
        return self.first.values[self.figure] - self.second.values[self.figure]


TESTS: Registry[Callable[[Pair], PairedTest]] = Registry("test")


def make_pair(
    first: Score, second: Score, *, figure: str | None, rounds: int, groups: Sequence[object] | None, seed: int
) -> Pair:
    """Return two scores over the same items; raises an error unless they were computed alike."""
    comparable(first, second)
    first, second = aligned(first, second)
    return Pair(first, second, common_figure([first, second], figure), rounds, groups, seed)


def bootstrap(
    score: Score, figure: str | None = None, *, level: float = 0.95, resamples: int = 1000, seed: int = SEED
) -> Interval:
    """The percentile interval over resamples of the items, drawn with replacement."""
    figure = _figure(score, figure)
    if not 0 < level < 1:
        raise OptionError(f"level must lie between 0 and 1, not {level}.")
    drawn = [score.aggregate.resampled(score.items, counts)[figure] for counts in _draws(score.n, resamples, seed)]
    low, high = np.quantile(np.concatenate(drawn), [(1 - level) / 2, (1 + level) / 2])
    return Interval(figure, score.values[figure], float(low), float(high), level, resamples, seed)


@TESTS.register("randomisation")
def randomisation(pair: Pair) -> PairedTest:
    """Test by stratified approximate randomisation (Pavlopoulos and Androutsopoulos, 2014).

    Within each stratum the two systems change places by chance.

    p = (c + 1) / (rounds + 1), where c counts rounds whose difference is at least (>=) the one observed. With so few
    strata that all assignments fit in ``rounds``, they are all tried and p is exact.
    """
    first, second = pair.first, pair.second
    own = first.strata if pair.groups is None else None
    strata = _strata(first.n, pair.groups) if own is None else own
    count = int(strata.max()) + 1
    exact = 2**count <= pair.rounds
    hits = done = 0
    for coins in _assignments(count, first.n) if exact else _coins(count, first.n, pair.rounds, pair.seed):
        mask = coins[:, strata]
        there = first.aggregate.swapped(first.items, second.items, mask)[pair.figure]
        back = first.aggregate.swapped(second.items, first.items, mask)[pair.figure]
        hits += int((np.abs(there - back) >= abs(pair.difference) - SLACK).sum())
        done += len(coins)
    p = hits / done if exact else (hits + 1) / (done + 1)
    return PairedTest("randomisation", pair.figure, pair.difference, p, done, exact, pair.seed)


@TESTS.register("bootstrap")
def paired_bootstrap(pair: Pair) -> PairedTest:
    """Both systems on the same resamples; two-sided p from differences centred on the one observed."""
    if pair.groups is not None:
        raise OptionError("The paired bootstrap draws single items; use the test 'randomisation' for strata.")
    hits = 0
    for counts in _draws(pair.first.n, pair.rounds, pair.seed):
        first, second = (
            score.aggregate.resampled(score.items, counts)[pair.figure] for score in (pair.first, pair.second)
        )
        hits += int((np.abs(first - second - pair.difference) >= abs(pair.difference) - SLACK).sum())
    p = (hits + 1) / (pair.rounds + 1)
    return PairedTest("bootstrap", pair.figure, pair.difference, p, pair.rounds, False, pair.seed)


def compare(
    systems: Mapping[str, Score],
    *,
    baseline: str | None = None,
    resamples: int = 1000,
    rounds: int = 10_000,
    seed: int = SEED,
) -> Table:
    """Several systems on one measure: figure, interval, and p against the baseline (the first, unless named)."""
    if not systems:
        raise MeasureError("There are no systems to compare.")
    base = baseline if baseline is not None else next(iter(systems))
    if base not in systems:
        raise OptionError(f"The baseline {base!r} is not among the systems: {', '.join(systems)}.")
    for score in systems.values():
        comparable(systems[base], score)
    figure = common_figure([systems[base], *systems.values()])
    rows: list[tuple[str | float | int | None, ...]] = []
    for name, score in systems.items():
        interval = bootstrap(score, figure, resamples=resamples, seed=seed)
        compared: tuple[float | None, float | None] = (None, None)
        if name != base:
            verdict = score.versus(systems[base], figure=figure, rounds=rounds, seed=seed)
            compared = verdict.difference, verdict.p
        rows.append((name, interval.value, interval.low, interval.high, *compared))
    caption = (
        f"{systems[base].signature}; n = {systems[base].n}; {interval.level:.0%} interval from {resamples} resamples; "
        f"p against {base} by randomisation, {rounds} rounds; seed {seed}"
    )
    return Table(("system", figure, "low", "high", f"vs {base}", "p"), tuple(rows), caption)


def common_figure(scores: Sequence[Score], figure: str | None = None) -> str:
    """The figure asked for, else the first score's main one, else the last that all have: curves of lists of different
    length are compared where the shortest list ends."""
    if figure is not None:
        for score in scores:
            _figure(score, figure)
        return figure
    if all(scores[0].main in score.values for score in scores):
        return scores[0].main
    common = [name for name in scores[0].values if all(name in score.values for score in scores)]
    if not common:
        raise MeasureError(f"These scores of {scores[0].name} have no figure in common.")
    return common[-1]


def _figure(score: Score, figure: str | None) -> str:
    figure = figure or score.main
    if figure not in score.values:
        raise OptionError(f"{score.name} has no figure {figure!r}. It has: {', '.join(score.values)}.")
    return figure


def _strata(n: int, groups: Sequence[object] | None) -> NDArray[np.int64]:
    if groups is None:
        return np.arange(n)
    if len(groups) != n:
        raise MeasureError(f"{len(groups)} strata were given for {n} items: each item needs one.")
    numbers: dict[object, int] = {}
    return np.array([numbers.setdefault(group, len(numbers)) for group in groups])


def _draws(n: int, resamples: int, seed: int) -> Iterator[Array]:
    """Blocks of resamples; each row counts how often each item was drawn."""
    if n == 0 or resamples < 1:
        raise MeasureError("There are no items to draw from, or no resamples asked for.")
    generator = np.random.default_rng(seed)
    for size in _blocks(resamples, n):
        drawn = generator.integers(0, n, size=(size, n), dtype=np.int32) + n * np.arange(size, dtype=np.int32)[:, None]
        yield np.bincount(drawn.ravel(), minlength=size * n).reshape(size, n).astype(np.float64)


def _coins(strata: int, n: int, rounds: int, seed: int) -> Iterator[NDArray[np.bool_]]:
    generator = np.random.default_rng(seed)
    for size in _blocks(rounds, max(n, strata)):
        yield generator.integers(0, 2, size=(size, strata), dtype=np.int8).astype(np.bool_)


def _assignments(strata: int, n: int) -> Iterator[NDArray[np.bool_]]:
    done = 0
    for size in _blocks(2**strata, max(n, strata)):
        yield (np.arange(done, done + size)[:, None] >> np.arange(strata)) % 2 == 1
        done += size


def _blocks(rounds: int, width: int) -> Iterator[int]:
    block = max(1, CELLS // width)
    for start in range(0, rounds, block):
        yield min(block, rounds - start)
