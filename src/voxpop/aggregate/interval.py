"""An interval for the mean of numbers between −1 and 1 that is right for two reviews as well as for two thousand."""

from __future__ import annotations

from math import sqrt

Z95 = 1.959963984540054


def mean_interval(n: int, total: float, squares: float, *, z: float = Z95) -> tuple[float, float]:
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
    size = n + z * z
    mean = total / size
    strength = (squares + 1) / (n + 1)
    variance = (squares + z * z * strength) / size - mean * mean
    half = z * sqrt(max(variance, 0.0) / size)
    return max(-1.0, mean - half), min(1.0, mean + half)
