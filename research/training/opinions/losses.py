"""Losses: cross-entropies of every head against labels or against what teachers say."""

from __future__ import annotations

import torch
from torch import Tensor
from torch.nn import functional as F

from research.training.opinions.batches import HEADS, Batch
from research.training.opinions.network import SLICES, Outputs

#: How much each head counts.
SHARES = {"target": 2.0, "evidence": 3.0, "polarity": 2.0, "category": 1.5, "about": 1.0, "fact": 0.3, "comparison": 0.5,
          "direction": 0.2, "rival": 0.3}  # fmt: skip
LINKS, STARS, DOMAINS, FINE, MEANING = 1.0, 0.4, 0.1, 1.0, 1.0


def loss(outputs: Outputs, batch: Batch) -> Tensor:
    """Return the weighted sum of all heads' losses."""
    total = outputs.tokens.new_zeros(())
    for place, name in enumerate(HEADS):
        weight = batch.weights[..., place] * batch.mask
        scores, wanted = outputs.head(name), batch.labels[..., SLICES[name]]
        if name == "fact":
            each = F.binary_cross_entropy_with_logits(scores, wanted, reduction="none").squeeze(-1)
        else:
            each = -(wanted * scores.log_softmax(-1)).sum(-1)
        total = total + SHARES[name] * (each * weight).sum() / weight.sum().clamp(min=1.0)
    each = F.binary_cross_entropy_with_logits(outputs.links, batch.links, reduction="none")
    total = total + LINKS * (each * batch.link_weights).sum() / batch.link_weights.sum().clamp(min=1.0)
    each = -(batch.stars * outputs.stars.log_softmax(-1)).sum(-1)
    total = total + STARS * (each * batch.star_weights).sum() / batch.star_weights.sum().clamp(min=1.0)
    present, signs = batch.fine[..., 0], batch.fine[..., 1:]
    each = F.binary_cross_entropy_with_logits(outputs.fine[..., 0], present, reduction="none")
    each = each - 0.5 * (present[..., None] * signs * outputs.fine[..., 1:].log_softmax(-1)).sum(-1)
    total = total + FINE * (each.sum(-1) * batch.fine_weights).sum() / batch.fine_weights.sum().clamp(min=1.0)
    if (batch.domains >= 0).any():
        total = total + DOMAINS * F.cross_entropy(outputs.domains, batch.domains, ignore_index=-1)
    if batch.meaning is not None:
        inside = batch.weights[..., HEADS.index("category")] * batch.mask
        each = 1 - F.cosine_similarity(outputs.meaning, batch.meaning, dim=-1)
        total = total + MEANING * (each * inside).sum() / inside.sum().clamp(min=1.0)
    return total


def taught(outputs: list[Outputs], mask: Tensor) -> tuple[Tensor, ...]:
    """Return what teachers say together: labels, weights, links and their weights, stars, fine categories, as a ``Batch`` holds them.

    The directions of meanings have no mean over teachers: those of the first are taken.
    """
    labels = torch.zeros_like(outputs[0].tokens)
    for name, part in SLICES.items():
        scores = [out.tokens[..., part] for out in outputs]
        each = [score.sigmoid() if name == "fact" else score.softmax(-1) for score in scores]
        labels[..., part] = torch.stack(each).mean(0)
    in_target = 1 - labels[..., SLICES["target"].start]
    in_words = 1 - labels[..., SLICES["evidence"].start]
    in_any = torch.maximum(in_target, in_words)
    compared = 1 - labels[..., SLICES["comparison"].start]
    one = torch.ones_like(in_any)
    by_head = {"target": one, "evidence": one, "comparison": one, "rival": one, "polarity": in_any, "category": in_any,
               "about": in_any, "fact": in_words, "direction": compared}  # fmt: skip
    weights = torch.stack([by_head[name] for name in HEADS], -1) * mask[..., None]
    links = torch.stack([out.links.sigmoid() for out in outputs]).mean(0)
    link_weights = in_target[:, :, None] * in_words[:, None, :] * mask[:, :, None] * mask[:, None, :]
    stars = torch.stack([out.stars.softmax(-1) for out in outputs]).mean(0)
    fine = torch.stack(
        [torch.cat([out.fine[..., :1].sigmoid(), out.fine[..., 1:].softmax(-1)], -1) for out in outputs]
    ).mean(0)
    return labels, weights, links, link_weights, stars, fine, F.normalize(outputs[0].meaning, dim=-1)
