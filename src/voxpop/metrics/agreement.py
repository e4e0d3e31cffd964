"""How far people agree: kappas, Krippendorff's alpha, Dice over spans, majorities and who strays from them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence


def majority(labels: Sequence[Hashable]) -> tuple[Hashable, ...]:
    """The labels given most often: one when there is a majority, several when they tie."""
    counts = Counter(labels)
    top = max(counts.values(), default=0)
    return tuple(label for label, count in counts.items() if count == top)
