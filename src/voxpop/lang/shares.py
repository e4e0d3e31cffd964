"""Shares of reviews and the words for them. The words of each language are in its ``data/shares.toml``.

Writing and reading differ: a summary writes the one word whose narrow range holds the share that was counted, so that
the word says as much as it can. A sentence of someone else that uses the word is read with the wide range that people
mean by it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from voxpop.lang.data import read_toml

FEW_REVIEWS = 5  # with fewer reviews than this, numbers are written instead of shares


class WordedShare(NamedTuple):
    """The word that a summary writes for a share of at least ``low`` and below ``high``."""

    text: str
    low: float
    high: float


class ClaimedShare(NamedTuple):
    """What a word of quantity claims; the meaning of each number is told in ``shares.toml``."""

    words: tuple[str, ...]
    low: float = 0.0
    high: float = 1.0
    least: int = 0
    least_of_all: float = 0.0
    most_of_all: float = 1.0
    minority: bool = False


def read_worded_shares(code: str) -> tuple[WordedShare, ...]:
    """Return what summaries in a language write, in falling order."""
    return tuple(WordedShare(*row) for row in read_toml(code, "shares.toml")["worded"])


def read_claimed_shares(code: str) -> tuple[ClaimedShare, ...]:
    """Return what sentences of a language claim by their words."""
    rows = read_toml(code, "shares.toml")["claimed"]
    return tuple(ClaimedShare(**{**row, "words": tuple(row["words"])}) for row in rows)


def worded_share(shares: Sequence[WordedShare], k: int, n: int) -> WordedShare:
    """Return the word for k of n. The shares are in falling order."""
    share = k / n if n else 0.0
    return next(worded for worded in shares if share >= worded.low)
