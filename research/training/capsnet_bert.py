"""CapsNet-BERT (Jiang et al. 2019): review and aspect read as a pair, tokens routed to three sentiment capsules."""

from __future__ import annotations

import torch
from torch import Tensor, nn

from research.training.bert_systems import BertSystem
from research.training.capsules import AspectWeights, length, squash
from research.training.losses import margin_loss
from research.training.system import Batch, C, Output, Setup, spread, system


@system("capsnet-bert", title="CapsNet-BERT", reads="pieces", tasks=("acsa",))
class CapsNetBert(BertSystem):
    """Guided routing: what a token says for a class is fixed by a learnt matrix G instead of found in rounds."""

    def __init__(self, setup: Setup, *, k: int = 300) -> None:
        super().__init__(setup)
        self.names = setup.names
        self.drop = nn.Dropout(0.1)
        self.primary, self.aspect = nn.Linear(self.encoder.width, k), nn.Linear(self.encoder.width, k)
        self.weights = AspectWeights(k)
        self.G = nn.Parameter(torch.empty(C, k))
        self.W_r = nn.Parameter(torch.empty(k, k))
        self.scale = nn.Parameter(torch.tensor(2.0))
        for weight in (self.G, self.W_r):
            nn.init.xavier_uniform_(weight)

    def forward(self, batch: Batch) -> Output:
        H, mask, named = self.encode_pairs(batch, self.names)  # (P, Z, d)
        with torch.autocast(H.device.type, enabled=False):  # lengths of capsules need float32
            return Output(spread(length(self.route(self.drop(H.float()), mask, named)), batch))  # (B, N, C)

    def route(self, H: Tensor, mask: Tensor, named: Tensor) -> Tensor:
        """Tokens (P, Z, d) to the sentiment capsules v (P, C, k); ``named`` is true on the aspect's name."""
        name = (H * named[..., None]).sum(1) / named.sum(1, keepdim=True)  # (P, d)
        u, a = squash(self.primary(H)), squash(self.aspect(name))  # (P, Z, k) and (P, k)
        u_bar = u * self.weights(u, a, mask & ~named)[..., None]  # (P, Z, k)
        c = torch.einsum("pzk,kl,cl->pzc", u, self.W_r, self.G).softmax(-1)  # (P, Z, C)
        return squash(self.scale.exp() * torch.einsum("pzc,pzk->pck", c, u_bar))  # (P, C, k)

    def loss(self, output: Output, batch: Batch) -> Tensor:
        assert output.scores is not None
        return margin_loss(output.scores, batch, absent=0.6)
