"""QA-BERT (Sun et al. 2019): the review and a question about one aspect, read together as a pair."""

from __future__ import annotations

from torch import Tensor, nn

from research.training.bert_systems import BertSystem
from research.training.losses import acsa_loss
from research.training.system import Batch, C, Output, Setup, spread, system


@system("qa-bert", title="QA-BERT", reads="pieces", tasks=("acsa",))
class QaBert(BertSystem):
    """One pass per mentioned aspect; all aspects share the answer's layer, the question tells them apart."""

    def __init__(self, setup: Setup) -> None:
        super().__init__(setup)
        self.questions = setup.questions
        self.drop = nn.Dropout(0.1)
        self.softmax = nn.Linear(self.encoder.width, C)

    def forward(self, batch: Batch) -> Output:
        H, _, _ = self.encode_pairs(batch, self.questions)  # (P, Z, d)
        return Output(spread(self.softmax(self.drop(H[:, 0])), batch))  # (B, N, C)

    def loss(self, output: Output, batch: Batch) -> Tensor:
        assert output.scores is not None
        return acsa_loss(output.scores, batch)
