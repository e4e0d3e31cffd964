"""Shares of reviews with their intervals, and whether two shares differ."""

from __future__ import annotations

from math import erfc, sqrt

from voxpop.aggregate.interval import Z95


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


def difference(k: int, n: int, other: int, others: int) -> float:
    """How far two shares lie apart in standard errors of their pooled difference; positive where the first is more."""
    if not n or not others:
        return 0.0
    pooled = (k + other) / (n + others)
    error = sqrt(pooled * (1 - pooled) * (1 / n + 1 / others))
    return (k / n - other / others) / error if error else 0.0


def chance(z: float) -> float:
    """The probability that a difference of z or more, either way, is due to chance alone."""
    return erfc(abs(z) / sqrt(2))
