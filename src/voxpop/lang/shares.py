"""Shares of reviews that sentences claim in words. The words of each language are in its ``data/shares.toml``."""

from __future__ import annotations

from typing import NamedTuple

from voxpop.lang.data import read_toml


class ClaimedShare(NamedTuple):
    """What a word of quantity claims; the meaning of each number is told in ``shares.toml``."""

    words: tuple[str, ...]
    low: float = 0.0
    high: float = 1.0
    least: int = 0
    least_of_all: float = 0.0
    most_of_all: float = 1.0
    minority: bool = False


def read_claimed_shares(code: str) -> tuple[ClaimedShare, ...]:
    """Return what sentences of a language claim by their words."""
    rows = read_toml(code, "shares.toml")["claimed"]
    return tuple(ClaimedShare(**{**row, "words": tuple(row["words"])}) for row in rows)
