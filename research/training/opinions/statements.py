"""Statements that say the same: the loss that draws their meanings together, and how well they are told apart.

A statement's meaning is the mean over the tokens of its target and its words. Pairs of statements of one domain and sign
say the same or not, by the annotation (``research.annotation.key_points``).
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional as F

from research.training.opinions.batches import Sample, by_length, collate
from research.training.opinions.network import OpinionReader
from voxpop.aggregate.key_points import average_linkage

STATEMENTS = 40  # of a block that are learned from at a time
OTHERS = 0.25  # the weight of a pair that does not say the same: there are twenty times as many
CLOSE = 0.1  # the temperature of the contrast
THRESHOLDS = (0.4, 0.45, 0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8)


class Block(NamedTuple):
    """Some statements of one domain and sign: their passages; of each its passage, its tokens and its group."""

    passages: list[Sample]
    places: list[int]
    tokens: list[list[int]]
    groups: list[int]


def draw_block(points: Sequence[Sample], dice: random.Random) -> Block:
    """Return some statements of a random domain and sign, whole groups first, so that there is something to draw together."""
    chosen = dice.choice(points)
    rows = chosen["statements"]
    of_group: dict[int, list[int]] = {}
    for number, (_, _, group) in enumerate(rows):
        of_group.setdefault(group if group >= 0 else -1 - number, []).append(number)
    groups = list(of_group.values())
    dice.shuffle(groups)
    groups.sort(key=lambda members: len(members) < 2 and dice.random() < 0.5)
    kept: list[int] = []
    for members in groups:
        kept += dice.sample(members, min(len(members), 10))
        if len(kept) >= STATEMENTS:
            break
    kept = kept[:STATEMENTS]
    passages = sorted({rows[number][0] for number in kept})
    return Block(
        [chosen["passages"][place] for place in passages],
        [passages.index(rows[number][0]) for number in kept],
        [rows[number][1] for number in kept],
        [rows[number][2] for number in kept],
    )


def statement_meanings(meaning: Tensor, block: Block) -> Tensor:
    """Return the meaning of each statement, of length one: (statements, MEANING)."""
    last = meaning.shape[1]
    rows = [
        meaning[place, [token for token in tokens if token < last] or [0]].mean(0)
        for place, tokens in zip(block.places, block.tokens, strict=True)
    ]
    return F.normalize(torch.stack(rows).float(), dim=-1)


class SameStatement(nn.Module):  # type: ignore[misc]
    """The loss: a logistic curve over the similarity of all pairs, and a contrast of each statement with its own group."""

    def __init__(self) -> None:
        super().__init__()
        self.slope, self.shift = nn.Parameter(torch.tensor(8.0)), nn.Parameter(torch.tensor(-5.0))

    def forward(self, meaning: Tensor, block: Block) -> Tensor:
        vectors = statement_meanings(meaning, block)
        groups = torch.tensor(block.groups, device=vectors.device)
        likeness = vectors @ vectors.T
        others = ~torch.eye(len(groups), dtype=torch.bool, device=vectors.device)
        same = (groups[:, None] == groups[None, :]) & (groups >= 0)[:, None] & others
        weight = torch.where(same, 1.0, OTHERS) * others
        each = F.binary_cross_entropy_with_logits(self.slope * likeness + self.shift, same.float(), reduction="none")
        pairs = 2 * (each * weight).sum() / weight.sum().clamp(min=1.0)
        chances = (likeness / CLOSE).masked_fill(~others, -1e4).log_softmax(-1)
        grouped = same.any(-1)
        contrast = -(chances * same).sum(-1)[grouped] / same.sum(-1)[grouped]
        return pairs + 0.5 * (contrast.mean() if len(contrast) else pairs.new_zeros(()))


def point_figures(model: OpinionReader, points: Sequence[Sample], device: torch.device) -> dict[str, float]:
    """Return the pair F1 of grouped statements at the best threshold, and at each."""
    model.eval()
    right, made, wanted = (dict.fromkeys(THRESHOLDS, 0) for _ in range(3))
    with torch.no_grad(), torch.autocast(device.type, torch.bfloat16, enabled=device.type == "cuda"):
        for block in points:
            vectors, groups = _block_meanings(model, block, device)
            same = (groups[:, None] == groups[None, :]) & (groups[:, None] >= 0)
            for threshold in THRESHOLDS:
                labels = -1 - np.arange(len(groups))
                for number, members in enumerate(average_linkage(vectors, threshold)):
                    labels[members] = number
                joined = labels[:, None] == labels[None, :]
                upper = np.triu(np.ones_like(joined), 1)
                right[threshold] += int((joined & same & upper).sum())
                made[threshold] += int((joined & upper).sum())
                wanted[threshold] += int((same & upper).sum())
    f1 = {threshold: 2 * right[threshold] / max(made[threshold] + wanted[threshold], 1) for threshold in THRESHOLDS}
    return {"points_f1": max(f1.values(), default=0.0), **{f"at_{threshold}": value for threshold, value in f1.items()}}


def _block_meanings(model: OpinionReader, block: Sample, device: torch.device) -> tuple[Any, Any]:
    found: dict[int, Tensor] = {}
    numbered = [{**passage, "number": number} for number, passage in enumerate(block["passages"])]
    for rows in by_length(numbered, 8192, None):
        meaning = model(collate(rows, model.fine_bias.shape[0]).to(device)).meaning
        found |= {row["number"]: meaning[place].float().cpu() for place, row in enumerate(rows)}
    vectors = [
        F.normalize(found[place][[token for token in tokens if token < len(found[place])] or [0]].mean(0), dim=-1)
        for place, tokens, _ in block["statements"]
    ]
    return torch.stack(vectors).numpy(), np.array([group for *_, group in block["statements"]])
