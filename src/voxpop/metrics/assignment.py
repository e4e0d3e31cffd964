"""The best one-to-one assignment over a sparse table of gains: exact, and quick when few pairs have any gain."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from heapq import heappop, heappush
from math import inf

Gains = Sequence[Mapping[int, float]]


def best_assignment(gains: Gains) -> dict[int, int]:
    """Row → column with the largest total gain; ``gains[row]`` holds the positive gains alone, by column."""
    market = _Market(gains)
    for row in range(len(gains)):
        market.place(row)
    return {row: column for row, column in market.held.items() if column >= 0}


def best_total(gains: Gains) -> float:
    wanted = {max(row, key=row.__getitem__) for row in gains if row}
    if len(wanted) == sum(map(bool, gains)):  # no two rows want the same column
        return sum(max(row.values()) for row in gains if row)
    return sum(gains[row][column] for row, column in best_assignment(gains).items())


class _Market:
    """Rows are placed one after another, each along the cheapest path of displacements (the Hungarian method, with
    Dijkstra's search over the pairs there are). Throughout, worth of row + price of column >= gain, and a free
    column costs nothing. Column ``~row`` is the row's own and worth nothing, so that a row may stay without another.
    """

    def __init__(self, gains: Gains) -> None:
        self.gains = [{~row: 0.0, **gains_of_row} for row, gains_of_row in enumerate(gains)]
        self.worth = [max(gains_of_row.values()) for gains_of_row in self.gains]
        self.price: dict[int, float] = {}
        self.owner: dict[int, int] = {}
        self.held: dict[int, int] = {}

    def place(self, start: int) -> None:
        best = self.worth[start]
        for column, gain in self.gains[start].items():
            if gain == best and column not in self.owner:  # the usual case: nobody has to move
                self.owner[column], self.held[start] = start, column
                return
        column, via = self.search(start)
        while True:
            row = via[column]
            left = self.held.get(row)
            self.owner[column], self.held[row] = row, column
            if left is None:
                return
            column = left

    def search(self, start: int) -> tuple[int, dict[int, int]]:
        """The free column that is cheapest to reach, and for each column the row it was reached from."""
        loss: dict[int, float] = {}
        via: dict[int, int] = {}
        settled: dict[int, float] = {}
        heap: list[tuple[float, int]] = []
        row, lost = start, 0.0
        while True:
            for column, gain in self.gains[row].items():
                more = lost + self.worth[row] + self.price.get(column, 0.0) - gain
                if column not in settled and more < loss.get(column, inf):
                    loss[column], via[column] = more, row
                    heappush(heap, (more, column))
            lost, column = heappop(heap)
            while column in settled:
                lost, column = heappop(heap)
            settled[column] = lost
            if column not in self.owner:
                self.reprice(start, settled, lost)
                return column, via
            row = self.owner[column]

    def reprice(self, start: int, settled: Mapping[int, float], lost: float) -> None:
        self.worth[start] -= lost
        for column, at in settled.items():
            self.price[column] = self.price.get(column, 0.0) + lost - at
            if column in self.owner:
                self.worth[self.owner[column]] -= lost - at
