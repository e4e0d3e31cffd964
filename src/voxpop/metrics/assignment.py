"""The best one-to-one assignment over a sparse table of gains."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from math import inf
from typing import TypeVar

T = TypeVar("T")

Gains = Sequence[Mapping[int, float]]
SLACK = 1e-12  # a change of the total below this is rounding


def best_assignment(gains: Gains) -> dict[int, int]:
    """Row → column with the largest total gain; ``gains[row]`` holds the positive gains alone, by column.

    Rows are added one after another, each along the chain of displacements that changes the total most: the new row
    takes a column, its former owner another, and so on, until a column was free or a row stays without one.
    """
    owner: dict[int, int] = {}
    for start in range(len(gains)):
        change = {start: 0.0}  # of the total, when the chain ends with this row without a column
        before: dict[int, tuple[int, int]] = {}  # the row that displaced this one, and the column it took
        queue = deque([start])
        best, last, end = 0.0, start, -1
        while queue:
            row = queue.popleft()
            for column, gain in gains[row].items():
                other = owner.get(column)
                total = change[row] + gain - (gains[other][column] if other is not None else 0.0)
                if other is None and total > best + SLACK:
                    best, last, end = total, row, column
                elif other is not None and total > change.get(other, -inf) + SLACK:
                    change[other], before[other] = total, (row, column)
                    queue.append(other)
                    if total > best + SLACK:
                        best, last, end = total, other, -1
        if end >= 0:
            owner[end] = last
        while last in before:
            last, column = before[last]
            owner[column] = last
    return {row: column for column, row in owner.items()}


def best_credit(gold: Sequence[T], pred: Sequence[T], credit: Callable[[T, T], float]) -> float:
    """Return the highest total credit where each prediction is paired with at most one gold entry."""
    return best_total([{j: gain for j, b in enumerate(pred) if (gain := credit(a, b))} for a in gold])


def best_total(gains: Gains) -> float:
    """Return the total gain of the best assignment."""
    wanted = {max(row, key=row.__getitem__) for row in gains if row}
    if len(wanted) == sum(map(bool, gains)):  # no two rows want the same column
        return sum(max(row.values()) for row in gains if row)
    return sum(gains[row][column] for row, column in best_assignment(gains).items())
