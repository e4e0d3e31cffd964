"""A trained entailment network as it ships: ``python -m research.training.entailment.export FILE OUT [--reader FOLDER]``.

OUT then holds model.onnx in int8 (in float32 with ``--exact``), config.json and card.md. How the weights are rounded is
chosen on the states that an opinion model gives for the example reviews: the one in ``--reader`` (what
``research.training.opinions.export`` wrote), else the one that voxpop comes with. Needs no torch.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import onnx
import onnxruntime
from numpy.typing import NDArray
from onnx import TensorProto, helper
from safetensors import safe_open

from research.training.entailment.prepared import LABELS
from research.training.onnx.graph import FUSED, IR, OPSET, Arrays, Graph, Rounding, activate, attend, matrix
from research.training.onnx.quantize import KEPT, rounding
from voxpop import assets, examples
from voxpop.errors import InputError, says_errors
from voxpop.extract.opinion_model import OpinionModel, open_opinion_model, opinion_model
from voxpop.ingest import read_reviews
from voxpop.lang import language
from voxpop.types import Review

EPS = 1e-12
OUTPUT = "entail"
REVIEWS = 24
CARD = Path(__file__).parent / "card.md"
Floats = NDArray[np.float32]


class StatePair(NamedTuple):
    """The states of a hypothesis and a premise, and which is which."""

    hidden: Floats
    flags: NDArray[np.int64]


def read_checkpoint(path: Path) -> tuple[dict[str, Floats], dict[str, Any]]:
    """Return the arrays of a file that ``train`` wrote, and what it says of them."""
    try:
        with safe_open(path, framework="numpy") as file:
            return {name: file.get_tensor(name).astype(np.float32) for name in file.keys()}, json.loads(  # noqa: SIM118
                file.metadata()["about"]
            )
    except Exception as error:  # the library's errors share no narrower base
        raise InputError(
            f"{path} is no file of research.training.entailment.train: it cannot be read ({error})."
        ) from None


def export(checkpoint: Path, out: Path, *, reader: OpinionModel | None = None, exact: bool = False) -> Path:
    """Write the weights folder of a checkpoint; return the path of its graph."""
    weights, about = read_checkpoint(checkpoint)
    lang = about["language"]
    found = None if exact else roundings(weights, about, sample(lang, reader or opinion_model(lang)))
    model = build(Graph(weights, found), about)
    out.mkdir(parents=True, exist_ok=True)
    path = out / "model.onnx"
    path.write_bytes(model.SerializeToString())
    config = {
        "language": lang, "layers": about["layers"], "outputs": {OUTPUT: len(LABELS)},
        "encoder": {"hidden_size": about["width"], "num_attention_heads": about["heads"]},
        "dev": about["dev"], "training": about["training"],
    }  # fmt: skip
    (out / "config.json").write_text(json.dumps(config, indent=1, ensure_ascii=False) + "\n", "utf-8")
    (out / assets.CARD).write_text(card(about), "utf-8")
    return path


def build(graph: Graph, about: Mapping[str, Any]) -> onnx.ModelProto:
    """Return the graph of ``network.EntailmentNetwork``, for one pair without padding."""
    flagged = graph.node("Gather", graph.weight("flags.weight"), "flags")
    x = graph.node("Add", graph.quick("hidden", "project"), flagged)
    start = graph.constant("start", graph.weights["start"][None, None])
    x = graph.norm(graph.node("Concat", start, x, axis=1), "norm", eps=EPS)
    for number in range(about["layers"]):
        layer = f"layers.{number}"
        joined = graph.quick(attend(graph, x, layer, heads=about["heads"]), f"{layer}.join", gained=True)
        x = graph.norm(graph.node("Add", x, joined), f"{layer}.norm_attention", eps=EPS)
        wide = activate(graph, graph.quick(x, f"{layer}.widen"), "gelu")
        x = graph.norm(graph.node("Add", x, graph.quick(wide, f"{layer}.narrow")), f"{layer}.norm_output", eps=EPS)
    first = graph.node("Slice", x, graph.numbers(0), graph.numbers(1), graph.numbers(1))
    graph.node("Identity", graph.linear(first, "output"), name=OUTPUT)
    whole = helper.make_graph(
        graph.nodes,
        "entailment",
        [
            helper.make_tensor_value_info("hidden", TensorProto.FLOAT, [1, "Z", 2 * about["width"]]),
            helper.make_tensor_value_info("flags", TensorProto.INT64, [1, "Z"]),
        ],
        [helper.make_tensor_value_info(OUTPUT, TensorProto.FLOAT, [1, 1, len(LABELS)])],
        list(graph.constants.values()),
    )
    versions = [helper.make_opsetid("", OPSET), helper.make_opsetid(FUSED, 1)]
    return helper.make_model(whole, opset_imports=versions, ir_version=IR, producer_name="voxpop")


def roundings(weights: Arrays, about: Mapping[str, Any], pairs: Sequence[StatePair]) -> dict[str, Rounding]:
    """Return how each map is rounded to int8, chosen on some pairs for the least error."""
    graph = Graph(weights)
    model = build(graph, about)
    wanted = sorted(set(graph.inputs.values()) - {"hidden"})
    model.graph.output.extend(helper.make_tensor_value_info(name, TensorProto.FLOAT, None) for name in wanted)
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads, options.log_severity_level = 1, 4
    session = onnxruntime.InferenceSession(model.SerializeToString(), options, providers=["CPUExecutionProvider"])
    seen: dict[str, list[Floats]] = {name: [] for name in graph.inputs}
    for hidden, flags in pairs:
        found = dict(zip(wanted, session.run(wanted, {"hidden": hidden[None], "flags": flags[None]}), strict=True))
        for name, tensor in graph.inputs.items():
            seen[name].append(hidden if tensor == "hidden" else found[tensor][0])
    return {name: rounding(matrix(weights, name), inputs, keep=KEPT.get(name.split(".")[-1], 0))
            for name, inputs in seen.items()}  # fmt: skip


def sample(lang: str, reader: OpinionModel) -> list[StatePair]:
    """Return states of the example's first reviews, each with the first sentence of the review before it."""
    reviews = (item.text for item in read_reviews(examples.path(lang)) if isinstance(item, Review))
    texts = list(islice(reviews, REVIEWS))
    pairs = []
    for before, premise in zip([texts[-1], *texts[:-1]], texts, strict=True):
        start, end = language(lang).sentences(before)[0]
        states = [reader.read(text, hidden=True).hidden for text in (before[start:end], premise)]
        flags = [np.full(len(found), flag, np.int64) for flag, found in enumerate(states) if found is not None]
        pairs.append(StatePair(np.concatenate([found for found in states if found is not None]), np.concatenate(flags)))
    return pairs


def card(about: Mapping[str, Any]) -> str:
    """Return the text of ``card.md`` with the numbers of a training."""
    rows = [f"| {name} | {value:.3f} |" for name, value in about["dev"].items()]
    numbers = {name: about["training"][name] for name in ("steps", "seed", "device")}
    return CARD.read_text("utf-8").format(
        **numbers, lang=about["language"], layers=about["layers"], width=about["width"],
        also=" and MED" if about["language"] == "en" else "",
        terms="; MED: Apache-2.0" if about["language"] == "en" else "",
        pairs=f"{about['training']['pairs']:,}", seconds=f"{about['training']['seconds']:.0f}",
        figures="\n".join(["| pairs of dev | accuracy |", "|---|---|", *rows]),
    )  # fmt: skip


@says_errors
def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m research.training.entailment.export", description=__doc__.split("\n")[0]
    )
    parser.add_argument("checkpoint", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--reader", type=Path, help="folder of the exported opinion model")
    parser.add_argument("--exact", action="store_true", help="float32 throughout")
    given = parser.parse_args()
    reader = open_opinion_model(given.reader) if given.reader else None
    path = export(given.checkpoint, given.out, reader=reader, exact=given.exact)
    sys.stdout.write(f"{path}: {path.stat().st_size:,} bytes\n")


if __name__ == "__main__":
    raise SystemExit(main())
