"""The student as an int8 ONNX graph with all heads: ``python -m research.training.opinions.export CHECKPOINT OUT``.

A text comes alone and unpadded. One pass gives the scores of every head; softmax and decoding are the product's.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import TensorProto, helper

from research.training.onnx.graph import FUSED, IR, OPSET, Arrays, Graph, activate, attend, embed, matrix
from research.training.onnx.quantize import KEPT, plain_rounding, rounding, sample
from research.training.opinions.kinds import kinds_entry, write_config
from research.training.opinions.labels import ABOUT, CATEGORIES, DIRECTIONS, FINE, LINK, NAMES, TOKEN_HEADS
from research.training.opinions.network import COMPARING_WIDTH, HEAD, TOKEN_WIDTH
from research.training.opinions.starting_weights import unpacked

EPS = 1e-12
PARTS = {
    "attention.self.query": "query", "attention.self.key": "key", "attention.self.value": "value",
    "attention.output.dense": "join", "attention.output.LayerNorm": "norm_attention",
    "intermediate.dense": "widen", "output.dense": "narrow", "output.LayerNorm": "norm_output",
}  # fmt: skip


BRANCH = "comparisons.out.weight"
MAPS = ("tokens", "link_target", "link_evidence")  # one product in a small reader
SMALL = (
    192  # channels of the readers of --fast, whose products are so quick that protecting them from rounding would show
)


def is_small(weights: Arrays) -> bool:
    return weights["encoder.words.weight"].shape[1] <= SMALL


def renamed(arrays: dict[str, Any]) -> dict[str, NDArray[np.float32]]:
    """Return a student's arrays under the names that the graph is written with."""
    tables = {
        "word_embeddings": "words",
        "position_embeddings": "places",
        "token_type_embeddings": "types",
        "LayerNorm": "norm",
    }
    made: dict[str, NDArray[np.float32]] = {}
    for name, tensor in arrays.items():
        new = name
        for old, short in tables.items():
            new = new.replace(f"encoder.embeddings.{old}", f"encoder.{short}")
        new = new.replace("encoder.encoder.layer.", "encoder.layers.")
        for old, short in PARTS.items():
            new = new.replace(f".{old}.", f".{short}.")
        made[new] = tensor.numpy()
    if BRANCH in made and not is_small(made):  # the branch gives the last heads
        for part in ("weight", "bias"):
            made[f"tokens.{part}"] = made[f"tokens.{part}"][: TOKEN_WIDTH - COMPARING_WIDTH]
    if is_small(made):
        for part in ("weight", "bias"):
            made[f"maps.{part}"] = np.concatenate([made[f"{name}.{part}"] for name in MAPS])
    return made


def build(graph: Graph, *, layers: int, heads: int) -> onnx.ModelProto:
    """Return the whole model: encoder, token heads, matcher, pooled heads."""
    d = graph.weights["encoder.words.weight"].shape[1]
    table = graph.weights.get("names.weight", np.zeros((len(NAMES), d), np.float32))  # readers no longer learn from it
    marks = graph.node("Gather", graph.constant("names.table", table), "names")
    x = graph.norm(graph.node("Add", embed(graph), marks), "encoder.norm", eps=EPS)
    early = x
    for number in range(layers):
        x = transform(graph, x, f"encoder.layers.{number}", heads=heads)
        early = x if number == 1 else early
    hidden = graph.node("Concat", early, x, name="hidden", axis=-1)
    if is_small(graph.weights):
        _, targets, evidence = graph.split(
            "Split", graph.quick(x, "maps"), graph.numbers(*(len(graph.weights[f"{name}.bias"]) for name in MAPS)),
            names=("tokens_out", "link.targets", "link.evidence"), axis=-1,
        )  # fmt: skip
    else:
        scores = [graph.linear(x, "tokens"), *([compare(graph, hidden)] if BRANCH in graph.weights else [])]
        graph.node("Concat", *scores, name="tokens_out", axis=-1) if len(scores) > 1 else graph.node(
            "Identity", *scores, name="tokens_out"
        )
        targets, evidence = graph.linear(x, "link_target"), graph.linear(x, "link_evidence")
    match = graph.node("MatMul", targets, graph.node("Transpose", evidence, perm=[0, 2, 1]))
    scale = graph.constant("link.scale", np.array(LINK**-0.5, np.float32))
    graph.node("Add", graph.node("Mul", match, scale), graph.weight("link_bias"), name="links")
    scores = graph.linear(graph.node("Tanh", graph.quick(x, "pool.project")), "pool.query")
    weights = graph.node("Transpose", graph.node("Softmax", scores, axis=1), perm=[0, 2, 1])
    pooled = graph.node("MatMul", weights, x)  # (1, queries, d)
    fine = len(graph.weights["fine_bias"])
    stars, domains, rest = graph.split(
        "Split", pooled, graph.numbers(1, 1, fine), names=("p.stars", "p.domains", "p.fine"), axis=1
    )
    graph.node("Squeeze", graph.linear(stars, "stars"), graph.numbers(1), name="stars_out")
    graph.node("Squeeze", graph.linear(domains, "domains"), graph.numbers(1), name="domains_out")
    row = graph.node("Reshape", rest, graph.numbers(fine, 1, -1))
    cube = graph.constant("fine.weight", graph.weights["fine_weight"].transpose(0, 2, 1))
    fines = graph.node("Reshape", graph.node("MatMul", row, cube), graph.numbers(1, fine, -1))
    graph.node("Add", fines, graph.weight("fine_bias"), name="fine")
    outputs: dict[str, list[int | str]] = {
        "tokens_out": [1, "Z", sum(TOKEN_HEADS.values())], "links": [1, "Z", "Z"], "stars_out": [1, 5],
        "domains_out": [1, len(graph.weights["domains.bias"])], "fine": [1, fine, 4], "hidden": [1, "Z", 2 * d],
    }  # fmt: skip
    whole = helper.make_graph(
        graph.nodes,
        "opinion reader",
        [helper.make_tensor_value_info(name, TensorProto.INT64, [1, "Z"]) for name in ("ids", "names")],
        [helper.make_tensor_value_info(name, TensorProto.FLOAT, shape) for name, shape in outputs.items()],
        list(graph.constants.values()),
    )
    versions = [helper.make_opsetid("", OPSET), helper.make_opsetid(FUSED, 1)]
    return helper.make_model(whole, opset_imports=versions, ir_version=IR, producer_name="voxpop")


def transform(graph: Graph, x: str, layer: str, *, heads: int) -> str:
    """One layer of a BERT encoder."""
    mixed = graph.quick(attend(graph, x, layer, heads=heads), f"{layer}.join", gained=True)
    x = graph.norm(graph.node("Add", x, mixed), f"{layer}.norm_attention", eps=EPS)
    wide = activate(graph, graph.quick(x, f"{layer}.widen"), "gelu")
    return graph.norm(graph.node("Add", x, graph.quick(wide, f"{layer}.narrow")), f"{layer}.norm_output", eps=EPS)


def compare(graph: Graph, hidden: str) -> str:
    """The branch for comparisons."""
    x = graph.norm(graph.quick(hidden, "comparisons.project"), "comparisons.norm", eps=EPS)
    heads = len(graph.weights["comparisons.norm.bias"]) // HEAD
    return graph.linear(transform(graph, x, "comparisons.layer", heads=heads), "comparisons.out")


def roundings(weights: Arrays, texts: list[NDArray[np.int64]], *, layers: int, heads: int) -> dict[str, Any]:
    """Return how each map is rounded to int8: in a small reader as it is, else as has the least error on some reviews."""
    import onnxruntime

    graph = Graph(weights)
    model = build(graph, layers=layers, heads=heads)
    if is_small(weights):
        return {name: plain_rounding(matrix(weights, name)) for name in graph.inputs}
    known = {output.name for output in model.graph.output}
    wanted = sorted(set(graph.inputs.values()) - known)
    model.graph.output.extend(helper.make_tensor_value_info(name, TensorProto.FLOAT, None) for name in wanted)
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads, options.log_severity_level = 1, 4
    session = onnxruntime.InferenceSession(model.SerializeToString(), options, providers=["CPUExecutionProvider"])
    tensors = list(graph.inputs.values())
    seen = zip(
        *(session.run(tensors, {"ids": ids[None], "names": np.zeros_like(ids[None])}) for ids in texts), strict=True
    )
    return {
        name: rounding(matrix(weights, name), [x[0] for x in inputs], keep=KEPT.get(name.split(".")[-1], 0))
        for name, inputs in zip(graph.inputs, seen, strict=True)
    }


def export(checkpoint: Path, out: Path, *, exact: bool = False) -> Path:
    """Write model.onnx, tokenizer.json and config.json of a checkpoint folder; return the path of the graph."""
    config = json.loads((checkpoint / "config.json").read_text("utf-8"))
    weights = renamed(unpacked(sorted(checkpoint.glob("weights*.safetensors"))))
    layers = 1 + max(int(name.split(".")[2]) for name in weights if name.startswith("encoder.layers."))
    shape = {"layers": layers, "heads": int(config.pop("attention_heads"))}
    tokenizer = (checkpoint / "tokenizer.json").read_text("utf-8")
    texts = [] if exact else sample(config["language"], tokenizer, config["window"])
    graph = Graph(weights, None if exact else roundings(weights, texts, **shape))
    out.mkdir(parents=True, exist_ok=True)
    path = out / "model.onnx"
    path.write_bytes(build(graph, **shape).SerializeToString())
    (out / "tokenizer.json").write_text(
        json.dumps(json.loads(tokenizer), ensure_ascii=False, separators=(",", ":")), "utf-8"
    )
    labels = {
        "heads": TOKEN_HEADS,
        "categories": CATEGORIES,
        "about": ABOUT,
        "directions": DIRECTIONS,
        "fine": FINE[config["language"]],
        "names": NAMES,
        "kinds": kinds_entry(config["domains"]),
    }
    write_config(out / "config.json", {**config, **labels})
    return path


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m research.training.opinions.export", description=__doc__.split("\n")[0]
    )
    parser.add_argument("checkpoint", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--exact", action="store_true", help="float32 throughout")
    given = parser.parse_args()
    print(export(given.checkpoint, given.out, exact=given.exact))


if __name__ == "__main__":
    main()
