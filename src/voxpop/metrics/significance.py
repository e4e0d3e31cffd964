"""What chance does to a score: resamples of its items, and systems that change places.

All draws come from one seeded generator; the seed, the number of rounds and the test are part of each result.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from voxpop.errors import MeasureError

SEED = 12345
CELLS = 4_000_000  # of a block of resamples: bounds memory at some tens of megabytes
SLACK = 1e-12  # differences closer than this are equal: sums in another order are not a finding
TESTS = ("randomisation", "bootstrap")


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


def resamples_of(n: int, resamples: int, seed: int) -> Iterator[NDArray[np.float64]]:
    """Yield blocks of resamples; each row counts how often each of ``n`` items was drawn, with replacement."""
    if n == 0 or resamples < 1:
        raise MeasureError("There are no items to draw from, or no resamples asked for.")
    generator = np.random.default_rng(seed)
    for start, end in _blocks(resamples, n):
        size = end - start
        drawn = generator.integers(0, n, size=(size, n), dtype=np.int32) + n * np.arange(size, dtype=np.int32)[:, None]
        yield np.bincount(drawn.ravel(), minlength=size * n).reshape(size, n).astype(np.float64)


def exchanges(strata: NDArray[np.int64], rounds: int, seed: int, *, exact: bool) -> Iterator[NDArray[np.bool_]]:
    """Yield blocks of rounds; each row says which items change places, strata as wholes. Exact: all ways to do so."""
    count = int(strata.max()) + 1
    generator = np.random.default_rng(seed)
    for start, end in _blocks(2**count if exact else rounds, len(strata)):
        if exact:
            coins = (np.arange(start, end)[:, None] >> np.arange(count)) % 2 == 1
        else:
            coins = generator.integers(0, 2, size=(end - start, count), dtype=np.int8).astype(np.bool_)
        yield coins[:, strata]


def _blocks(rounds: int, width: int) -> Iterator[tuple[int, int]]:
    block = max(1, CELLS // width)
    return ((start, min(start + block, rounds)) for start in range(0, rounds, block))
