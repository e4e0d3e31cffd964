"""Rows of a file that were read a short time ago, so that the next page that shows them need not ask for them again."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping, Sequence
from threading import Lock
from typing import Generic, TypeVar

Key = TypeVar("Key", bound=Hashable)
Row = TypeVar("Row")


class RecentRows(Generic[Key, Row]):
    """Holds the rows that were asked for last, up to a number of them; many threads may ask."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._rows: OrderedDict[Key, Row] = OrderedDict()
        self._lock = Lock()

    def find(self, keys: Sequence[Key], read: Callable[[Sequence[Key]], Mapping[Key, Row]]) -> dict[Key, Row]:
        """Return the rows of some keys; ``read`` is asked once for those that are not here."""
        with self._lock:
            rows_by_key = {key: self._rows[key] for key in keys if key in self._rows}
            for key in rows_by_key:
                self._rows.move_to_end(key)
        missing = [key for key in dict.fromkeys(keys) if key not in rows_by_key]
        if missing:
            rows = read(missing)
            rows_by_key.update(rows)
            with self._lock:
                self._rows.update(rows)
                while len(self._rows) > self._size:
                    self._rows.popitem(last=False)
        return rows_by_key
