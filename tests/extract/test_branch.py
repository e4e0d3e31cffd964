from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from voxpop import assets
from voxpop.errors import AssetError
from voxpop.extract.branch import CONFIG, Branch, branch, has_branch


def shipped(name: str) -> tuple[bytes, bytes]:
    asset = assets.find(name)
    return asset.read(), asset.read(CONFIG)


def test_a_branch_answers_for_the_text_and_each_piece() -> None:
    network = branch("mentions-en")
    width = 2 * network.config["encoder"]["hidden_size"]
    said = network(np.zeros((5, width), np.float32), np.zeros(5, np.int64))
    assert {name: scores.shape for name, scores in said.items()} == {
        name: (6, n) for name, n in network.config["outputs"].items()
    }


def test_which_there_are() -> None:
    assert has_branch("entail-zh")
    assert not has_branch("entail-de")


def test_damage_is_named() -> None:
    graph, config = shipped("mentions-en")
    with pytest.raises(AssetError, match=r"cannot be loaded.*model\.onnx"):
        Branch(graph[: len(graph) // 2], config, home=Path("there"))
    with pytest.raises(AssetError, match=r"config of a branch cannot be read.*config\.json"):
        Branch(graph, b"{}", home=Path("there"))


def test_states_of_another_width_are_refused() -> None:
    with pytest.raises(AssetError, match="cannot be run"):
        branch("mentions-en")(np.zeros((2, 8), np.float32), np.zeros(2, np.int64))
