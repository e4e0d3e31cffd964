"""What the trained branches say of a review's pieces: what a mention there would be of, and which sentences compare.

One reads every review; where it has a suspicion that a sentence compares, a deeper one judges that sentence alone.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from voxpop.entities.mentions import SUSPICION
from voxpop.extract.branch import Branch, branch, has_branch
from voxpop.extract.reader_output import Floats
from voxpop.extract.windows import sentence_ends
from voxpop.types import ReaderOutput

CERTAIN = 0.9  # the chance from which a suspicion needs no judgement, where words say that they compare
ROOM, OVERLAP = 510, 64  # pieces that a branch reads together, and that two neighbouring windows share
Flags = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class BranchScores:
    """Of one review: probabilities of the nine types and of the elements of comparisons, piece by piece."""

    types: Floats  # (pieces, 9), in the order of ``types.About``
    elements: Floats  # (pieces, 9): outside, then beginning and inside of subject, object, aspect, opinion
    _pooling: Floats  # (pieces,)
    _compared: Floats  # (pieces, 5)
    _judge: Callable[[int, int], Floats] | None = None  # the five scores of the pieces from one to another

    def comparison(self, pieces: slice, *, cued: bool = False) -> float:
        """Return how likely a sentence is a comparison; ``cued``: its words say so ("better than")."""
        return _chance(self._verdict(pieces, cued=cued))

    def preference(self, pieces: slice, *, cued: bool = False) -> Floats:
        """Return how likely it says worse, equal, better, different."""
        return _softmax(self._verdict(pieces, cued=cued)[1:])

    def _verdict(self, pieces: slice, *, cued: bool) -> Floats:
        scores = pooled(self._pooling[pieces], self._compared[pieces])
        if self._judge is None or not SUSPICION <= _chance(scores) <= (CERTAIN if cued else 1):
            return scores
        return self._judge(pieces.start, pieces.stop)


class Scorer:
    """``flags`` of a piece: 0 nothing, 1 the product's own name, 2 another product's name or brand."""

    def __init__(self, network: Branch, judge: Branch | None = None) -> None:
        self._branch, self._judge = network, judge

    def score(self, reading: ReaderOutput, flags: Flags, text: str = "") -> BranchScores:
        """Return the scores of a reading that holds the reader's states. A long ``text`` is cut between sentences."""
        if reading.hidden is None:
            raise ValueError("the scorer needs readings with the encoder's states: read(texts, hidden=True)")
        if not len(reading.hidden):
            none = np.empty((0, 9), np.float32)
            return BranchScores(none, none, np.empty(0, np.float32), np.empty((0, 5), np.float32))
        ends = sentence_ends(text, reading.spans)
        scores = self._branch.score_pieces(reading.hidden, flags, ends, room=ROOM, overlap=OVERLAP)
        judge = judged(self._judge, reading.hidden, flags) if self._judge is not None else None
        return BranchScores(
            _softmax(scores["types"]),
            _softmax(scores["elements"]),
            scores["pooling"][:, 0],
            scores["comparison"],
            judge,
        )


def judged(judge: Branch, hidden: Floats, flags: Flags) -> Callable[[int, int], Floats]:
    """Return the judge's scores of any stretch of pieces, asked once."""

    @cache
    def verdict(first: int, last: int) -> Floats:
        scores = judge.score_pieces(
            hidden[first:last], flags[first:last], np.empty(0, np.intp), room=ROOM, overlap=OVERLAP
        )
        return pooled(scores["pooling"][:, 0], scores["comparison"])

    return verdict


def pooled(pooling: Floats, compared: Floats) -> Floats:
    """(5,): is it a comparison, and which way, from the pieces that it shows in."""
    scores: Floats = _softmax(pooling) @ compared
    return scores


@cache
def load_scorer(lang: str) -> Scorer | None:
    """Return the scorer of a language, or None where there are no weights for it."""
    if not has_branch(f"mentions-{lang}"):
        return None
    return Scorer(branch(f"mentions-{lang}"), branch(f"compares-{lang}") if has_branch(f"compares-{lang}") else None)


def _chance(scores: Floats) -> float:
    return float(1 / (1 + np.exp(-scores[0])))


def _softmax(scores: Floats) -> Floats:
    raised = np.exp(scores - scores.max(-1, keepdims=True)) if scores.size else scores
    chances: Floats = raised / raised.sum(-1, keepdims=True)
    return chances
