"""Shares in words. Each word stands for an exact range of shares, so that it can be checked: docs/summaries.md."""

from __future__ import annotations

from typing import NamedTuple

SMALL = 5  # with fewer reviews than this, numbers are said instead of shares


class Amount(NamedTuple):
    """A word for a share that is at least ``low`` and below ``high``."""

    name: str
    low: float
    high: float
    en: str
    zh: str


AMOUNTS = (
    Amount("all", 1.0, 1.01, "all", "全部"),
    Amount("nearly all", 0.9, 1.0, "nearly all", "几乎全部"),
    Amount("most", 0.7, 0.9, "most", "大多数"),
    Amount("two thirds", 0.62, 0.7, "about two thirds of", "约三分之二的"),
    Amount("more than half", 0.54, 0.62, "more than half of", "半数以上的"),
    Amount("half", 0.46, 0.54, "about half of", "约一半的"),
    Amount("less than half", 0.38, 0.46, "fewer than half of", "不到一半的"),
    Amount("a third", 0.28, 0.38, "about a third of", "约三分之一的"),
    Amount("a quarter", 0.2, 0.28, "about a quarter of", "约四分之一的"),
    Amount("some", 0.08, 0.2, "some", "部分"),
    Amount("a few", 0.0, 0.08, "a few", "少数"),
)


def amount(k: int, n: int) -> Amount:
    """The word for k of n.

    >>> amount(2, 3).name
    'two thirds'
    """
    share = k / n if n else 0.0
    return next(one for one in AMOUNTS if share >= one.low)
