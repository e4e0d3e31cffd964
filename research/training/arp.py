"""ARP (Wu et al. 2019): stars from a view of the review in general and one of each aspect, learnt together.

Bu et al. (2021) names it without describing it. This is our reading of "aspect-aware": an attention per aspect whose view also
has to tell the aspect's polarity, and an attention over the aspects that says which of them decide the stars.
"""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from research.training.heads import AspectSoftmax, Stars
from research.training.losses import joint_loss
from research.training.system import Batch, Output, Setup, attend, system
from research.training.word_systems import WordSystem


@system("arp", title="ARP", reads="words", tasks=("rp",))
class Arp(WordSystem):
    def __init__(self, setup: Setup, *, filters: int = 200, window: int = 3) -> None:
        super().__init__(setup)
        self.context = nn.Conv1d(self.width, filters, window, padding=window // 2)
        self.queries = nn.Parameter(torch.empty(setup.aspects + 1, filters))  # the last one is of the whole
        self.importance = nn.Linear(filters, 1)
        nn.init.normal_(self.queries, std=0.1)
        self.drop = nn.Dropout(0.2)
        self.softmax = AspectSoftmax(setup.aspects, filters)
        self.rating = Stars(2 * filters)

    def forward(self, batch: Batch) -> Output:
        x, mask = self.read(batch.tokens)  # (B, Z, d)
        H = F.relu(self.context(self.drop(x).transpose(1, 2))).transpose(1, 2)  # (B, Z, filters)
        alpha = attend(torch.einsum("bzf,nf->bnz", H.tanh(), self.queries), mask)  # (B, N + 1, Z)
        r = self.drop(alpha @ H)  # (B, N + 1, filters)
        aspects, whole = r[:, :-1], r[:, -1]
        gamma = self.importance(aspects.tanh()).softmax(1)  # (B, N, 1)
        stars = self.rating(torch.cat([whole, (gamma * aspects).sum(1)], -1))  # (B,)
        return Output(self.softmax(aspects), stars, alpha[:, :-1])

    def loss(self, output: Output, batch: Batch) -> Tensor:
        assert output.scores is not None
        assert output.stars is not None
        return joint_loss(output.scores, output.stars, batch, rating=self.rating_weight)
