"""Variants register under a name; the built-in ones come in by the same door as a user's."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Generic, TypeVar

from voxpop.errors import choose

T = TypeVar("T")


class Registry(Mapping[str, T], Generic[T]):
    """Names of one kind of thing ("aspect method", "reader") and what stands behind each.

    >>> methods = Registry[Callable[[int], int]]("method")
    >>> @methods.register("double")
    ... def double(x: int) -> int:
    ...     return 2 * x
    >>> methods["double"](3)
    6
    """

    def __init__(self, kind: str) -> None:
        self.kind = kind
        self._entries: dict[str, T] = {}

    def register(self, *names: str) -> Callable[[T], T]:
        def add(entry: T) -> T:
            self._entries.update(dict.fromkeys(names, entry))
            return entry

        return add

    def __getitem__(self, name: str) -> T:
        return self._entries[choose(self.kind, name, self._entries)]

    def __contains__(self, name: object) -> bool:
        return name in self._entries

    def __iter__(self) -> Iterator[str]:
        return iter(self._entries)

    def __len__(self) -> int:
        return len(self._entries)
