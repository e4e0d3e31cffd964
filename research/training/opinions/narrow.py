"""A smaller student to begin with: ``python -m research.training.opinions.narrow CHECKPOINT OUT --ffn 768 --heads 6 --prepared DIR``.

Of every layer the inner channels and the attention heads that move the layer's output most on annotated passages stay; the
others are cut off. What is left is worse than the student it came from until it was distilled from it
(``run distil --begin OUT``).
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

import torch
from safetensors.torch import save_file
from torch import Tensor

from research.training.opinions.batches import by_length, collate
from research.training.opinions.prepare import read_prepared
from research.training.opinions.starting_weights import head_size, packed_arrays, reader_with, unpacked

PASSAGES = 400
LAYER = "encoder.encoder.layer."


def inputs_of(
    arrays: dict[str, Tensor], lang: str, samples: list[dict[str, Any]], names: list[str]
) -> dict[str, Tensor]:
    """Return the root of the mean square of what goes into each channel of some maps."""
    model = reader_with(arrays, lang)
    model.eval()
    sums: dict[str, Tensor] = {}
    tokens = 0

    def keep(name: str) -> Any:
        def hook(_: Any, given: tuple[Tensor, ...]) -> None:
            square = given[0].double().square().flatten(0, -2).sum(0)
            sums[name] = sums.get(name, torch.zeros_like(square)) + square

        return hook

    hooks = [model.get_submodule(name).register_forward_pre_hook(keep(name)) for name in names]
    with torch.no_grad():
        for rows in by_length(samples, 2048, None):
            batch = collate([{**sample, "domain": -1} for sample in rows], model.fine_bias.shape[0])
            model(batch)
            tokens += int(batch.mask.sum())
    for hook in hooks:
        hook.remove()
    return {name: (total / tokens).sqrt().float() for name, total in sums.items()}


def narrowed(
    arrays: dict[str, Tensor], seen: dict[str, Tensor], *, ffn: int, heads: int, size: int
) -> dict[str, Tensor]:
    """Return the arrays with ``ffn`` inner channels and ``heads`` heads of ``size`` in every layer."""
    made = dict(arrays)
    for name, root in seen.items():
        weight = arrays[f"{name}.weight"]  # (outputs, channels)
        moved = root * weight.norm(dim=0)
        if name.endswith("attention.output.dense"):
            best = moved.view(-1, size).square().sum(1).topk(heads).indices.sort().values
            kept = (best[:, None] * size + torch.arange(size)).flatten()
            layer = name.removesuffix("output.dense")
            before = [f"{layer}self.{part}" for part in ("query", "key", "value")]
        else:
            kept = moved.topk(ffn).indices.sort().values
            before = [name.removesuffix("output.dense") + "intermediate.dense"]
        made[f"{name}.weight"] = weight[:, kept]
        for each in before:
            made[f"{each}.weight"], made[f"{each}.bias"] = arrays[f"{each}.weight"][kept], arrays[f"{each}.bias"][kept]
    return made


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m research.training.opinions.narrow", description=__doc__.split("\n")[0]
    )
    parser.add_argument("checkpoint", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--prepared", type=Path, required=True)
    parser.add_argument("--ffn", type=int, required=True, help="inner channels of a layer")
    parser.add_argument("--heads", type=int, required=True, help="attention heads of a layer")
    given = parser.parse_args()
    lang = json.loads((given.checkpoint / "config.json").read_text("utf-8"))["language"]
    arrays = unpacked(sorted(given.checkpoint.glob("weights*.safetensors")))
    samples = read_prepared(given.prepared, lang)["split"]["train"][:PASSAGES]
    layers = {name.removeprefix(LAYER).partition(".")[0] for name in arrays if name.startswith(LAYER)}
    maps = [f"{LAYER}{n}.{part}output.dense" for n in sorted(layers) for part in ("attention.", "")]
    seen = inputs_of(arrays, lang, samples, maps)
    smaller = narrowed(arrays, seen, ffn=given.ffn, heads=given.heads, size=head_size(arrays))
    given.out.parent.mkdir(parents=True, exist_ok=True)
    save_file(packed_arrays(smaller), given.out)


if __name__ == "__main__":
    main()
