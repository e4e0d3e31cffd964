"""An entailment model for tests that knows nothing but words: what stands in the premise follows from it."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from numpy.typing import NDArray


class Words:
    """Entails by the share of words in common; contradicts where one side says "not" and the other does not."""

    name = "words-for-tests"

    def __init__(self) -> None:
        self.asked: list[tuple[str, str]] = []

    def judge(self, pairs: Sequence[tuple[str, str]]) -> NDArray[np.float64]:
        self.asked += pairs
        return np.array([self._judge(*pair) for pair in pairs]).reshape(len(pairs), 3)

    def _judge(self, premise: str, hypothesis: str) -> tuple[float, float, float]:
        ours, theirs = (set(text.lower().strip(".").split()) for text in (hypothesis, premise))
        share = len(ours & theirs) / max(len(ours), 1)
        if ("not" in ours) != ("not" in theirs):
            return 0.1, 0.9 - 0.8 * share, 0.8 * share
        return 0.9 * share, 1 - 0.9 * share, 0.0


@pytest.fixture
def model() -> Words:
    return Words()
