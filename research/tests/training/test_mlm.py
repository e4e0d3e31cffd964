"""Masked-language training, at a size that runs in a second."""

from __future__ import annotations

from pathlib import Path

import pytest
import torch

from research.training import mlm
from research.training.encoder import load_encoder
from research.training.pieces import Pieces
from voxpop.errors import InputError

CPU = torch.device("cpu")


def test_masked_language_training_learns_to_guess_and_hides_no_marks(tiny: Path) -> None:
    pieces, encoder = Pieces(tiny), load_encoder(tiny)
    rows = mlm.blocks(pieces, ["the food was good", "the service was bad"] * 40, 10)
    assert rows.shape[1] == 10
    assert (rows[:, 0] == pieces.marks.cls).all()
    marks = torch.tensor([pieces.marks.cls, pieces.marks.sep])
    hidden, targets = mlm.hide(rows.long(), 0.5, pieces.mask, 60, marks)
    assert not torch.isin(rows[targets != mlm.IGNORED].long(), marks).any()
    assert torch.equal(hidden[targets == mlm.IGNORED], rows[targets == mlm.IGNORED].long())
    recipe = mlm.MaskingRecipe(steps=60, batch=16, rate=5e-3)
    marked = (pieces.marks.cls, pieces.marks.sep)
    assert mlm.adapt(encoder, rows, recipe, mask=pieces.mask, special=marked, device=CPU)["loss"] < 2.5
    with pytest.raises(InputError, match="more text"):
        mlm.blocks(pieces, ["food"], 128)
