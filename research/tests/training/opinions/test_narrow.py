"""Channels and heads that do nothing can be cut off, and nothing changes."""

from __future__ import annotations

import pytest
import torch

from research.training.opinions.batches import collate
from research.training.opinions.labels import FINE
from research.training.opinions.narrow import LAYER, inputs_of, narrowed
from research.training.opinions.network import OpinionReader
from research.training.opinions.starting_weights import empty_like, fast_model, head_size

SAMPLES = [
    {
        "ids": torch.randint(5, 40, (12,), generator=torch.Generator().manual_seed(seed)).numpy(),
        "stars": 0,
        "domain": -1,
    }
    for seed in range(3)
]


@pytest.fixture
def arrays() -> dict[str, torch.Tensor]:
    torch.manual_seed(0)
    weights = OpinionReader(fast_model(40), 3, len(FINE["en"])).state_dict()
    return {name: array.clone() for name, array in weights.items() if "position_ids" not in name}


def states(arrays: dict[str, torch.Tensor]) -> torch.Tensor:
    model = OpinionReader(empty_like(arrays, "en"), 3, len(FINE["en"]))
    assert not model.load_state_dict(arrays, strict=False).unexpected_keys
    with torch.no_grad():
        return model.eval().states(collate(SAMPLES, len(FINE["en"])))


def test_what_moves_nothing_is_cut_off(arrays: dict[str, torch.Tensor]) -> None:
    size = head_size(arrays)
    for layer in range(2):
        arrays[f"{LAYER}{layer}.output.dense.weight"][:, ::2] = 0  # every second inner channel
        arrays[f"{LAYER}{layer}.attention.output.dense.weight"][:, : 3 * size] = 0  # the first three heads
    maps = [f"{LAYER}{layer}.{part}output.dense" for layer in range(2) for part in ("attention.", "")]
    seen = inputs_of(arrays, "en", SAMPLES, maps)
    smaller = narrowed(arrays, seen, ffn=384, heads=3, size=size)
    assert smaller[f"{LAYER}0.intermediate.dense.weight"].shape == (384, 192)
    assert smaller[f"{LAYER}1.attention.self.key.weight"].shape == (3 * size, 192)
    assert torch.allclose(states(smaller), states(arrays), atol=1e-5)
    worse = narrowed(arrays, seen, ffn=192, heads=3, size=size)
    assert not torch.allclose(states(worse), states(arrays), atol=1e-3)
