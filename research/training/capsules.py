"""Capsules (Sabour et al. 2017): vectors whose length says how sure they are, and the two ways to route them here."""

from __future__ import annotations

import torch
from torch import Tensor, nn

from research.training.system import attend


def squash(s: Tensor) -> Tensor:
    """The same direction, a length below one: |s|² / (1 + |s|²) · s / |s|."""
    square = (s * s).sum(-1, keepdim=True)
    return square / (1 + square) * s / (square + 1e-9).sqrt()


def length(v: Tensor) -> Tensor:
    return ((v * v).sum(-1) + 1e-9).sqrt()


def route(u_hat: Tensor, weight: Tensor, *, rounds: int = 3) -> Tensor:
    """Routing by agreement. û is (P, Z, C, k), ``weight`` (P, Z) how much each token counts; v is (P, C, k).

    b starts at zero; c = softmax over the classes of b; v = squash(Σ_z c û); b grows by û · v.
    """
    b = torch.zeros_like(u_hat[..., 0])  # (P, Z, C)
    v = u_hat.new_zeros(())
    for last in [False] * (rounds - 1) + [True]:
        c = b.softmax(-1) * weight[..., None]  # (P, Z, C)
        v = squash(torch.einsum("pzc,pzck->pck", c, u_hat))  # (P, C, k)
        if not last:
            b = b + torch.einsum("pzck,pck->pzc", u_hat, v).detach()
    return v


class AspectWeights(nn.Module):  # type: ignore[misc]
    """Aspect-aware normalisation (Jiang et al. 2019): softmax over tokens of u_z W a, so that length does not count."""

    def __init__(self, k: int) -> None:
        super().__init__()
        self.W = nn.Parameter(torch.empty(k, k))
        nn.init.xavier_uniform_(self.W)

    def forward(self, u: Tensor, a: Tensor, mask: Tensor) -> Tensor:
        """u (P, Z, k), a (P, k) and the mask give (P, Z)."""
        return attend(torch.einsum("pzk,kl,pl->pz", u, self.W, a), mask).to(u.dtype)
