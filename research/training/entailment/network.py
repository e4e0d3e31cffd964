"""The entailment network: a few transformer layers over the hidden states of the opinion model, which stays as it is.

The opinion model reads premise and hypothesis apart, so that the states of a review serve every sentence that is compared
with it. It gives two states for each token, an early one that knows the words and the last one that knows what is said.
"""

from __future__ import annotations

from typing import NamedTuple

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from research.training.entailment.prepared import LABELS

DROPOUT = 0.1
EPS = 1e-12
EARLY = 1  # the layer whose output is the early state; ``research.training.opinions.export`` takes the same


class Shape(NamedTuple):
    """The size of a network: layers, width of the opinion model's states, and attention heads."""

    layers: int
    width: int
    heads: int


#: Depth by language.
LAYERS = {"en": 3, "zh": 2}
#: The parts of a layer of transformers' BERT under our names.
PARTS = {
    "attention.self.query": "query", "attention.self.key": "key", "attention.self.value": "value",
    "attention.output.dense": "join", "attention.output.LayerNorm": "norm_attention",
    "intermediate.dense": "widen", "output.dense": "narrow", "output.LayerNorm": "norm_output",
}  # fmt: skip


class Layer(nn.Module):  # type: ignore[misc]
    """A transformer layer as in BERT, its parts under the names that the ONNX graph is written with."""

    def __init__(self, width: int, heads: int) -> None:
        super().__init__()
        self.heads = heads
        self.query, self.key, self.value, self.join = (nn.Linear(width, width) for _ in range(4))
        self.widen, self.narrow = nn.Linear(width, 4 * width), nn.Linear(4 * width, width)
        self.norm_attention, self.norm_output = nn.LayerNorm(width, eps=EPS), nn.LayerNorm(width, eps=EPS)
        self.drop = nn.Dropout(DROPOUT)

    def forward(self, x: Tensor, mask: Tensor) -> Tensor:
        b, z, d = x.shape
        query, key, value = (
            part(x).view(b, z, self.heads, d // self.heads).transpose(1, 2)
            for part in (self.query, self.key, self.value)
        )
        dropout = DROPOUT if self.training else 0.0
        mixed = F.scaled_dot_product_attention(query, key, value, mask[:, None, None, :], dropout)
        x = self.norm_attention(x + self.drop(self.join(mixed.transpose(1, 2).reshape(b, z, d))))
        wide: Tensor = self.norm_output(x + self.drop(self.narrow(F.gelu(self.widen(x)))))
        return wide


class EntailmentNetwork(nn.Module):  # type: ignore[misc]
    """``network(hidden, flags, mask)`` gives the scores of the labels before softmax: (B, 3).

    ``hidden`` are the states of both texts, (B, Z, 2 × width), ``flags`` are 0 in the hypothesis and 1 in the premise.
    """

    def __init__(self, shape: Shape) -> None:
        super().__init__()
        d = shape.width
        self.project = nn.Linear(2 * d, d)
        self.flags = nn.Embedding(2, d)
        self.start = nn.Parameter(torch.empty(d))
        self.norm = nn.LayerNorm(d, eps=EPS)
        self.layers = nn.ModuleList(Layer(d, shape.heads) for _ in range(shape.layers))
        self.output = nn.Linear(d, len(LABELS))
        self.drop = nn.Dropout(DROPOUT)
        with torch.no_grad():  # begins with the early states as they are
            nn.init.zeros_(self.project.weight)
            nn.init.eye_(self.project.weight[:, :d])
            nn.init.zeros_(self.project.bias)
            nn.init.normal_(self.flags.weight, std=0.02)
            nn.init.normal_(self.start, std=0.02)

    def forward(self, hidden: Tensor, flags: Tensor, mask: Tensor) -> Tensor:
        x = self.project(hidden) + self.flags(flags)  # (B, Z, d)
        x = torch.cat([self.start.to(x.dtype).expand(len(x), 1, -1), x], dim=1)  # (B, 1 + Z, d)
        x = self.drop(self.norm(x))
        mask = torch.cat([torch.ones_like(mask[:, :1]), mask], dim=1)
        for layer in self.layers:
            x = layer(x, mask)
        scores: Tensor = self.output(self.drop(x[:, 0])).float()
        return scores


def begin(shape: Shape, opinion_model: dict[str, Tensor]) -> EntailmentNetwork:
    """Return a network whose layers begin as the last ones of an opinion model."""
    network = EntailmentNetwork(shape)
    depth = 1 + max(int(name.split(".")[3]) for name in opinion_model if name.startswith("encoder.encoder.layer."))
    for place, layer in enumerate(network.layers):
        home = f"encoder.encoder.layer.{depth - shape.layers + place}."
        layer.load_state_dict({
            f"{part}.{kind}": opinion_model[f"{home}{name}.{kind}"]
            for name, part in PARTS.items() for kind in ("weight", "bias")
        })  # fmt: skip
    return network
