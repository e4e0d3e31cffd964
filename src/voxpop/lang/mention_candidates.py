"""Names of products in texts."""

from __future__ import annotations

from typing import Literal, NamedTuple


class NameMention(NamedTuple):
    """A product's name in a text. ``entity`` is the name as people would say it."""

    start: int
    end: int
    role: Literal["main", "other", "unknown"]  # unknown: nobody said what the product is called
    entity: str
