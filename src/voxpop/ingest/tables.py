"""What every reader hands on: rows of named cells, before anyone knows which column is which."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from voxpop.ingest.streams import Stream
from voxpop.registry import Registry
from voxpop.settings import Settings
from voxpop.types import Rejected


class TableRow(NamedTuple):
    """One row and its place: the line of a text file, the row of a sheet, the position of an item."""

    number: int
    cells: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class OpenTable:
    """A file being read. ``columns`` is given where the format itself says which column is which."""

    rows: Iterator[TableRow | Rejected]
    encoding: str | None = None
    columns: Mapping[str, str] | None = None
    named: bool = True  # False: the file has no header, columns are called "column 1", "column 2", …
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class FileChoice:
    """What was chosen for one file, so that a user can see it and overrule it."""

    source: str
    format: str
    encoding: str | None
    columns: dict[str, str] = field(default_factory=dict)  # role → column
    star_scale: str | None = None
    notes: tuple[str, ...] = ()
    texts: tuple[str, ...] = ()  # the columns that are joined to the text, in this order
    kept: tuple[str, ...] = ()  # columns without a role, which reviews keep in ``extra``
    left_out: tuple[str, ...] = ()  # columns that name people, which are not kept


Reader = Callable[[Stream, Settings], OpenTable]
READERS: Registry[Reader] = Registry("format")


def header(names: list[str]) -> list[str]:
    """Column names that are all different: a repeated one gets its number."""
    seen: dict[str, int] = {}
    unique = []
    for name in names:
        seen[name] = seen.get(name, 0) + 1
        unique.append(name if seen[name] == 1 else f"{name} ({seen[name]})")
    return unique


def numbered(width: int) -> list[str]:
    """The names of columns that have none."""
    return [f"column {i + 1}" for i in range(width)]
