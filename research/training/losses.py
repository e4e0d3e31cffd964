"""Equations (5), (7) and (8) of Bu et al. (2021), and the margin loss of capsules."""

from __future__ import annotations

import torch
from torch import Tensor
from torch.nn import functional as F

from research.training.system import Batch


def acsa_loss(scores: Tensor, batch: Batch) -> Tensor:
    """(5) with its minus sign: −1/K Σᵢ pᵢ Σ_C yᵢ log ŷᵢ for a review, averaged over reviews that mention anything."""
    log_probability = scores.float().log_softmax(-1).gather(-1, batch.y[..., None]).squeeze(-1)  # (B, N)
    each = -torch.where(batch.p, log_probability, 0.0).sum(1)  # (B,)
    return _mean_over_mentioning(each, batch)


def rating_loss(stars: Tensor, batch: Batch) -> Tensor:
    """(7): |g − ĝ|, averaged over the batch; a review without stars has none to miss.

    Where few have stars, as in our Chinese data, each of them then weighs as much as where all do, and no more.
    """
    known = batch.g.isfinite()
    return torch.where(known, stars.float() - batch.g.nan_to_num(), 0.0).abs().mean()


def joint_loss(scores: Tensor, stars: Tensor, batch: Batch, *, rating: float = 1.0) -> Tensor:
    """(8): loss_ACSA + loss_RP, the second weighed by ``rating``."""
    return acsa_loss(scores, batch) + rating * rating_loss(stars, batch)


def grading_loss(grades: Tensor, batch: Batch) -> Tensor:
    """(7) for aspects: the mean |a − â| of those that a review gives stars to, averaged over the batch."""
    known = batch.a.isfinite()  # (B, N)
    each = torch.where(known, grades.float() - batch.a.nan_to_num(), 0.0).abs().sum(1)  # (B,)
    return (each / known.sum(1).clamp(min=1)).mean()


def margin_loss(lengths: Tensor, batch: Batch, *, low: float = 0.1, high: float = 0.9, absent: float = 0.5) -> Tensor:
    """Capsules: the right one should be longer than ``high``, the others shorter than ``low``; masked as (5) is."""
    right = F.one_hot(batch.y, lengths.shape[-1]).to(lengths.dtype)  # (B, N, C)
    each = right * F.relu(high - lengths) ** 2 + absent * (1 - right) * F.relu(lengths - low) ** 2
    return _mean_over_mentioning(torch.where(batch.p, each.sum(-1), 0.0).sum(1), batch)


def _mean_over_mentioning(each: Tensor, batch: Batch) -> Tensor:
    k = batch.p.sum(1)  # (B,)
    return (each / k.clamp(min=1)).sum() / (k > 0).sum().clamp(min=1)
