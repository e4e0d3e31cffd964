"""Ours beside Bu et al.'s joint model: each aspect is learnt in the stars that its writer gave it.

Two in three hotel reviews are good or very good, and three classes do not tell these apart; stars of aspects do, and so
have something to say about the stars of the whole.
"""

from __future__ import annotations

import torch
from torch import Tensor, nn

from research.training.bert_systems import BertSystem
from research.training.heads import Stars
from research.training.joint import AttentionPooling
from research.training.losses import grading_loss, rating_loss
from research.training.system import Batch, Output, PerAspect, Setup, system

CENTRES = (4.0, 3.0, 2.0)  # of the classes positive, neutral, negative
USUAL = 4.0  # stars of an aspect before anything is learnt


class AspectStars(PerAspect):
    """âᵢ = wᵢᵀ rᵢ + bᵢ. ``r`` is (B, N, d)."""

    def __init__(self, aspects: int, d: int) -> None:
        super().__init__()
        self.weight = nn.Parameter(torch.empty(aspects, d))
        self.bias = nn.Parameter(torch.full((aspects,), USUAL))
        nn.init.normal_(self.weight, std=d**-0.5)

    def forward(self, r: Tensor) -> Tensor:
        return (r.float() * self.weight).sum(-1) + self.bias  # (B, N)


class JointRated(BertSystem):
    """Equations (1) to (3), (6) and (7) of the paper; in place of (4) and (5), |a − â|."""

    def __init__(self, setup: Setup) -> None:
        super().__init__(setup)
        d = self.encoder.width
        self.pooling = AttentionPooling(setup.aspects, d)
        self.grades = AspectStars(setup.aspects, d)
        self.rating = Stars(d)
        self.drop = nn.Dropout(0.1)

    def forward(self, batch: Batch) -> Output:
        H, mask = self.encode(batch.tokens)  # (B, Z, d)
        H = self.drop(H)
        r, alpha = self.pooling(H, mask)
        grades = self.grades(self.drop(r))  # (B, N)
        scores = -(grades[..., None] - grades.new_tensor(CENTRES)).abs()  # the nearest class, (B, N, C)
        return Output(scores, self.rating(H[:, 0]), alpha, grades)

    def loss(self, output: Output, batch: Batch) -> Tensor:
        return rating_loss(output.stars, batch) + grading_loss(output.grades, batch)


@system("joint-rated", title="Joint Model, aspects in stars", reads="pieces", tasks=("rp", "grades"))
def joint_rated(setup: Setup) -> JointRated:
    return JointRated(setup)
