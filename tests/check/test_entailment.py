from __future__ import annotations

import numpy as np
import pytest

from voxpop.check.entailment import entailer


@pytest.mark.parametrize(
    ("lang", "premise", "follows", "denied"),
    [
        ("en", "The staff were rude and breakfast was cold.", "The staff were unfriendly.", "The staff were friendly."),
        ("zh", "前台服务员态度很差，早餐也是凉的。", "服务员态度差。", "服务态度很好。"),
    ],
)
def test_what_follows_and_what_is_denied(lang: str, premise: str, follows: str, denied: str) -> None:
    model = entailer(lang)
    assert model is not None
    judged = model.judge([(premise, follows), (premise, denied)])
    assert judged.argmax(1).tolist() == [0, 2]
    assert np.allclose(judged.sum(1), 1, atol=1e-5)


def test_a_pair_is_judged_alike_whatever_stands_beside_it() -> None:
    model = entailer("en")
    assert model is not None
    pair = ("The room was spotless but small.", "The room was clean.")
    alone = model.judge([pair])[0]
    assert np.array_equal(model.judge([("The soup was cold.", "The soup was hot."), pair])[1], alone)


def test_pairs_that_come_twice_and_many_at_once_are_judged_as_alone() -> None:
    model = entailer("en")
    assert model is not None
    pairs = [(f"The room had {number} beds.", "The room had beds.") for number in range(9)] * 2
    assert np.array_equal(model.judge(pairs), np.vstack([model.judge([pair]) for pair in pairs]))


def test_nothing_follows_from_nothing() -> None:
    model = entailer("en")
    assert model is not None
    assert model.judge([("", "The room was clean."), ("The room was clean.", "")]).tolist() == [[0, 1, 0], [0, 1, 0]]
    assert model.judge([]).shape == (0, 3)


def test_the_name_tells_the_weights() -> None:
    model = entailer("en")
    assert model is not None
    assert model.name.startswith("entail-en/")
    assert entailer("de") is None
