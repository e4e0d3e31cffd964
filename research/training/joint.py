"""The joint model of Bu et al. (2021), section 4.2: one encoder pass, attention pooling per aspect, and the stars."""

from __future__ import annotations

import torch
from torch import Tensor, nn

from research.training.bert_systems import BertSystem
from research.training.heads import AspectSoftmax, Stars
from research.training.losses import acsa_loss, joint_loss, rating_loss
from research.training.system import Batch, Output, PerAspect, Setup, attend, system


class AttentionPooling(PerAspect):
    """Equations (1) to (3), for all N aspects at once."""

    def __init__(self, aspects: int, d: int) -> None:
        super().__init__()
        self.W_a = nn.Parameter(torch.empty(aspects, d, d))
        self.omega = nn.Parameter(torch.empty(aspects, d))
        self.W_p = nn.Parameter(torch.empty(aspects, d, d))
        for weight in (self.W_a, self.omega, self.W_p):
            nn.init.normal_(weight, std=d**-0.5)

    def forward(self, H: Tensor, mask: Tensor) -> tuple[Tensor, Tensor]:
        """H is (B, Z, d); r comes back as (B, N, d) and α as (B, N, Z)."""
        M = torch.einsum("nde,bze->bnzd", self.W_a, H).tanh()  # (1)  (B, N, Z, d)
        alpha = attend(torch.einsum("nd,bnzd->bnz", self.omega, M), mask).to(H.dtype)  # (2)  (B, N, Z)
        r = torch.einsum("nde,bne->bnd", self.W_p, alpha @ H).tanh()  # (3)  (B, N, d)
        return r, alpha


class Joint(BertSystem):
    """ACSA and rating prediction together; without one of them it is the paper's ablation."""

    def __init__(self, setup: Setup, *, acsa: bool = True, rp: bool = True) -> None:
        super().__init__(setup)
        d = self.encoder.width
        self.pooling = AttentionPooling(setup.aspects, d) if acsa else None
        self.softmax = AspectSoftmax(setup.aspects, d) if acsa else None
        self.rating = Stars(d) if rp else None
        self.drop = nn.Dropout(0.1)

    def forward(self, batch: Batch) -> Output:
        H, mask = self.encode(batch.tokens)  # (B, Z, d)
        H = self.drop(H)
        scores = alpha = stars = None
        if self.pooling is not None and self.softmax is not None:
            r, alpha = self.pooling(H, mask)
            scores = self.softmax(self.drop(r))  # (4)
        if self.rating is not None:
            stars = self.rating(H[:, 0])  # (6)
        return Output(scores, stars, alpha)

    def loss(self, output: Output, batch: Batch) -> Tensor:
        if output.scores is None:
            return rating_loss(output.stars, batch)
        if output.stars is None:
            return acsa_loss(output.scores, batch)
        return joint_loss(output.scores, output.stars, batch, rating=self.rating_weight)


@system("joint", title="Joint Model", reads="pieces", tasks=("acsa", "rp"))
def joint(setup: Setup) -> Joint:
    return Joint(setup)


@system("joint-no-rp", title="Joint Model (w/o RP)", reads="pieces", tasks=("acsa",))
def joint_no_rp(setup: Setup) -> Joint:
    return Joint(setup, rp=False)


@system("joint-no-acsa", title="Joint Model (w/o ACSA)", reads="pieces", tasks=("rp",))
def joint_no_acsa(setup: Setup) -> Joint:
    return Joint(setup, acsa=False)
