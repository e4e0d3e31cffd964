"""A trained branch made ready to ship: ``python -m research.training.branch.export CHECKPOINT OUT [--exact]``.

OUT then holds model.onnx (int8; in float32 with ``--exact``) and config.json. The rounding is chosen on the reader's
states of the reviews that come with voxpop, so that reader must be there. Needs no torch.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import onnxruntime
from numpy.typing import NDArray
from onnx import TensorProto, helper

from research.training.onnx.graph import FUSED, IR, OPSET, Arrays, Graph, Rounding, activate, attend, matrix
from research.training.onnx.quantize import KEPT, rounding
from research.training.reader.export import read_weights, run_export
from voxpop import examples
from voxpop.extract.reader import reader
from voxpop.ingest import read_reviews
from voxpop.types import Review

REVIEWS = 24
Floats = NDArray[np.float32]


def export(checkpoint: Path, out: Path, *, exact: bool = False) -> Path:
    """Write the asset folder of a checkpoint; gives the path of its graph."""
    config: dict[str, Any] = json.loads((checkpoint / "config.json").read_text("utf-8"))
    weights = read_weights(checkpoint)
    found = None if exact else roundings(weights, config, sample(config["language"]))
    model = assemble(Graph(weights, found), config)
    out.mkdir(parents=True, exist_ok=True)
    path = out / "model.onnx"
    path.write_bytes(model.SerializeToString())
    (out / "config.json").write_text(json.dumps(config, indent=1, ensure_ascii=False) + "\n", "utf-8")
    return path


def assemble(graph: Graph, config: Mapping[str, Any]) -> onnx.ModelProto:
    """As ``models.branch.network``: mix, flag, put the mark in front, a few layers, and one map for each answer."""
    encoder = config["encoder"]
    eps, heads = float(encoder["layer_norm_eps"]), int(encoder["num_attention_heads"])
    flagged = graph.node("Gather", graph.weight("flags.weight"), "flags")
    x = graph.node("Add", graph.quick("hidden", "project"), flagged)
    start = graph.constant("start", graph.weights["start"][None, None])
    x = graph.norm(graph.node("Concat", start, x, axis=1), "norm", eps=eps)
    for number in range(config["layers"]):
        layer = f"layers.{number}"
        joined = graph.quick(attend(graph, x, layer, heads=heads), f"{layer}.join", gained=True)
        x = graph.norm(graph.node("Add", x, joined), f"{layer}.norm_attention", eps=eps)
        wide = activate(graph, graph.quick(x, f"{layer}.widen"), str(encoder["hidden_act"]))
        x = graph.norm(graph.node("Add", x, graph.quick(wide, f"{layer}.narrow")), f"{layer}.norm_output", eps=eps)
    for name in config["outputs"]:
        graph.node("Identity", graph.linear(x, f"outputs.{name}"), name=name)
    whole = helper.make_graph(
        graph.nodes,
        "branch",
        [
            helper.make_tensor_value_info("hidden", TensorProto.FLOAT, [1, "Z", 2 * encoder["hidden_size"]]),
            helper.make_tensor_value_info("flags", TensorProto.INT64, [1, "Z"]),
        ],
        [helper.make_tensor_value_info(name, TensorProto.FLOAT, [1, "Y", n]) for name, n in config["outputs"].items()],
        list(graph.constants.values()),
    )
    versions = [helper.make_opsetid("", OPSET), helper.make_opsetid(FUSED, 1)]
    return helper.make_model(whole, opset_imports=versions, ir_version=IR, producer_name="voxpop")


def roundings(weights: Arrays, config: Mapping[str, Any], states: Sequence[Floats]) -> dict[str, Rounding]:
    """For each map that can be rounded, how."""
    graph = Graph(weights)
    model = assemble(graph, config)
    tensors = list(graph.inputs.values())
    model.graph.output.extend(
        helper.make_tensor_value_info(name, TensorProto.FLOAT, None) for name in sorted(set(tensors) - {"hidden"})
    )
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads, options.log_severity_level = 1, 4
    session = onnxruntime.InferenceSession(model.SerializeToString(), options, providers=["CPUExecutionProvider"])
    seen: dict[str, list[Floats]] = {name: [] for name in graph.inputs}
    for hidden in states:
        given = {"hidden": hidden[None], "flags": np.zeros((1, len(hidden)), np.int64)}
        found = dict(zip(sorted(set(tensors) - {"hidden"}), session.run(sorted(set(tensors) - {"hidden"}), given),
                         strict=True))  # fmt: skip
        for name, tensor in graph.inputs.items():
            seen[name].append(hidden if tensor == "hidden" else found[tensor][0])
    return {name: rounding(matrix(weights, name), inputs, keep=KEPT.get(name.split(".")[-1], 0))
            for name, inputs in seen.items()}  # fmt: skip


def sample(lang: str) -> list[Floats]:
    """The reader's states of the example's first reviews."""
    reviews = (item for item in read_reviews(examples.path(lang)) if isinstance(item, Review))
    texts = [review.text for review in islice(reviews, REVIEWS)]
    return [reading.hidden for reading in reader(lang).read(texts, hidden=True) if reading.hidden is not None]


if __name__ == "__main__":
    raise SystemExit(run_export(export, prog="research.training.branch.export"))
