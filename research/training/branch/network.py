"""A branch: a few layers of its own on the states of the reader, which stays as it is.

The reader gives two states for each piece, an early one that knows the words and the last one that knows what is said;
a branch mixes them, adds what else is known of the piece (a flag), and goes on from there. Its layers begin as the
reader's last ones.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import torch
from safetensors.torch import load_file, save_file
from torch import Tensor, nn
from transformers.models.bert.modeling_bert import BertLayer

from research.training.encoder import Config, save_under_short_names
from research.training.reader.network import WEIGHTS, Reader


@dataclass(frozen=True, slots=True, kw_only=True)
class BranchShape:
    """What a branch is: its depth, from which of the reader's states it begins, how many flags, and its answers."""

    language: str
    layers: int
    flags: int
    outputs: Mapping[str, int]
    early: bool = False  # begins from the early states; else from the last ones


class Branch(nn.Module):  # type: ignore[misc]
    """``branch(hidden, flags, mask)`` gives every output's scores: (B, 1 + Z, n), the first for the text as a whole."""

    def __init__(self, config: Config, shape: BranchShape) -> None:
        super().__init__()
        d = config.hidden_size
        self.project = nn.Linear(2 * d, d)
        self.flags = nn.Embedding(shape.flags, d)
        self.start = nn.Parameter(torch.zeros(d))
        self.norm = nn.LayerNorm(d, eps=config.layer_norm_eps)
        self.layers = nn.ModuleList(BertLayer(config.for_transformers()) for _ in range(shape.layers))
        self.outputs = nn.ModuleDict({name: nn.Linear(d, n) for name, n in shape.outputs.items()})
        self.drop = nn.Dropout(0.1)
        self.layers.apply(start_as_bert)
        save_under_short_names(self)

    def forward(self, hidden: Tensor, flags: Tensor, mask: Tensor) -> dict[str, Tensor]:
        x = self.project(hidden) + self.flags(flags)  # (B, Z, d)
        x = torch.cat([self.start.to(x.dtype).expand(len(x), 1, -1), x], dim=1)  # (B, 1 + Z, d)
        x = self.drop(self.norm(x))
        mask = torch.cat([mask[:, :1], mask], dim=1)
        bias = torch.zeros(mask.shape, dtype=x.dtype, device=x.device).masked_fill(~mask, torch.finfo(x.dtype).min)
        for layer in self.layers:
            x = layer(x, bias[:, None, None, :])
        return {name: output(self.drop(x)).float() for name, output in self.outputs.items()}


def start_as_bert(module: nn.Module) -> None:
    """Give a layer that is not loaded BERT's usual random start."""
    if isinstance(module, nn.Linear):
        nn.init.normal_(module.weight, std=0.02)
        nn.init.zeros_(module.bias)


def grow(reader: Reader, shape: BranchShape) -> Branch:
    """A fresh branch that begins where the reader is."""
    branch = Branch(reader.encoder.config, shape)
    d = reader.encoder.width
    own, other = (slice(0, d), slice(d, 2 * d)) if shape.early else (slice(d, 2 * d), slice(0, d))
    with torch.no_grad():
        nn.init.eye_(branch.project.weight[:, own])
        nn.init.zeros_(branch.project.weight[:, other])
        nn.init.zeros_(branch.project.bias)
        nn.init.normal_(branch.flags.weight, std=0.02)
        nn.init.normal_(branch.start, std=0.02)
    for layer, model in zip(branch.layers, reader.encoder.layers[-shape.layers :], strict=True):
        layer.load_state_dict(model.state_dict())
    return branch


def save(branch: Branch, shape: BranchShape, config: Config, folder: Path, *, training: Mapping[str, Any]) -> None:
    """A checkpoint folder: config.json, and the weights in half precision."""
    folder.mkdir(parents=True, exist_ok=True)
    described = {**asdict(shape), "encoder": asdict(config), "training": dict(training)}
    (folder / "config.json").write_text(json.dumps(described, indent=1, ensure_ascii=False) + "\n", "utf-8")
    save_file({name: array.half().cpu().contiguous() for name, array in branch.state_dict().items()}, folder / WEIGHTS)


def load(folder: Path) -> tuple[Branch, BranchShape]:
    found: dict[str, Any] = json.loads((folder / "config.json").read_text("utf-8"))
    shape = BranchShape(**{name: found[name] for name in ("language", "layers", "flags", "outputs", "early")})
    branch = Branch(Config(**found["encoder"]), shape)
    branch.load_state_dict({name: array.float() for name, array in load_file(folder / WEIGHTS).items()})
    return branch, shape
