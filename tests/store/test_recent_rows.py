"""Rows that were read a short time ago are not read again."""

from __future__ import annotations

from collections.abc import Sequence

from voxpop.store.recent_rows import RecentRows


def test_only_what_is_missing_is_read_and_the_oldest_is_forgotten() -> None:
    asked: list[list[int]] = []

    def read(missing: Sequence[int]) -> dict[int, str]:
        asked.append(list(missing))
        return {key: str(key) for key in missing if key < 100}

    recent = RecentRows[int, str](3)
    assert recent.find([2, 1, 2], read) == {2: "2", 1: "1"}
    assert recent.find([1, 3], read) == {1: "1", 3: "3"}
    assert recent.find([1, 2, 3], read) == {1: "1", 2: "2", 3: "3"}
    assert recent.find([4], read) == {4: "4"}  # of three, 1 was asked for the longest time ago
    assert recent.find([2, 1], read) == {2: "2", 1: "1"}
    assert recent.find([100], read) == {}
    assert asked == [[2, 1], [3], [4], [1], [100]]
