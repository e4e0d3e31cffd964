"""A branch over a tiny graph: the states and the flags of every piece, with the text as a whole in the first row."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper, numpy_helper

from voxpop.errors import AssetError
from voxpop.extract.branch import Branch, has_branch

WIDTH = 6
CONFIG = json.dumps({"outputs": {"entailment": WIDTH}, "encoder": {"hidden_size": WIDTH // 2}}).encode()


def graph(*, first: float = 1.0) -> bytes:
    """Its answer is the states behind a row of ``first``."""
    nodes = [
        helper.make_node("Concat", ["first", "hidden"], ["all"], axis=1),
        helper.make_node("Cast", ["flags"], ["unused"], to=TensorProto.FLOAT),
        helper.make_node("Identity", ["all"], ["entailment"]),
    ]
    row = numpy_helper.from_array(np.full((1, 1, WIDTH), first, np.float32), "first")
    given = [helper.make_tensor_value_info("hidden", TensorProto.FLOAT, [1, "Z", WIDTH]),
             helper.make_tensor_value_info("flags", TensorProto.INT64, [1, "Z"])]  # fmt: skip
    answer = helper.make_tensor_value_info("entailment", TensorProto.FLOAT, [1, "R", WIDTH])
    whole = helper.make_graph(nodes, "branch", given, [answer], [row])
    model: onnx.ModelProto = helper.make_model(whole, opset_imports=[helper.make_opsetid("", 13)], ir_version=8)
    return bytes(model.SerializeToString())


def test_a_branch_answers_for_the_text_and_each_piece() -> None:
    states = np.arange(5 * WIDTH, dtype=np.float32).reshape(5, WIDTH)
    answers = Branch(graph(), CONFIG, home=Path("there"))(states, np.zeros(5, np.int64))
    assert answers["entailment"].tolist() == [[1.0] * WIDTH, *states.tolist()]


def test_which_there_are() -> None:
    assert not has_branch("entail-de")


def test_damage_is_named() -> None:
    whole = graph()
    with pytest.raises(AssetError, match=r"cannot be loaded.*model\.onnx"):
        Branch(whole[: len(whole) // 2], CONFIG, home=Path("there"))
    with pytest.raises(AssetError, match=r"config of a branch cannot be read.*config\.json"):
        Branch(whole, b"{}", home=Path("there"))
    with pytest.raises(AssetError, match=r"not numbers.*model\.onnx"):
        Branch(graph(first=np.nan), CONFIG, home=Path("there"))


def test_states_of_another_width_are_refused() -> None:
    with pytest.raises(AssetError, match="cannot be run"):
        Branch(graph(), CONFIG, home=Path("there"))(np.zeros((2, 8), np.float32), np.zeros(2, np.int64))
