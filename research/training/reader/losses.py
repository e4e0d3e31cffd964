"""The losses of the joint model: against gold labels where there are any, and against teachers' answers."""

from __future__ import annotations

import torch
from torch import Tensor
from torch.nn import functional as F

from research.training.reader.batches import UNSAID, ReaderBatch
from research.training.reader.network import ReaderOutputs

TRIPLES = ("term", "opinion", "felt")


def gold_losses(answer: ReaderOutputs, batch: ReaderBatch) -> dict[str, Tensor]:
    """One mean per head over what is labelled; a head without labels in the batch costs nothing."""
    found = {name: mean_loss(answer.tags[..., 3 * i : 3 * i + 3], getattr(batch, name))
             for i, name in enumerate(TRIPLES)}  # fmt: skip
    said = batch.present != UNSAID
    bits = F.binary_cross_entropy_with_logits(answer.presence, batch.present.clamp(min=0).float(), reduction="none")
    found["present"] = (bits * said).sum() / said.sum().clamp(min=1)
    found["polarity"] = mean_loss(answer.polarity, batch.polarity)
    known = batch.stars.sum(-1) > 0
    right = (answer.stars.softmax(-1) * batch.stars).sum(-1).clamp(min=1e-6).log()
    found["stars"] = -(right * known).sum() / known.sum().clamp(min=1)
    return found


def mean_loss(scores: Tensor, wanted: Tensor) -> Tensor:
    said = (wanted != UNSAID).sum().clamp(min=1)
    return F.cross_entropy(scores.reshape(-1, 3), wanted.reshape(-1), ignore_index=UNSAID, reduction="sum") / said


def soft_losses(answer: ReaderOutputs, batch: ReaderBatch) -> dict[str, Tensor]:
    """Cross-entropy with the teachers' answers. A category counts as much for polarity as they think it is there."""
    places = batch.mask & batch.taught[:, None]
    places = places & (batch.soft_tags.sum(-1) > 0)
    found = {}
    for i, name in enumerate(TRIPLES):
        here = slice(3 * i, 3 * i + 3)
        cost = -(batch.soft_tags[..., here] * answer.tags[..., here].log_softmax(-1)).sum(-1)
        weight = places.float()
        if name == "felt":  # only where a term may stand
            weight = weight * (1 - batch.soft_tags[..., 0])
        found[name] = (cost * weight).sum() / weight.sum().clamp(min=1)
    taught = batch.taught.float()
    bits = F.binary_cross_entropy_with_logits(answer.presence, batch.soft_presence, reduction="none").mean(-1)
    found["present"] = weighted(bits, taught)
    felt = -(batch.soft_polarity * answer.polarity.log_softmax(-1)).sum(-1)
    found["polarity"] = weighted(felt, taught[:, None] * batch.soft_presence.clamp(min=0.02))
    found["stars"] = weighted(-(batch.soft_stars * answer.stars.log_softmax(-1)).sum(-1), taught)
    return found


def weighted(values: Tensor, weights: Tensor) -> Tensor:
    return (values * weights).sum() / weights.sum().clamp(min=1e-6)


def total(answer: ReaderOutputs, batch: ReaderBatch, *, soft: float) -> Tensor:
    loss = sum(gold_losses(answer, batch).values(), torch.zeros((), device=batch.ids.device))
    if soft and bool(batch.taught.any()):
        loss = loss + soft * sum(soft_losses(answer, batch).values(), torch.zeros((), device=batch.ids.device))
    return loss
