"""Vanilla BERT (Devlin et al. 2018): the [CLS] vector of the review, and a softmax layer for each aspect.

Bu et al. (2021) says only that it treats the aspects independently; here each has its own layer, and the encoder is shared.
"""

from __future__ import annotations

from torch import Tensor, nn

from research.training.bert_systems import BertSystem
from research.training.heads import AspectSoftmax
from research.training.losses import acsa_loss
from research.training.system import Batch, Output, Setup, system


@system("vanilla-bert", title="Vanilla-BERT", reads="pieces", tasks=("acsa",))
class VanillaBert(BertSystem):
    def __init__(self, setup: Setup) -> None:
        super().__init__(setup)
        self.drop = nn.Dropout(0.1)
        self.softmax = AspectSoftmax(setup.aspects, self.encoder.width)

    def forward(self, batch: Batch) -> Output:
        H, _ = self.encode(batch.tokens)  # (B, Z, d)
        return Output(self.softmax(self.drop(H[:, 0])))  # (B, N, C)

    def loss(self, output: Output, batch: Batch) -> Tensor:
        assert output.scores is not None
        return acsa_loss(output.scores, batch)
