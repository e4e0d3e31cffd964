"""Sums as means and intervals."""

from __future__ import annotations

from voxpop.aggregate.opinion_counts import OpinionCounts
from voxpop.aggregate.share import mean_interval


def test_mean_and_interval() -> None:
    found = OpinionCounts(mentions=12, reviews=10, positive=8, negative=2, voiced=10, total=6.0, squares=8.0)
    assert found.mean == 0.6
    assert found.interval == mean_interval(10, 6.0, 8.0)


def test_nothing_said() -> None:
    assert (OpinionCounts().mean, OpinionCounts().interval) == (0.0, (-1.0, 1.0))
