"""ATAE-LSTM (Wang et al. 2016): the aspect's vector goes into every step of the LSTM and into its attention."""

from __future__ import annotations

import torch
from torch import Tensor, nn

from research.training.losses import acsa_loss
from research.training.system import Batch, C, Output, Setup, attend, spread, system
from research.training.word_systems import AspectVectors, WordSystem


@system("atae-lstm", title="ATAE_LSTM", reads="words", tasks=("acsa",))
class AtaeLstm(WordSystem):
    """One pass per mentioned aspect a; v_a is its vector and h_Z the last state."""

    def __init__(self, setup: Setup, *, hidden: int = 300) -> None:
        super().__init__(setup)
        d = self.width
        self.aspects = AspectVectors(setup, d)
        self.lstm = nn.LSTM(2 * d, hidden, batch_first=True)
        self.W_h, self.W_v = nn.Linear(hidden, hidden, bias=False), nn.Linear(d, d, bias=False)
        self.w = nn.Linear(hidden + d, 1, bias=False)
        self.W_p, self.W_x = nn.Linear(hidden, hidden, bias=False), nn.Linear(hidden, hidden, bias=False)
        self.drop = nn.Dropout(0.5)
        self.softmax = nn.Linear(hidden, C)

    def forward(self, batch: Batch) -> Output:
        rows, aspects = batch.pairs
        x, mask = self.read([batch.tokens[row] for row in rows.tolist()])  # (P, Z, d)
        v_a = self.aspects(aspects)[:, None].expand(-1, x.shape[1], -1)  # (P, Z, d)
        H, _ = self.lstm(self.drop(torch.cat([x, v_a], -1)))  # (P, Z, hidden); padding comes after all that counts
        M = torch.cat([self.W_h(H), self.W_v(v_a)], -1).tanh()  # (P, Z, hidden + d)
        alpha = attend(self.w(M).squeeze(-1), mask)  # (P, Z)
        r = torch.einsum("pz,pzh->ph", alpha, H)  # (P, hidden)
        h_Z = H[torch.arange(len(H), device=H.device), mask.sum(1) - 1]  # (P, hidden)
        h = (self.W_p(r) + self.W_x(h_Z)).tanh()  # h*
        return Output(spread(self.softmax(self.drop(h)), batch))  # (B, N, C)

    def loss(self, output: Output, batch: Batch) -> Tensor:
        assert output.scores is not None
        return acsa_loss(output.scores, batch)
