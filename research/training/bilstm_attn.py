"""BiLSTM+Attn (Zhou et al. 2016): two LSTMs, one each way, and one attention over the words."""

from __future__ import annotations

import torch
from torch import Tensor, nn

from research.training.heads import AspectSoftmax, Stars
from research.training.losses import acsa_loss, rating_loss
from research.training.system import Batch, Output, Setup, attend, system
from research.training.word_systems import BothWays, WordSystem


class BiLstmAttn(WordSystem):
    """H = →h + ←h, M = tanh(H), α = softmax(wᵀM), r = Hαᵀ, h* = tanh(r)."""

    def __init__(self, setup: Setup, *, rp: bool = False, hidden: int = 200) -> None:
        super().__init__(setup)
        self.lstm = BothWays(nn.LSTM, self.width, hidden)
        self.w = nn.Parameter(torch.empty(hidden))
        nn.init.normal_(self.w, std=0.1)
        self.drop_words, self.drop = nn.Dropout(0.3), nn.Dropout(0.5)
        self.rating = Stars(hidden) if rp else None
        self.softmax = None if rp else AspectSoftmax(setup.aspects, hidden)

    def forward(self, batch: Batch) -> Output:
        x, mask = self.read(batch.tokens)  # (B, Z, d)
        H = self.lstm(self.drop_words(x), mask).unflatten(-1, (2, -1)).sum(2)  # (B, Z, hidden)
        alpha = attend(H.tanh() @ self.w, mask)  # (B, Z)
        r = self.drop(torch.einsum("bz,bzh->bh", alpha, H).tanh())  # (B, hidden)
        if self.rating is not None:
            return Output(stars=self.rating(r), attention=alpha[:, None])
        assert self.softmax is not None
        return Output(self.softmax(r), attention=alpha[:, None].expand(-1, batch.p.shape[1], -1))

    def loss(self, output: Output, batch: Batch) -> Tensor:
        return rating_loss(output.stars, batch) if output.scores is None else acsa_loss(output.scores, batch)


@system("bilstm-attn", title="BiLSTM+Attn", reads="words", tasks=("acsa",))
def bilstm_attn(setup: Setup) -> BiLstmAttn:
    return BiLstmAttn(setup)


@system("bilstm-attn-rp", title="BiLSTM+Attn", reads="words", tasks=("rp",))
def bilstm_attn_rp(setup: Setup) -> BiLstmAttn:
    return BiLstmAttn(setup, rp=True)
