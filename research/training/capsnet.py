"""CapsNet on word vectors: states of a recurrent network as capsules, routed by agreement (Sabour et al. 2017).

The aspect comes in as in Jiang et al. 2019: beside every word, and as the capsule that weighs the words.
"""

from __future__ import annotations

import torch
from torch import Tensor, nn

from research.training.capsules import AspectWeights, length, route, squash
from research.training.losses import margin_loss
from research.training.system import Batch, C, Output, Setup, spread, system
from research.training.word_systems import AspectVectors, BothWays, WordSystem


@system("capsnet", title="CapsNet", reads="words", tasks=("acsa",))
class CapsNet(WordSystem):
    def __init__(self, setup: Setup, *, hidden: int = 128, k: int = 64) -> None:
        super().__init__(setup)
        d = self.width
        self.aspects = AspectVectors(setup, d)
        self.gru = BothWays(nn.GRU, 2 * d, hidden)
        self.primary, self.aspect = nn.Linear(2 * hidden, k), nn.Linear(d, k)
        self.weights = AspectWeights(k)
        self.W = nn.Parameter(torch.empty(C, k, k))
        self.scale = nn.Parameter(torch.tensor(2.0))
        nn.init.xavier_uniform_(self.W)
        self.drop = nn.Dropout(0.5)

    def forward(self, batch: Batch) -> Output:
        rows, aspects = batch.pairs
        x, mask = self.read([batch.tokens[row] for row in rows.tolist()])  # (P, Z, d)
        v_a = self.aspects(aspects)  # (P, d)
        beside = v_a[:, None].expand(-1, x.shape[1], -1)
        H = self.gru(self.drop(torch.cat([x, beside], -1)), mask)  # (P, Z, 2 · hidden)
        u, a = squash(self.primary(self.drop(H))), squash(self.aspect(v_a))  # (P, Z, k) and (P, k)
        u_hat = self.scale.exp() * torch.einsum("ckl,pzl->pzck", self.W, u)  # (P, Z, C, k)
        v = route(u_hat, self.weights(u, a, mask))  # (P, C, k)
        return Output(spread(length(v), batch))  # (B, N, C)

    def loss(self, output: Output, batch: Batch) -> Tensor:
        assert output.scores is not None
        return margin_loss(output.scores, batch)
