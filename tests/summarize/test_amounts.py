"""Words for shares: each stands for one range, the ranges leave no gap, and the manual says the same."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

from voxpop.summarize.amounts import AMOUNTS, amount

PAGE = Path(__file__).resolve().parents[2] / "docs" / "summaries.md"


def test_no_share_is_without_a_word() -> None:
    assert all(higher.low == lower.high for higher, lower in pairwise(AMOUNTS))
    assert AMOUNTS[-1].low == 0
    for n in range(1, 60):
        for k in range(n + 1):
            word = amount(k, n)
            assert word.low <= k / n < word.high


@pytest.mark.parametrize(
    ("k", "n", "word"),
    [(5, 5, "all"), (99, 100, "nearly all"), (4, 5, "most"), (2, 3, "two thirds"), (6, 10, "more than half"),
     (1, 2, "half"), (2, 5, "less than half"), (1, 3, "a third"), (1, 4, "a quarter"), (1, 10, "some"),
     (1, 20, "a few")],
)  # fmt: skip
def test_words(k: int, n: int, word: str) -> None:
    assert amount(k, n).name == word


def test_the_manual_lists_them() -> None:
    page = PAGE.read_text(encoding="utf-8")
    for one in AMOUNTS:
        high = "100 %" if one.name == "all" else f"below {100 * one.high:.0f} %"
        low = f"{100 * one.low:.0f} %" if one.low else "0 %"
        english, chinese = one.en.removesuffix(" of"), one.zh.removesuffix("的")
        assert f"| {english} | {chinese} | {low if one.name == 'all' else f'{low} to {high}'} |" in page, one
