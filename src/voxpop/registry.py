"""Variants register under a name; the built-in ones come in by the same door as a user's."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from voxpop.errors import choose

T = TypeVar("T")


class Registry(dict[str, T]):
    """Names of one kind of thing ("aspect method", "reader") and what stands behind each.

    >>> methods = Registry[Callable[[int], int]]("method")
    >>> @methods.register("double")
    ... def double(x: int) -> int:
    ...     return 2 * x
    >>> methods["double"](3)
    6
    """

    def __init__(self, kind: str) -> None:
        super().__init__()
        self.kind = kind

    def register(self, *names: str) -> Callable[[T], T]:
        def add(entry: T) -> T:
            self.update(dict.fromkeys(names, entry))
            return entry

        return add

    def __missing__(self, name: str) -> T:
        return self[choose(self.kind, name, self)]
