from __future__ import annotations

import pytest
import torch

from research.training.capsules import length, route, squash


def test_squash_keeps_the_direction_and_bounds_the_length() -> None:
    s = torch.tensor([[3.0, 4.0], [0.0, 0.0], [0.03, 0.04]])
    v = squash(s)
    assert v[0].tolist() == pytest.approx([0.6 * 25 / 26, 0.8 * 25 / 26], abs=1e-5)
    assert v[1].tolist() == [0.0, 0.0]
    assert length(v)[2].item() == pytest.approx(0.0025 / 1.0025, rel=1e-2)


def test_one_round_of_routing_is_an_even_share() -> None:
    u = torch.randn(2, 4, 3, 5)
    weight = torch.full((2, 4), 0.25)
    expected = squash((u / 3 * 0.25).sum(1))
    assert torch.allclose(route(u, weight, rounds=1), expected, atol=1e-6)


def test_routing_strengthens_what_agrees() -> None:
    """Three tokens vote alike for class 0 and each its own way for class 1."""
    alike = torch.tensor([[1.0, 0.0], [1.0, 0.0], [1.0, 0.0]])
    apart = torch.tensor([[1.0, 0.0], [-0.5, 0.87], [-0.5, -0.87]])
    u = torch.stack([alike, apart], 1)[None]  # (1, 3, 2, 2)
    before, after = (length(route(u, torch.ones(1, 3), rounds=rounds))[0] for rounds in (1, 3))
    assert after[0] > before[0]
    assert after[0] > 5 * after[1]


def test_tokens_without_weight_count_nothing() -> None:
    u = torch.randn(1, 4, 3, 5)
    weight = torch.tensor([[0.5, 0.5, 0.0, 0.0]])
    assert torch.allclose(route(u, weight), route(u[:, :2], weight[:, :2]), atol=1e-6)
