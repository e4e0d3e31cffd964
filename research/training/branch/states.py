"""The states that a branch learns from: the reader's, frozen, for batches of texts."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import torch
from torch import Tensor

from research.training.optimization import mixed
from research.training.pieces import Pieces
from research.training.reader import network
from voxpop.extract.reader_output import EARLY


class States:
    """``states(ids)`` gives (B, Z, 2d) for unframed texts, and where there is text; marks are left out."""

    def __init__(self, reader: Path, device: torch.device) -> None:
        self.reader, self.shape = network.load(reader)
        self.reader.to(device).eval().requires_grad_(False)
        self.pieces = Pieces(reader)
        self.window = self.shape.window
        self.device = device
        self._early: list[Tensor] = []
        self.reader.encoder.layers[EARLY].register_forward_hook(
            lambda _module, _inputs, output: self._early.append(output)
        )

    @torch.no_grad()  # type: ignore[untyped-decorator]
    def __call__(self, ids: Sequence[Sequence[int]]) -> tuple[Tensor, Tensor]:
        marks = self.pieces.marks
        longest = max(map(len, ids))
        rows = [[marks.cls, *row, marks.sep] + [marks.pad] * (longest - len(row)) for row in ids]
        tokens = torch.tensor(rows, device=self.device)
        lengths = torch.tensor([len(row) for row in ids], device=self.device)[:, None]
        place = torch.arange(longest + 2, device=self.device)
        with mixed(self.device):
            last = self.reader.encoder(tokens, place < lengths + 2)
        hidden = torch.cat([self._early.pop(), last], dim=-1)[:, 1:-1]  # (B, Z, 2d)
        return hidden, place[:-2] < lengths


def side_by_side(first: tuple[Tensor, Tensor], second: tuple[Tensor, Tensor]) -> tuple[Tensor, Tensor, Tensor]:
    """Two texts as one: states, flags (0 for the first, 1 for the second) and where there is text."""
    hidden = torch.cat([first[0], second[0]], dim=1)
    mask = torch.cat([first[1], second[1]], dim=1)
    flags = torch.zeros(mask.shape, dtype=torch.long, device=mask.device)
    flags[:, first[1].shape[1] :] = 1
    return hidden, flags, mask
