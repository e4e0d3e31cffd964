"""A trained reader made ready to ship: ``python -m research.training.reader.export CHECKPOINT OUT [--exact]``.

OUT then holds model.onnx (int8; in float32 with ``--exact``), tokenizer.json and config.json. Needs no torch.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from safetensors import SafetensorError
from safetensors.numpy import load_file

from research.training.reader.graph import ACTIVATIONS, Graph, assemble
from research.training.reader.quantize import roundings, sample
from voxpop.errors import AssetError, choose, says_errors

NEEDED = ("language", "window", "overlap", "width", "sets")
Arrays = dict[str, NDArray[np.float32]]


def export(checkpoint: Path, out: Path, *, exact: bool = False) -> Path:
    """Write the asset folder of a checkpoint; gives the path of its graph."""
    config = read_config(checkpoint)
    weights = read_weights(checkpoint)
    fits(checkpoint, weights, config)
    pieces, encoder = tokenizer(checkpoint), config["encoder"]
    found = None if exact else roundings(weights, encoder, sample(config["language"], pieces, config["window"]))
    model = assemble(Graph(weights, found), encoder)
    out.mkdir(parents=True, exist_ok=True)
    path = out / "model.onnx"
    path.write_bytes(model.SerializeToString())
    (out / "tokenizer.json").write_text(pieces, "utf-8")
    (out / "config.json").write_text(json.dumps(config, indent=1, ensure_ascii=False) + "\n", "utf-8")
    return path


def read_config(checkpoint: Path) -> dict[str, Any]:
    path = checkpoint / "config.json"
    try:
        config: dict[str, Any] = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise AssetError(f"{checkpoint} is no checkpoint of a reader: {path} cannot be read ({error}).") from None
    if missing := [key for key in (*NEEDED, "encoder") if key not in config]:
        raise AssetError(f"{path} does not say {', '.join(missing)}: expected is the config of a reader's checkpoint.")
    encoder = config["encoder"]
    choose("type of encoder for a reader", str(encoder.get("model_type", "bert")), ("bert",))
    choose("activation", str(encoder["hidden_act"]), ACTIVATIONS)
    if config["window"] > encoder["max_position_embeddings"]:
        raise AssetError(f"{path}: a window of {config['window']} pieces is more than the encoder's "
                         f"{encoder['max_position_embeddings']} places.")  # fmt: skip
    return config


def read_weights(checkpoint: Path) -> Arrays:
    """All arrays in float32."""
    parts = sorted(checkpoint.glob("weights*.safetensors"))
    if not parts:
        raise AssetError(f"{checkpoint} is no checkpoint of a reader: it has no weights.safetensors.")
    arrays: Arrays = {}
    for part in parts:
        try:
            arrays |= {name: np.asarray(array, np.float32) for name, array in load_file(part).items()}
        except (SafetensorError, OSError) as error:
            raise AssetError(f"The weights cannot be read: {part} ({error}).") from None
    for name, array in arrays.items():
        if not np.isfinite(array).all():
            raise AssetError(f"The weights in {checkpoint} hold values that are not numbers: {name}.")
    return arrays


def fits(checkpoint: Path, weights: Arrays, config: Mapping[str, Any]) -> None:
    """An error that names what is missing or has another shape than the config says."""
    for name, shape in shapes(config).items():
        if name not in weights:
            raise AssetError(f"The weights in {checkpoint} lack {name}.")
        if weights[name].shape != shape:
            raise AssetError(f"{checkpoint}: {name} has the shape {weights[name].shape}, its config.json says {shape}.")


def shapes(config: Mapping[str, Any]) -> dict[str, tuple[int, ...]]:
    encoder = config["encoder"]
    d, wide = encoder["hidden_size"], encoder["intermediate_size"]
    n = sum(len(names) for names in config["sets"].values())
    maps = {"tags": (9, d), "pool.project": (d, d), "pool.out": (d, d), "stars": (5, d)}
    norms = ["encoder.norm"]
    for layer in (f"encoder.layers.{number}" for number in range(encoder["num_hidden_layers"])):
        maps |= {f"{layer}.{part}": (d, d) for part in ("query", "key", "value", "join")}
        maps |= {f"{layer}.widen": (wide, d), f"{layer}.narrow": (d, wide)}
        norms += [f"{layer}.norm_attention", f"{layer}.norm_output"]
    wanted: dict[str, tuple[int, ...]] = {
        "encoder.words.weight": (encoder["vocab_size"], d),
        "encoder.places.weight": (encoder["max_position_embeddings"], d),
        "encoder.types.weight": (encoder["type_vocab_size"], d),
        "pool.query": (n + 1, d),
        "presence.weight": (n, d), "presence.bias": (n,), "polarity.weight": (n, 3, d), "polarity.bias": (n, 3),
    }  # fmt: skip
    for name, shape in maps.items():
        wanted |= {f"{name}.weight": shape, f"{name}.bias": shape[:1]}
    for name in norms:
        wanted |= {f"{name}.weight": (d,), f"{name}.bias": (d,)}
    return wanted


def tokenizer(checkpoint: Path) -> str:
    """Its tokenizer.json as one line, without the cutting and padding that some come with."""
    path = checkpoint / "tokenizer.json"
    try:
        described = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise AssetError(f"The tokenizer of the checkpoint cannot be read: {path} ({error}).") from None
    return json.dumps({**described, "truncation": None, "padding": None}, ensure_ascii=False, separators=(",", ":"))


@says_errors
def run_export(export: Callable[..., Path], *, prog: str) -> None:
    """Export what the command line names with a function like ``export``."""
    parser = argparse.ArgumentParser(prog=f"python -m {prog}", description=export.__doc__)
    parser.add_argument("checkpoint", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--exact", action="store_true", help="float32 throughout")
    given = parser.parse_args()
    export(given.checkpoint, given.out, exact=given.exact)


if __name__ == "__main__":
    raise SystemExit(run_export(export, prog="research.training.reader.export"))
