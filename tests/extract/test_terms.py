"""A second look: whose columns it replaces, in texts of any length."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from voxpop.extract.branch import Branch
from voxpop.extract.reader_output import OPINION, POLARITY, TERM, Floats
from voxpop.extract.terms import READER, ROOM, TermTagger, blended
from voxpop.types import ReaderOutput


class Echo(Branch):
    """A branch whose scores are the states: of being outside a term, and of being good."""

    def __init__(self) -> None:
        self.config, self._names, self.longest = {"term": 0.4}, ["terms", "felt"], 0

    def __call__(self, hidden: Floats, flags: NDArray[np.int64]) -> dict[str, Floats]:
        assert len(flags) == len(hidden)
        self.longest = max(self.longest, len(hidden))
        scores = np.zeros((1 + len(hidden), 3), np.float32)
        scores[1:, 0] = hidden[:, 0]
        return {"terms": scores, "felt": scores}


def reading(pieces: int) -> ReaderOutput:
    spans = np.array([(2 * at, 2 * at + 1) for at in range(pieces)], np.int32).reshape(-1, 2)
    states = np.linspace(0, 5, pieces, dtype=np.float32)[:, None]
    none = np.zeros(0, np.float32)
    return ReaderOutput(spans, np.full((pieces, 9), 1 / 3, np.float32), none, none, none, none, states)


@pytest.mark.parametrize("pieces", [1, ROOM, ROOM + 1, 5 * ROOM])
def test_every_piece_has_its_own_answer(pieces: int) -> None:
    branch = Echo()
    before = reading(pieces)  # whose reader is of no mind
    after = TermTagger(branch)(before, "a " * pieces)
    states = before.hidden[:, 0] if before.hidden is not None else np.empty(0)
    for which, odds in ((TERM, (1 - READER) * states), (POLARITY, states)):
        np.testing.assert_allclose(after.tags[:, which][:, 0], np.exp(odds) / (np.exp(odds) + 2), rtol=1e-5)
    assert np.array_equal(after.tags[:, OPINION], before.tags[:, OPINION])
    assert np.all(before.tags == np.float32(1 / 3))  # as it was
    assert branch.longest <= ROOM


def test_nothing_to_look_at() -> None:
    empty = reading(0)
    assert TermTagger(Echo())(empty, "") is empty
    blind = reading(3)._replace(hidden=None)
    assert TermTagger(Echo())(blind, "a a a") is blind


def test_its_threshold_is_its_own() -> None:
    assert TermTagger(Echo()).threshold == 0.4


def test_what_the_reader_saw_counts_a_little() -> None:
    before = reading(3)
    before.tags[:, TERM] = [0.98, 0.01, 0.01]
    after = TermTagger(Echo())(before, "a a a")
    assert before.hidden is not None
    odds = np.log(after.tags[:, TERM][:, 0] / after.tags[:, TERM][:, 1])
    np.testing.assert_allclose(odds, READER * np.log(98) + (1 - READER) * before.hidden[:, 0], rtol=1e-4)


def test_chances_between_two() -> None:
    sure, none = np.array([[1, 0, 0]], np.float32), np.array([[0, 1, 0]], np.float32)
    assert blended(sure, none, 0.0)[0].tolist() == pytest.approx([0, 1, 0], abs=1e-6)
    assert blended(sure, none, 0.5)[0].tolist() == pytest.approx([0.5, 0.5, 0], abs=1e-4)
    assert np.isfinite(blended(sure, none, 0.3)).all()
