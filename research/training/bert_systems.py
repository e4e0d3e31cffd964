"""What the systems with an encoder share: framing texts, alone or with a second one, and running the encoder."""

from __future__ import annotations

from collections.abc import Sequence

import torch
from torch import Tensor

from research.training.system import Batch, Setup, System, pad
from voxpop.errors import OptionError


class BertSystem(System):
    """``self.encode`` for reviews, ``self.encode_pairs`` for a review with a text about each mentioned aspect."""

    def __init__(self, setup: Setup) -> None:
        super().__init__()
        if setup.encoder is None or setup.marks is None:
            raise OptionError("This system reads with an encoder: name its folder with --encoder DIR.")
        self.encoder, self.marks = setup.encoder, setup.marks
        self.limit = min(setup.limit, setup.encoder.config.longest)

    def encode(self, tokens: Sequence[Sequence[int]]) -> tuple[Tensor, Tensor]:
        """H (B, Z, d) and its mask (B, Z)."""
        framed = [self.marks.frame(row, limit=self.limit) for row in tokens]
        ids, mask = pad(framed, value=self.marks.pad, device=self.device)
        return self.encoder(ids, mask), mask

    def encode_pairs(self, batch: Batch, second: Sequence[Sequence[int]]) -> tuple[Tensor, Tensor, Tensor]:
        """H (P, Z, d), its mask, and (P, Z) true on the second text. ``second`` has one text per aspect."""
        framed, starts = [], []
        for row, aspect in zip(*(index.tolist() for index in batch.pairs), strict=True):
            framed.append(self.marks.frame(batch.tokens[row], second[aspect], limit=self.limit))
            starts.append(len(framed[-1]) - len(second[aspect]) - 1)
        ids, mask = pad(framed, value=self.marks.pad, device=self.device)
        place = torch.arange(ids.shape[1], device=self.device)
        behind = (place >= torch.tensor(starts, device=self.device)[:, None]) & mask  # (P, Z)
        types = behind.long() if self.encoder.has_types else None
        last = mask.sum(1, keepdim=True) - 1
        return self.encoder(ids, mask, types), mask, behind & (place < last)
