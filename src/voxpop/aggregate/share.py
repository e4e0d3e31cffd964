"""Intervals of shares of reviews, and of means between −1 and 1; and whether two shares differ."""

from __future__ import annotations

from math import exp, lgamma, sqrt

Z95 = 1.959963984540054
TOO_UNLIKELY = 1e-12  # beside the others


def share_interval(k: float, n: float, *, z: float = Z95) -> tuple[float, float]:
    """Wilson's interval of a share k of n; with nothing counted it is [0, 1].

    >>> low, high = share_interval(8, 10)
    >>> round(low, 2), round(high, 2)
    (0.49, 0.94)
    """
    if n == 0:
        return 0.0, 1.0
    share, square = k / n, z * z / n
    middle = (share + square / 2) / (1 + square)
    half = z / (1 + square) * sqrt(share * (1 - share) / n + square / (4 * n))
    return max(0.0, middle - half) if k else 0.0, min(1.0, middle + half) if k < n else 1.0


def mean_interval(n: int, total: float, squares: float) -> tuple[float, float]:
    """The interval of the mean from count, sum and sum of squares, so that partial results merge by adding.

    The adjusted interval of Agresti and Coull carried over from yes/no to −1 … 1: before the usual normal interval is
    taken, z² imagined reviews are added, half of them good and half bad, and as strong as the real ones and one of full
    strength are. For values that are only −1 or 1 it is theirs exactly; with no reviews at all it is [−1, 1], and one
    review never makes a certainty.

    >>> low, high = mean_interval(10, 6.0, 8.0)
    >>> round(low, 2), round(high, 2)
    (0.02, 0.85)
    """
    if n == 0:
        return -1.0, 1.0
    squared = Z95 * Z95
    size = n + squared
    mean = total / size
    strength = (squares + 1) / (n + 1)
    variance = (squares + squared * strength) / size - mean * mean
    half = Z95 * sqrt(max(variance, 0.0) / size)
    return max(-1.0, mean - half), min(1.0, mean + half)


def difference(k: int, n: int, other: int, others: int) -> float:
    """How far two shares lie apart in standard errors of their pooled difference; positive where the first is more."""
    if not n or not others:
        return 0.0
    pooled = (k + other) / (n + others)
    error = sqrt(pooled * (1 - pooled) * (1 / n + 1 / others))
    return (k / n - other / others) / error if error else 0.0


def chance(k: int, n: int, other: int, others: int) -> float:
    """The probability that two shares lie so far apart, either way, by chance alone: Fisher's exact test, mid-p.

    >>> round(chance(2, 21, 1, 268), 3), round(chance(14, 89, 2, 200), 6)
    (0.015, 2e-06)
    """
    marked, size = k + other, n + others
    is_more = k * others >= other * n
    return min(1.0, 2 * (tail(k, n, marked, size) if is_more else tail(n - k, n, size - marked, size)))


def tail(k: int, n: int, marked: int, size: int) -> float:
    """The chance of k or more marked ones among n of ``size`` of which some are marked; k itself counts by half.

    It is for a k that is not below the mean: then each further one is less likely, until they do not count.
    """
    ways = ((marked, k), (size - marked, n - k), (size, n))
    some, others, every = (lgamma(a + 1) - lgamma(b + 1) - lgamma(a - b + 1) for a, b in ways)
    further = exp(some + others - every)
    total = further / 2
    for x in range(k, min(n, marked)):
        further *= (marked - x) * (n - x) / ((x + 1) * (size - marked - n + x + 1))
        total += further
        if further <= TOO_UNLIKELY * total:
            break
    return min(1.0, total)
