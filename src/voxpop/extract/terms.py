"""A second look at what the aspect terms are and how each is felt about, by a branch on the reader's states.

The reader learnt terms from sets that disagree on what one is, and in Chinese from restaurants alone. The branch learnt
from those that mark every term, and from reviews of all kinds of things; what the reader saw still counts a little.
"""

from __future__ import annotations

from functools import cache

import numpy as np

from voxpop.extract.branch import Branch, branch, has_branch
from voxpop.extract.heads import softmax
from voxpop.extract.reader_output import POLARITY, TERM, Floats
from voxpop.extract.windows import sentence_ends
from voxpop.types import ReaderOutput

ROOM, OVERLAP = 254, 32  # pieces it looks at together
READER = 0.2  # what the reader's own log odds of terms count beside the branch's; chosen on dev
LEAST = np.float32(1e-9)  # no chance is smaller, so that its logarithm is a number


class TermTagger:
    """``tagger(reading, text)`` returns the reading with its own tags and polarities; it needs ``reading.hidden``."""

    def __init__(self, branch: Branch) -> None:
        self.branch = branch
        self.threshold = float(branch.config.get("term", 0.5))

    def __call__(self, reading: ReaderOutput, text: str) -> ReaderOutput:
        if reading.hidden is None or not len(reading.spans):
            return reading
        tags = reading.tags.copy()
        ends, flags = sentence_ends(text, reading.spans), np.zeros(len(tags), np.int64)
        scores = self.branch.score_pieces(reading.hidden, flags, ends, room=ROOM, overlap=OVERLAP)
        tags[:, TERM] = blended(tags[:, TERM], softmax(scores["terms"]), READER)
        tags[:, POLARITY] = softmax(scores["felt"])
        return reading._replace(tags=tags)


def blended(first: Floats, second: Floats, share: float) -> Floats:
    """Return chances between two, by their logarithms: those of the first count for so much."""
    return softmax(share * np.log(first + LEAST) + (1 - share) * np.log(second + LEAST))


@cache
def term_tagger(lang: str) -> TermTagger | None:
    """Return the tagger of a language, where voxpop comes with one."""
    return TermTagger(branch(f"terms-{lang}")) if has_branch(f"terms-{lang}") else None
