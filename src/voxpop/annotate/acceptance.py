"""How many labels of a batch to check, and how many of them may be wrong, so that a bad batch hardly ever passes."""

from __future__ import annotations

from dataclasses import dataclass
from math import comb, floor


@dataclass(frozen=True, slots=True)
class SamplingPlan:
    """Check ``size`` of ``batch`` items drawn at random; the batch passes if at most ``allowed`` of them are wrong."""

    batch: int
    size: int
    allowed: int

    def chance_to_pass(self, wrong: int) -> float:
        """Return the exact probability that a batch with so many wrong items passes (hypergeometric)."""
        wrong = min(wrong, self.batch)
        drawn = range(min(self.allowed, self.size) + 1)
        ways = sum(comb(wrong, k) * comb(self.batch - wrong, self.size - k) for k in drawn)
        return ways / comb(self.batch, self.size)


def sampling_plan(batch: int, *, limit: float = 0.05, confidence: float = 0.9, allowed: int = 1) -> SamplingPlan:
    """Return the smallest sample with which a batch of more than ``limit`` wrong passes in at most 1 − ``confidence``.

    A batch with more wrong items passes less often, so the one just over the limit decides. ``allowed`` above 0 asks
    for a larger sample and rejects fewer good batches. In a small batch no more can be allowed than the limit itself.

    >>> plan = sampling_plan(1000)
    >>> plan.size, round(plan.chance_to_pass(51), 3)
    (73, 0.099)
    """
    fewest = floor(limit * batch + 1e-9) + 1  # wrong items of the best batch that must not pass
    allowed = max(0, min(allowed, fewest - 1))
    plans = (SamplingPlan(batch, size, allowed) for size in range(min(batch, allowed + 1), batch + 1))
    is_enough = (plan for plan in plans if plan.chance_to_pass(fewest) <= 1 - confidence + 1e-12)
    return next(is_enough, SamplingPlan(batch, batch, allowed))
