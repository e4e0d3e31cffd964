from __future__ import annotations

import math

import pytest
import torch

from research.training.losses import acsa_loss, grading_loss, joint_loss, margin_loss, rating_loss
from research.training.system import Batch

NAN = float("nan")


def batch(y: list[list[int]], p: list[list[int]], g: list[float], a: list[list[float]] | None = None) -> Batch:
    stars = a or [[NAN] * len(each) for each in y]
    return Batch([[1]] * len(y), torch.tensor(y), torch.tensor(p).bool(), torch.tensor(g), torch.tensor(stars))


def test_equation_5_by_hand() -> None:
    """Review 1 mentions both aspects (K = 2), review 2 one (K = 1), review 3 none."""
    probabilities = torch.tensor([
        [[0.7, 0.2, 0.1], [0.1, 0.1, 0.8]],
        [[0.5, 0.25, 0.25], [0.1, 0.1, 0.8]],
        [[0.1, 0.1, 0.8], [0.1, 0.1, 0.8]],
    ])  # fmt: skip
    given = batch([[0, 2], [1, 0], [0, 0]], [[1, 1], [1, 0], [0, 0]], [NAN] * 3)
    first = -(math.log(0.7) + math.log(0.8)) / 2
    second = -math.log(0.25)
    assert acsa_loss(probabilities.log(), given).item() == pytest.approx((first + second) / 2, abs=1e-6)


def test_what_is_not_mentioned_changes_nothing_and_learns_nothing() -> None:
    scores = torch.randn(2, 3, 3, requires_grad=True)
    mask = [[1, 0, 0], [0, 1, 1]]
    first = acsa_loss(scores, batch([[0, 0, 0], [1, 2, 0]], mask, [NAN] * 2))
    other = acsa_loss(scores, batch([[0, 2, 1], [2, 2, 0]], mask, [NAN] * 2))  # the paper's "random" labels
    assert first.item() == other.item()
    first.backward()
    gone = ~torch.tensor(mask).bool()
    assert (scores.grad[gone] == 0).all()
    assert (scores.grad[~gone] != 0).any()


def test_equation_7_counts_reviews_with_stars() -> None:
    stars = torch.tensor([3.5, 1.0, 99.0], requires_grad=True)
    loss = rating_loss(stars, batch([[0]] * 3, [[0]] * 3, [5.0, 2.0, NAN]))
    assert loss.item() == pytest.approx((1.5 + 1.0) / 3)
    loss.backward()
    assert stars.grad.tolist() == pytest.approx([-1 / 3, -1 / 3, 0.0])


def test_equation_8_is_the_sum() -> None:
    scores, stars = torch.randn(2, 2, 3), torch.tensor([1.0, 4.0])
    given = batch([[0, 1], [2, 2]], [[1, 0], [1, 1]], [2.0, NAN])
    assert joint_loss(scores, stars, given) == acsa_loss(scores, given) + rating_loss(stars, given)
    assert joint_loss(scores, stars, given, rating=3) == acsa_loss(scores, given) + 3 * rating_loss(stars, given)


def test_without_labels_the_loss_is_zero_not_nan() -> None:
    given = batch([[0]], [[0]], [NAN])
    assert joint_loss(torch.randn(1, 1, 3), torch.randn(1), given).item() == 0


def test_margins_by_hand() -> None:
    lengths = torch.tensor([[[0.7, 0.4, 0.05], [0.9, 0.9, 0.9]]])
    loss = margin_loss(lengths, batch([[0, 0]], [[1, 0]], [NAN]))
    assert loss.item() == pytest.approx(0.2**2 + 0.5 * 0.3**2, abs=1e-6)


def test_stars_of_aspects_by_hand() -> None:
    """Review 1 is half a star off on average, review 2 two stars in its only aspect, review 3 rates none."""
    given = batch([[0, 0]] * 3, [[1, 1], [1, 0], [0, 0]], [NAN] * 3, [[5.0, 2.0], [1.0, NAN], [NAN, NAN]])
    said = torch.tensor([[4.5, 2.5], [3.0, 9.0], [1.0, 1.0]], requires_grad=True)
    lost = grading_loss(said, given)
    assert lost.item() == pytest.approx((0.5 + 2 + 0) / 3)
    lost.backward()
    assert (said.grad[~given.a.isfinite()] == 0).all()
