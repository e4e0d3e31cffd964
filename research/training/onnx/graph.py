"""Parts of an ONNX graph of a BERT encoder, written node by node: maps, embeddings, attention, in float32 or int8.

A text comes alone and unpadded. So there is no mask, and the range over which its activations are rounded to int8 is
its own: what else is read beside it cannot change a digit of its result.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper

Arrays = Mapping[str, NDArray[np.float32]]
OPSET, IR = 20, 10
FUSED = "com.microsoft"  # the domain of ONNX Runtime's own operators
GELU = {"gelu": "none", "gelu_new": "tanh", "gelu_pytorch_tanh": "tanh"}
ATTENTION = ("query", "key", "value")


class Rounding(NamedTuple):
    """A matrix in int8, ``values * scales``, for inputs multiplied by their gains; the kept inputs have a gain of 0."""

    values: NDArray[np.int8]  # (inputs, outputs)
    scales: NDArray[np.float32]  # (outputs,)
    gains: NDArray[np.float32]  # (inputs,)
    kept: NDArray[np.int64]  # the inputs whose part of the product stays in float32


class Graph:
    """Nodes and constants as they are added. Every method gives the name of its result.

    With roundings (from ``quantize``) the maps that they name run in int8; without, all is float32.
    """

    def __init__(self, weights: Arrays, roundings: Mapping[str, Rounding] | None = None) -> None:
        self.weights = weights
        self.roundings = roundings
        self.inputs: dict[str, str] = {}  # of each map that can be rounded
        self.nodes: list[onnx.NodeProto] = []
        self.constants: dict[str, onnx.TensorProto] = {}

    def node(self, kind: str, *inputs: str, name: str = "", **attributes: Any) -> str:
        return self.split(kind, *inputs, names=(name or f"{kind}_{len(self.nodes)}",), **attributes)[0]

    def split(self, kind: str, *inputs: str, names: tuple[str, ...], **attributes: Any) -> tuple[str, ...]:
        """A node with several results."""
        self.nodes.append(helper.make_node(kind, inputs, names, **attributes))
        return names

    def constant(self, name: str, array: NDArray[Any]) -> str:
        self.constants[name] = numpy_helper.from_array(np.ascontiguousarray(array), name)
        return name

    def numbers(self, *values: int) -> str:
        return self.constant("numbers_" + "_".join(map(str, values)), np.array(values, np.int64))

    def weight(self, name: str) -> str:
        return self.constant(name, self.weights[name])

    def linear(self, x: str, name: str) -> str:
        """x @ weightᵀ + bias in float32."""
        product = self.node("MatMul", x, self.constant(f"{name}.weight", self.weights[f"{name}.weight"].T))
        return self.node("Add", product, self.weight(f"{name}.bias"))

    def quick(self, x: str, name: str, *, gained: bool = False) -> str:
        """The same in int8 where there are roundings; ``gained`` inputs were already multiplied by their gains."""
        self.inputs[name] = x
        if self.roundings is None:
            return self.linear(x, name)
        rounding = self.roundings[name]
        parts = self.rounded(name, rounding.scales)
        inputs = x if gained else self.gained(x, name)
        product = self.node("DynamicQuantizeMatMul", inputs, *parts, self.weight(f"{name}.bias"), domain=FUSED)
        if not len(rounding.kept):
            return product
        few = self.node("Gather", x, self.constant(f"{name}.kept", rounding.kept), axis=-1)
        rest = self.constant(f"{name}.kept.weight", matrix(self.weights, name)[rounding.kept])
        return self.node("Add", product, self.node("MatMul", few, rest))

    def gained(self, x: str, name: str) -> str:
        """Inputs of a map multiplied by their gains, unless these are all 1."""
        assert self.roundings is not None
        gains = self.roundings[name].gains
        return x if (gains == 1).all() else self.node("Mul", x, self.constant(f"{name}.gains", gains))

    def rounded(self, name: str, scales: NDArray[np.float32]) -> tuple[str, str, str]:
        """The matrix of a map in int8: values, scales and zero points."""
        assert self.roundings is not None
        return (
            self.constant(f"{name}.weight", self.roundings[name].values),
            self.constant(f"{name}.scale", scales),
            self.constant(f"{name}.zero", np.zeros(scales.size, np.int8)),
        )

    def norm(self, x: str, name: str, *, eps: float) -> str:
        weight, bias = self.weight(f"{name}.weight"), self.weight(f"{name}.bias")
        return self.node("LayerNormalization", x, weight, bias, epsilon=eps)


def steps(array: NDArray[np.float32], *, axis: int) -> NDArray[np.float32]:
    """Scales that bring the largest magnitude along ``axis`` to 127."""
    scales: NDArray[np.float32] = np.maximum(np.abs(array).max(axis, keepdims=True), 1e-12).astype(np.float32) / 127
    return scales


def matrix(weights: Arrays, name: str) -> NDArray[np.float32]:
    """Of a map, (inputs, outputs); query, key and value side by side count as one map called "attention"."""
    if not name.endswith(".attention"):
        return weights[f"{name}.weight"].T
    layer = name.removesuffix("attention")
    return np.concatenate([weights[f"{layer}{part}.weight"].T for part in ATTENTION], axis=1)


def embed(graph: Graph) -> str:
    """Rows of the word table by number, and of the place table in order."""
    words = graph.weights["encoder.words.weight"]
    if graph.roundings is None:
        found = graph.node("Gather", graph.constant("encoder.words", words), "ids")  # (1, Z, d)
    else:
        scales = steps(words, axis=1)
        values = np.rint(words / scales).astype(np.int8)
        rows = graph.node("Gather", graph.constant("encoder.words", values), "ids")
        scale = graph.node("Gather", graph.constant("encoder.words.scale", scales), "ids")
        found = graph.node("Mul", graph.node("Cast", rows, to=TensorProto.FLOAT), scale)
    table = graph.weights["encoder.places.weight"] + graph.weights["encoder.types.weight"][0]
    length = graph.node("Shape", "ids", start=1)
    zero = graph.numbers(0)
    return graph.node("Add", found, graph.node("Slice", graph.constant("encoder.places", table), zero, length, zero))


def attend(graph: Graph, x: str, layer: str, *, heads: int) -> str:
    """Self-attention up to its output map, in one fused node."""
    name = f"{layer}.attention"
    bias = np.concatenate([graph.weights[f"{layer}.{part}.bias"] for part in ATTENTION])
    graph.inputs[name] = x
    if graph.roundings is None:
        weight = graph.constant(f"{name}.weight", matrix(graph.weights, name))
        bias_name = graph.constant(f"{name}.bias", bias)
        return graph.node("Attention", x, weight, bias_name, domain=FUSED, num_heads=heads)
    gains = graph.roundings[f"{layer}.join"].gains  # can be given to the values beforehand, at no cost
    share = np.concatenate([np.ones(len(bias) - len(gains), np.float32), gains])
    values, scales, zeros = graph.rounded(name, graph.roundings[name].scales * share)
    names = (f"{name}.x", f"{name}.x.scale", f"{name}.x.zero")
    rows, scale, zero = graph.split("DynamicQuantizeLinear", graph.gained(x, name), names=names)
    inputs = (rows, values, graph.constant(f"{name}.bias", bias * share), scale, scales, "", zero, zeros)
    return graph.node("QAttention", *inputs, domain=FUSED, num_heads=heads)


def activate(graph: Graph, x: str, kind: str) -> str:
    return graph.node("Relu", x) if kind == "relu" else graph.node("Gelu", x, approximate=GELU[kind])
