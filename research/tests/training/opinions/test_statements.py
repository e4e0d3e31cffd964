"""Statements that say the same are drawn together, and grouped ones are told apart from the rest."""

from __future__ import annotations

import random

import numpy as np
import torch

from research.training.opinions.statements import STATEMENTS, Block, SameStatement, draw_block


def block(groups: list[int]) -> Block:
    passages = [{"ids": np.arange(4, dtype=np.int32), "stars": 0, "domain": -1} for _ in groups]
    return Block(passages, list(range(len(groups))), [[1, 2] for _ in groups], groups)


def meanings(directions: list[list[float]]) -> torch.Tensor:
    return torch.tensor(directions)[:, None, :].expand(-1, 4, -1)


def test_statements_of_one_group_lose_less_where_they_point_the_same_way() -> None:
    loss = SameStatement()
    groups = block([0, 0, 1, -1])
    together = loss(meanings([[1.0, 0.0], [1.0, 0.1], [0.0, 1.0], [-1.0, 0.0]]), groups)
    apart = loss(meanings([[1.0, 0.0], [0.0, 1.0], [1.0, 0.1], [-1.0, 0.0]]), groups)
    assert together < apart


def test_statements_without_a_group_are_not_each_others() -> None:
    loss = SameStatement()
    alike = meanings([[1.0, 0.0], [1.0, 0.0]])
    assert loss(alike, block([-1, -1])) > loss(alike, block([0, 0]))


def test_a_block_holds_whole_groups_and_their_passages() -> None:
    rows = [(number // 2, [1], number // 4 if number < 80 else -1) for number in range(120)]
    points = [{"domain": "tea", "passages": [{"number": place} for place in range(60)], "statements": rows}]
    drawn = draw_block(points, random.Random(0))
    assert len(drawn.groups) == len(drawn.places) == len(drawn.tokens) <= STATEMENTS
    assert max(drawn.places) < len(drawn.passages)
    assert len({passage["number"] for passage in drawn.passages}) == len(drawn.passages)
