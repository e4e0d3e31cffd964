"""What BERTopic and SetFit are given, and how their groups are scored; the peers themselves are not installed here."""

from __future__ import annotations

import numpy as np

from research.annotation.key_points import GroupedStatement
from research.benchmarks import peers

TEXT = "The wifi in our room was slow. Lovely staff!"


def statement(group: str | None, *, sign: int = -1) -> GroupedStatement:
    return GroupedStatement("hotel", "p1", TEXT, (4, 8), (25, 29), sign, group)


def test_a_statement_reaches_from_its_target_to_its_verdict() -> None:
    assert peers.statement_text(statement(None)) == "wifi in our room was slow"


def test_an_opinion_is_given_as_its_target_and_its_sentence() -> None:
    opinion = {"target": [38, 43], "words": [31, 37], "polarity": 1.0}
    assert peers.marked_text(TEXT, opinion) == "staff:Lovely staff!"


def test_groups_are_scored_by_pairs_of_one_kind_of_product_and_sign() -> None:
    statements = [statement("slow wifi"), statement("slow wifi"), statement("bad bed"), statement(None)]
    statements += [statement("slow wifi", sign=1)]
    texts, vectors = [TEXT] * 5, np.zeros((5, 2), np.float32)

    def score(first: list[int]) -> float:
        return peers.group_f1(statements, texts, vectors, lambda texts, _: first if len(texts) > 1 else [0])

    assert score([0, 0, 1, 2]) == 1
    assert score([-1, -1, -1, -1]) == 0  # topics of outliers are no groups
    assert score([0, 0, 0, 1]) == 2 * 1 / (3 + 1)
    assert score([0, 1, 0, 1]) == 0
