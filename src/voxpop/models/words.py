"""What the systems without an encoder share: word vectors as their first layer."""

from __future__ import annotations

from collections.abc import Sequence

import torch
from torch import Tensor, nn
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence

from voxpop.errors import OptionError
from voxpop.models.system import Setup, System, pad


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


def run_packed(network: nn.Module, x: Tensor, mask: Tensor) -> Tensor:
    """A recurrent network over the tokens that are there: (B, Z, d) to (B, Z, hidden), zero on padding."""
    lengths = mask.sum(1).cpu()
    packed = pack_padded_sequence(x, lengths, batch_first=True, enforce_sorted=False)
    out, _ = pad_packed_sequence(network(packed)[0], batch_first=True, total_length=x.shape[1])
    return out
