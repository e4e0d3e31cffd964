from __future__ import annotations

import torch

from research.training.heads import AspectSoftmax, Stars
from research.training.joint import AttentionPooling


def test_equations_1_to_3_by_hand() -> None:
    """One aspect at a time, with matrices as the paper writes them: columns are tokens."""
    torch.manual_seed(0)
    pooling = AttentionPooling(aspects=2, d=3)
    for weight in pooling.parameters():
        torch.nn.init.normal_(weight)
    tokens = torch.randn(1, 4, 3)
    r, alpha = pooling(tokens, torch.tensor([[True, True, True, False]]))
    H = tokens[0, :3].T  # d × Z
    for i in range(2):
        M = torch.tanh(pooling.W_a[i] @ H)
        a = torch.softmax(pooling.omega[i] @ M, 0)
        expected = torch.tanh(pooling.W_p[i] @ (H @ a))
        assert torch.allclose(alpha[0, i, :3], a, atol=1e-6)
        assert alpha[0, i, 3] == 0
        assert torch.allclose(r[0, i], expected, atol=1e-6)


def test_equation_4_has_a_layer_per_aspect() -> None:
    head = AspectSoftmax(aspects=2, d=3)
    torch.nn.init.normal_(head.bias)
    r = torch.randn(5, 2, 3)
    scores = head(r)
    assert scores.shape == (5, 2, 3)
    assert torch.allclose(scores[4, 1], head.weight[1] @ r[4, 1] + head.bias[1], atol=1e-6)
    shared = torch.randn(5, 3)
    assert torch.allclose(head(shared), head(shared[:, None].expand(5, 2, 3)))


def test_equation_6_by_hand() -> None:
    head = Stars(3)
    h = torch.randn(2, 3)
    expected = head.beta @ torch.tanh(head.hidden.weight @ h[1] + head.hidden.bias)
    assert torch.allclose(head(h)[1], expected, atol=1e-6)
