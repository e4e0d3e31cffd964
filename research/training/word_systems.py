"""What the systems without an encoder share: word vectors as their first layer."""

from __future__ import annotations

from collections.abc import Sequence

import torch
from torch import Tensor, nn

from research.training.system import Setup, System, pad
from voxpop.errors import OptionError


class WordSystem(System):
    """``self.read`` looks words up; the vectors are learnt further, padding stays zero."""

    def __init__(self, setup: Setup) -> None:
        super().__init__()
        if setup.vectors is None:
            raise OptionError("This system reads words: give it word vectors.")
        self.limit = setup.limit
        self.words = nn.Embedding.from_pretrained(setup.vectors.clone(), freeze=False, padding_idx=0)
        self.width: int = setup.vectors.shape[1]

    def read(self, tokens: Sequence[Sequence[int]]) -> tuple[Tensor, Tensor]:
        """Vectors (B, Z, d) and their mask (B, Z)."""
        ids, mask = pad([row[: self.limit] or [1] for row in tokens], device=self.device)
        return self.words(ids), mask


class AspectVectors(nn.Module):  # type: ignore[misc]
    """A learnt vector per aspect that begins as the mean of its name's words."""

    def __init__(self, setup: Setup, d: int) -> None:
        super().__init__()
        start = torch.empty(setup.aspects, d)
        nn.init.uniform_(start, -0.1, 0.1)
        if setup.aspect_vectors is not None:
            start = setup.aspect_vectors.clone()
        self.table = nn.Embedding.from_pretrained(start, freeze=False)

    def forward(self, aspects: Tensor) -> Tensor:
        return self.table(aspects)


class BothWays(nn.Module):  # type: ignore[misc]
    """A recurrent network each way over the tokens that are there: (B, Z, d) to (B, Z, 2 · hidden).

    Not packed: padding comes last and so never enters, and packed networks are slow on a CPU.
    """

    def __init__(self, kind: type[nn.LSTM] | type[nn.GRU], d: int, hidden: int) -> None:
        super().__init__()
        self.there, self.back = kind(d, hidden, batch_first=True), kind(d, hidden, batch_first=True)

    def forward(self, x: Tensor, mask: Tensor) -> Tensor:
        there, back = self.there(x)[0], reverse(self.back(reverse(x, mask))[0], mask)
        return torch.cat([there, back], -1)


def reverse(x: Tensor, mask: Tensor) -> Tensor:
    """Each row's tokens in the opposite order; its padding stays behind them."""
    lengths, place = mask.sum(1, keepdim=True), torch.arange(x.shape[1], device=x.device)
    order = torch.where(place < lengths, lengths - 1 - place, place)  # (B, Z)
    return x[torch.arange(len(x), device=x.device)[:, None], order]
