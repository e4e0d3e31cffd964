"""Heads for single sentences: worked by hand, and refused where they are damaged."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from safetensors.numpy import save

from voxpop.errors import AssetError
from voxpop.extract.categories import ReaderCategories, SentenceCategories
from voxpop.extract.categories import category_classifier as sorter_of
from voxpop.extract.sentence_heads import sentence_heads
from voxpop.types import ReaderOutput

D = 2


def arrays() -> dict[str, np.ndarray]:  # type: ignore[type-arg]
    """Food is there where the first state is high, and good where the second is; service is never there."""
    return {
        "out.weight": np.eye(D, dtype=np.float32),
        "out.bias": np.zeros(D, np.float32),
        "presence.weight": np.array([[9, 0], [0, 0]], np.float32),
        "presence.bias": np.array([-2, -9], np.float32),
        "polarity.weight": np.array([[[0, 5], [0, 0], [0, -5]]] * 2, np.float32),
        "polarity.bias": np.zeros((2, 3), np.float32),
    }


def reading(states: list[list[float]]) -> ReaderOutput:
    """Both categories look everywhere alike; ``hidden`` holds early states before the last ones."""
    z = len(states)
    last = np.array(states, np.float32)
    return ReaderOutput(
        np.array([[i, i + 1] for i in range(z)], np.int32), np.zeros((z, 9), np.float32), np.ones(2, np.float32),
        np.full((2, 3), 1 / 3, np.float32), np.full((2, z), 1 / z, np.float32), np.full(5, 0.2, np.float32),
        np.concatenate([np.full((z, D), 7, np.float32), last], axis=1),
    )  # fmt: skip


def test_a_sentence_is_read_from_its_own_pieces_alone() -> None:
    heads = sentence_heads(save(arrays()), Path("x"))
    sorter = SentenceCategories(ReaderCategories(("food", "service"), slice(0, 2), 0.5), heads, 0.5)
    page = reading([[1, 1], [1, 1], [0, 0], [1, -1]])
    found = sorter.within(page, [slice(0, 2), slice(2, 3), slice(3, 4)])
    assert found is not None
    good, none, bad = found
    assert list(good.names) == ["food"]
    assert good.polarity[0].argmax() == 0
    assert good.attention.tolist() == [[0.5, 0.5]]
    assert list(none.names) == []
    assert list(bad.names) == ["food"]
    assert bad.polarity[0].argmax() == 2


def test_the_chances_are_those_worked_by_hand() -> None:
    heads = sentence_heads(save(arrays()), Path("x"))
    _, presence, polarity = heads(heads.through(np.array([[1, 0]], np.float32)), np.ones((2, 1), np.float32))
    assert presence[0] == pytest.approx(1 / (1 + np.exp(-(9 * np.tanh(1) - 2))), rel=1e-5)
    assert presence[1] == pytest.approx(1 / (1 + np.exp(9)), abs=6e-8)  # float32 near a half
    assert polarity[0] == pytest.approx([1 / 3] * 3)


def test_where_nothing_stands_nothing_is_spoken_of() -> None:
    given = arrays() | {"presence.bias": np.array([9, 9], np.float32)}  # a bias alone would find both
    sorter = SentenceCategories(
        ReaderCategories(("food", "service"), slice(0, 2), 0.5), sentence_heads(save(given), Path("x")), 0.5
    )
    page = reading([[1, 1], [0, 0]])
    found = sorter.within(page, [slice(0, 1), slice(1, 1)])
    assert found is not None
    here, nowhere = found
    assert (list(here.names), list(nowhere.names)) == (["food", "service"], [])
    assert nowhere.attention.shape == (0, 0)


def test_heads_must_be_for_the_categories_that_are_shown() -> None:
    heads = sentence_heads(save(arrays()), Path("x"))
    config = {"sets": {"now": ["food", "service"]}, "sentences": {"set": "now", "present": 0.4}}
    found = sorter_of(config, heads)
    assert isinstance(found, SentenceCategories)
    assert found.present == 0.4
    for wrong in (config | {"sets": {"now": ["food"]}}, {"sets": config["sets"]}):
        with pytest.raises(AssetError, match="2 categories"):
            sorter_of(wrong, heads)
    assert isinstance(sorter_of(config, None), ReaderCategories)


@pytest.mark.parametrize("damage", ["cut", "lacking", "nan", "shape"])
def test_damaged_heads_are_refused_with_the_name_of_the_file(damage: str) -> None:
    given = arrays()
    if damage == "lacking":
        del given["out.bias"]
    if damage == "shape":
        given["polarity.bias"] = np.zeros((3, 3), np.float32)
    if damage == "nan":
        given["out.bias"][0] = np.nan
    data = save(given)
    with pytest.raises(AssetError, match="here/sentences"):
        sentence_heads(data[:20] if damage == "cut" else data, Path("here/sentences.safetensors"))
