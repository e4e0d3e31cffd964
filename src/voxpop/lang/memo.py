"""A cache for what is computed once per distinct word: reviews repeat most words."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

K = TypeVar("K")
V = TypeVar("V")


class Memo(dict[K, V]):
    """A dictionary that computes missing values, and empties itself when full so that memory stays bounded."""

    def __init__(self, make: Callable[[K], V], *, limit: int = 100_000) -> None:
        super().__init__()
        self.make = make
        self.limit = limit

    def __missing__(self, key: K) -> V:
        if len(self) >= self.limit:
            self.clear()
        value = self[key] = self.make(key)
        return value
