from __future__ import annotations

from dataclasses import replace

import pytest
from tests.annotate.simulation import promises

from voxpop.annotate.acceptance import sampling_plan


@pytest.mark.parametrize("batch", [1, 7, 20, 60, 333, 2000])
@pytest.mark.parametrize("allowed", [0, 1, 2])
def test_a_batch_over_the_limit_passes_in_at_most_ten_per_cent(batch: int, allowed: int) -> None:
    """Exactly, for every number of wrong labels there can be; and one label fewer would not be enough."""
    plan = sampling_plan(batch, allowed=allowed)
    for wrong in range(batch + 1):
        if wrong > 0.05 * batch:
            assert plan.chance_to_pass(wrong) <= 0.1
    fewest = int(0.05 * batch) + 1
    if plan.size > plan.allowed + 1:
        assert replace(plan, size=plan.size - 1).chance_to_pass(fewest) > 0.1 + 1e-12
    assert plan.chance_to_pass(0) == 1


def test_sizes_are_those_of_the_tables() -> None:
    """For large batches the plans of the binomial, as in any table of zero- and one-failure tests: 45, 77, 105."""
    assert [sampling_plan(1_000_000, allowed=c).size for c in (0, 1, 2)] == [45, 77, 105]


def test_the_promise_holds_in_95_of_100_simulations() -> None:
    kept, over, passed = promises(1000)
    assert kept >= 950
    assert over > 300
    assert passed <= 0.1 * over
