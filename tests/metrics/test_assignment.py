from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from voxpop.metrics.assignment import best_assignment, best_total

TABLES = st.integers(1, 6).flatmap(
    lambda width: st.lists(
        st.dictionaries(st.integers(0, width - 1), st.sampled_from([0.25, 0.5, 1.0, 2.0, 3.0]) | st.floats(0.01, 9)),
        max_size=7,
    )
)


@settings(deadline=None)
@given(TABLES)
def test_no_assignment_is_better(gains: list[dict[int, float]]) -> None:
    def best(row: int, free: frozenset[int]) -> float:
        if row == len(gains):
            return 0.0
        taken = [gain + best(row + 1, free - {column}) for column, gain in gains[row].items() if column in free]
        return max([best(row + 1, free), *taken])

    columns = frozenset(column for row in gains for column in row)
    assert best_total(gains) == pytest.approx(best(0, columns))


@settings(deadline=None)
@given(TABLES)
def test_a_column_goes_to_one_row(gains: list[dict[int, float]]) -> None:
    chosen = best_assignment(gains)
    assert len(set(chosen.values())) == len(chosen)
    assert all(column in gains[row] for row, column in chosen.items())


@pytest.mark.parametrize("seed", range(5))
def test_equals_scipy(seed: int) -> None:
    optimize = pytest.importorskip("scipy.optimize")
    generator = np.random.default_rng(seed)
    table = generator.random((40, 30)) * (generator.random((40, 30)) < 0.2)
    rows, columns = optimize.linear_sum_assignment(-table)
    gains = [{j: float(value) for j, value in enumerate(row) if value} for row in table]
    assert best_total(gains) == pytest.approx(table[rows, columns].sum())
    chosen = best_assignment(gains).items()
    assert sum(table[row, column] for row, column in chosen) == pytest.approx(table[rows, columns].sum())


def test_nothing_to_assign() -> None:
    assert best_total([]) == 0
    assert best_assignment([{}, {}]) == {}
