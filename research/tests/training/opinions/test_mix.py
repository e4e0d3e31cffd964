"""The mean of students, mixed with an earlier one."""

from __future__ import annotations

import torch

from research.training.opinions.mix import mixed


def test_mean_of_students_is_mixed_with_the_earlier_one_where_shapes_agree():
    students = [{"a": torch.tensor([2.0]), "new": torch.tensor([4.0]), "wider": torch.tensor([1.0, 3.0])},
                {"a": torch.tensor([6.0]), "new": torch.tensor([8.0]), "wider": torch.tensor([3.0, 5.0])}]  # fmt: skip
    earlier = {"a": torch.tensor([14.0]), "wider": torch.tensor([100.0]), "gone": torch.tensor([1.0])}
    weights = mixed(students, earlier, 0.7)
    assert set(weights) == {"a", "new", "wider"}
    torch.testing.assert_close(weights["a"], torch.tensor([7.0]))  # .7 · 4 + .3 · 14
    torch.testing.assert_close(weights["new"], torch.tensor([6.0]))
    torch.testing.assert_close(weights["wider"], torch.tensor([2.0, 4.0]))


def test_the_head_of_fine_categories_can_be_that_of_the_students_alone():
    student = {"fine_bias": torch.ones(2, 4), "pool.query.bias": torch.ones(4), "fact": torch.ones(1)}
    earlier = {name: torch.zeros_like(array) for name, array in student.items()}
    weights = mixed([student], earlier, 0.5, own_fine=True)
    torch.testing.assert_close(weights["fine_bias"], torch.ones(2, 4))
    torch.testing.assert_close(weights["pool.query.bias"], torch.tensor([0.5, 0.5, 1.0, 1.0]))
    torch.testing.assert_close(weights["fact"], torch.tensor([0.5]))
