"""Shares with intervals, and differences between them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from voxpop.aggregate.share import chance, difference, share_interval


def test_wilson_by_hand() -> None:
    assert share_interval(8, 10) == pytest.approx((0.4902, 0.9433), abs=1e-4)
    assert share_interval(0, 10) == pytest.approx((0.0, 0.2775), abs=1e-4)
    assert share_interval(3, 3) == pytest.approx((0.4385, 1.0), abs=1e-4)
    assert share_interval(0, 0) == (0.0, 1.0)


@given(st.integers(1, 500), st.data())
def test_the_interval_holds_the_share(n: int, data: st.DataObject) -> None:
    k = data.draw(st.integers(0, n))
    low, high = share_interval(k, n)
    assert 0 <= low <= k / n <= high <= 1


def test_differences() -> None:
    assert difference(30, 40, 10, 40) == pytest.approx(4.4721, abs=1e-4)
    assert difference(10, 40, 30, 40) == pytest.approx(-4.4721, abs=1e-4)
    assert difference(5, 5, 7, 7) == 0
    assert difference(0, 0, 3, 5) == 0
    assert chance(1.959963984540054) == pytest.approx(0.05)
    assert chance(0) == 1
