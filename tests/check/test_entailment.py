"""Entailment over the states of the encoder, with a fake encoder and a fake network."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import pytest

from voxpop.check import entailment
from voxpop.check.entailment import ROOM, EntailmentModel, entailer
from voxpop.extract.opinion_decoding import Floats


class Read(NamedTuple):
    hidden: Floats


class FakeEncoder:
    """One state for each word: its length."""

    def __init__(self) -> None:
        self.texts: list[str] = []

    def read(self, text: str, *, hidden: bool) -> Read:
        assert hidden
        self.texts.append(text)
        return Read(np.array([[len(word)] for word in text.split()], np.float32).reshape(-1, 1))


class FakeNetwork:
    """Finds for entailment if the premise has the first state of the hypothesis, else for neutral."""

    def __init__(self) -> None:
        self.calls = 0

    def __call__(self, hidden: Floats, flags: Floats) -> dict[str, Floats]:
        self.calls += 1
        hypothesis, premise = hidden[flags == 0, 0], hidden[flags == 1, 0]
        scores = [4, 0, 0] if hypothesis[0] in premise else [0, 4, 0]
        return {"entail": np.array([scores], np.float32)}


@pytest.fixture
def model(monkeypatch: pytest.MonkeyPatch) -> EntailmentModel:
    class Asset:
        sha256 = "0123456789abcdef"

    monkeypatch.setattr(entailment.assets, "find", lambda name: Asset())
    return EntailmentModel("entail-en", FakeEncoder(), FakeNetwork())  # type: ignore[arg-type]


def test_probabilities_sum_to_one_and_keep_the_order_of_pairs(model: EntailmentModel) -> None:
    pairs = [("one three", "four"), ("one three", "six"), ("one three", "four")]
    judged = model.judge(pairs)
    assert judged.argmax(1).tolist() == [1, 0, 1]
    assert np.allclose(judged.sum(1), 1, atol=1e-5)
    assert np.array_equal(judged, np.vstack([model.judge([pair]) for pair in pairs]))


def test_each_text_is_read_once_and_each_pair_judged_once(model: EntailmentModel) -> None:
    model.judge([("one three", "six"), ("one three", "six"), ("one three", "four")])
    assert sorted(model._reader.texts) == ["four", "one three", "six"]  # type: ignore[attr-defined]
    assert model._branch.calls == 2  # type: ignore[attr-defined]


def test_the_window_of_a_long_premise_that_says_most_counts(model: EntailmentModel) -> None:
    premise = " ".join(["a"] * (ROOM + 10) + ["three"])
    assert model.judge([(premise, "seven"), (premise, "six")]).argmax(1).tolist() == [0, 1]


def test_nothing_follows_from_nothing(model: EntailmentModel) -> None:
    assert model.judge([("", "The room was clean."), ("The room was clean.", "")]).tolist() == [[0, 1, 0], [0, 1, 0]]
    assert model.judge([]).shape == (0, 3)


def test_the_name_tells_the_weights(model: EntailmentModel) -> None:
    assert model.name == "entail-en/01234567"


def test_a_language_without_weights_has_no_model() -> None:
    assert entailer("de") is None
