"""Equations (4) and (6) of Bu et al. (2021): the softmax layer of each aspect, and the stars."""

from __future__ import annotations

import torch
from torch import Tensor, nn

from research.training.system import C, PerAspect


class AspectSoftmax(PerAspect):
    """(4): ŷᵢ = softmax(Wᵢ^q rᵢ + bᵢ^q), before the softmax. ``r`` is (B, N, d), or (B, d) for all aspects."""

    def __init__(self, aspects: int, d: int, classes: int = C) -> None:
        super().__init__()
        self.weight = nn.Parameter(torch.empty(aspects, classes, d))
        self.bias = nn.Parameter(torch.zeros(aspects, classes))
        nn.init.normal_(self.weight, std=d**-0.5)

    def forward(self, r: Tensor) -> Tensor:
        r = r if r.dim() == 3 else r[:, None].expand(-1, len(self.weight), -1)
        return torch.einsum("bnd,ncd->bnc", r, self.weight) + self.bias  # (B, N, C)


class Stars(nn.Module):  # type: ignore[misc]
    """(6): ĝ = βᵀ tanh(Wʳ h + bʳ). ``h`` is (B, d)."""

    def __init__(self, d: int) -> None:
        super().__init__()
        self.hidden = nn.Linear(d, d)
        self.beta = nn.Parameter(torch.empty(d))
        nn.init.normal_(self.beta, std=d**-0.5)

    def forward(self, h: Tensor) -> Tensor:
        return (self.hidden(h).tanh().float() * self.beta).sum(-1)  # (B,), not in bf16: its stars are too coarse
