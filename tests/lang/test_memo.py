from __future__ import annotations

from voxpop.lang.memo import Memo


def test_it_makes_each_thing_once_and_stays_small() -> None:
    made: list[int] = []

    def square(number: int) -> int:
        made.append(number)
        return number * number

    memo = Memo(square, limit=3)
    assert [memo[n] for n in (1, 2, 1, 3, 3)] == [1, 4, 1, 9, 9]
    assert made == [1, 2, 3]
    for n in range(100):
        assert memo[n] == n * n
        assert len(memo) <= 3
