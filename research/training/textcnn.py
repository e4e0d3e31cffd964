"""TextCNN (Kim 2014): filters over 3, 4 and 5 words, the strongest answer of each over the review."""

from __future__ import annotations

from collections.abc import Sequence

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from research.training.heads import AspectSoftmax, Stars
from research.training.losses import acsa_loss, rating_loss
from research.training.system import Batch, Output, Setup, system
from research.training.word_systems import WordSystem

WINDOWS = (3, 4, 5)


class TextCnn(WordSystem):
    """One view of the review for all aspects, each with its own softmax layer; or for the stars."""

    def __init__(self, setup: Setup, *, rp: bool = False, filters: int = 100) -> None:
        super().__init__(setup)
        self.windows = nn.ModuleList(nn.Conv1d(self.width, filters, window) for window in WINDOWS)
        self.drop = nn.Dropout(0.5)
        d = filters * len(WINDOWS)
        self.rating = Stars(d) if rp else None
        self.softmax = None if rp else AspectSoftmax(setup.aspects, d)

    def forward(self, batch: Batch) -> Output:
        r = self.drop(self.view(batch.tokens))
        if self.rating is not None:
            return Output(stars=self.rating(r))
        assert self.softmax is not None
        return Output(self.softmax(r))

    def view(self, tokens: Sequence[Sequence[int]]) -> Tensor:
        x, mask = self.read(tokens)  # (B, Z, d)
        lengths = mask.sum(1, keepdim=True)
        views = []
        for window, conv in zip(WINDOWS, self.windows, strict=True):
            answers = F.relu(conv(F.pad(x.transpose(1, 2), (window - 1, window - 1))))  # (B, filters, Z + window − 1)
            place = torch.arange(answers.shape[-1], device=answers.device)
            inside = place < lengths + window - 1  # (B, Z + window − 1)
            views.append(answers.masked_fill(~inside[:, None], 0.0).amax(-1))  # relu: nothing is below zero
        return torch.cat(views, 1)  # (B, 3 · filters)

    def loss(self, output: Output, batch: Batch) -> Tensor:
        return rating_loss(output.stars, batch) if output.scores is None else acsa_loss(output.scores, batch)


@system("textcnn", title="TextCNN", reads="words", tasks=("acsa",))
def textcnn(setup: Setup) -> TextCnn:
    return TextCnn(setup)


@system("textcnn-rp", title="TextCNN", reads="words", tasks=("rp",))
def textcnn_rp(setup: Setup) -> TextCnn:
    return TextCnn(setup, rp=True)
