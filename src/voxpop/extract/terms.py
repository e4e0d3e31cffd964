"""A second look at what the aspect terms are and how each is felt about, by a branch on the reader's states.

The reader learnt terms from sets that disagree on what one is, and in Chinese from restaurants alone. The branch learnt
from those that mark every term, and from reviews of all kinds of things; what the reader saw still counts a little.
"""

from __future__ import annotations

from functools import cache

import numpy as np

from voxpop.extract.branch import Branch, branch, has_branch
from voxpop.extract.heads import softmax
from voxpop.extract.reading import POLARITY, TERM, Floats, Reading
from voxpop.extract.windows import cut, sentence_ends, shares

ROOM, OVERLAP = 254, 32  # pieces it looks at together
READER = 0.2  # what the reader's own log odds of terms count beside the branch's; chosen on dev
LEAST = np.float32(1e-9)  # no chance is smaller, so that its logarithm is a number


class Terms:
    """``terms(reading, text)`` gives the reading with tags and feelings of its own; it needs ``reading.hidden``."""

    def __init__(self, branch: Branch) -> None:
        self.branch = branch
        self.threshold = float(branch.config.get("term", 0.5))

    def __call__(self, reading: Reading, text: str) -> Reading:
        if reading.hidden is None or not len(reading.spans):
            return reading
        tags = reading.tags.copy()
        windows = [(0, len(tags))]
        if len(tags) > ROOM:
            windows = cut(len(tags), sentence_ends(text, reading.spans), room=ROOM, overlap=OVERLAP)
        for (low, high), (first, last) in zip(windows, shares(windows), strict=True):
            said = self._look(reading.hidden[low:high])
            terms, felt = (said[name][first - low : last - low] for name in ("terms", "felt"))
            tags[first:last, TERM] = blended(tags[first:last, TERM], terms, READER)
            tags[first:last, POLARITY] = felt
        return reading._replace(tags=tags)

    def _look(self, hidden: Floats) -> dict[str, Floats]:
        said = self.branch(hidden, np.zeros(len(hidden), np.int64))
        return {name: softmax(scores[1:]) for name, scores in said.items()}


def blended(first: Floats, second: Floats, share: float) -> Floats:
    """Chances between two, by their logarithms: those of the first count for so much."""
    return softmax(share * np.log(first + LEAST) + (1 - share) * np.log(second + LEAST))


@cache
def terms(lang: str) -> Terms | None:
    """That of a language, where voxpop comes with one."""
    return Terms(branch(f"terms-{lang}")) if has_branch(f"terms-{lang}") else None
