"""A look at a file before it is analysed: its columns, which of them is which, and the first rows."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import chain, islice
from pathlib import Path

from voxpop.errors import ColumnError, InputError
from voxpop.ingest.reading import DEFAULT, Reading, _peek
from voxpop.ingest.sources import SourceFile
from voxpop.ingest.tables import FileChoice, OpenTable, TableRow
from voxpop.settings import Settings
from voxpop.types import Rejected, Review

ROWS = 6
CELL = 300  # characters of a cell
WIDEST = 1000  # columns
LOOKED = 200  # rows from which unreadable ones are told


@dataclass(slots=True)
class Preview:
    """What a file seems to be. ``problem`` says what stands in the way of reading it as it is."""

    columns: list[str] = field(default_factory=list)
    rows: list[list[str]] = field(default_factory=list)
    choice: FileChoice | None = None
    problem: str | None = None
    rejected: list[str] = field(default_factory=list)


def preview(path: Path | SourceFile, *, settings: Settings = DEFAULT) -> Preview:
    """Look at the first rows. A file that cannot be read at all is an InputError."""
    result = Preview()
    try:
        items = list(islice(Looking(settings, result).read(path), LOOKED))
    except ColumnError as error:
        result.problem = str(error)
    else:
        result.rejected = [f"{item.row or '?'}: {item.reason}" for item in items if isinstance(item, Rejected)][:3]
    return result


class Looking(Reading):
    """A reading that remembers the first table it meets."""

    def __init__(self, settings: Settings, result: Preview) -> None:
        super().__init__(settings, self._chosen)
        self.result = result

    def _chosen(self, choice: FileChoice) -> None:
        self.result.choice = self.result.choice or choice

    def _reviews(self, name: str, format_: str, table: OpenTable) -> Iterator[Review | Rejected]:
        peeked = _peek(table.rows)
        if not self.result.columns:
            self._remember(name, [item for item in peeked if isinstance(item, TableRow)])
        yield from super()._reviews(name, format_, replace(table, rows=chain(peeked, table.rows)))

    def _remember(self, name: str, rows: list[TableRow]) -> None:
        names = list(dict.fromkeys(column for row in rows[:ROWS] for column in row.cells))
        if len(names) > WIDEST:
            raise InputError(
                f"{name} has {len(names):,} columns, which no file of reviews has. At most {WIDEST:,} are accepted: "
                "keep those with the text, the stars and the date."
            )
        self.result.columns = names
        self.result.rows = [[shown(row.cells.get(column)) for column in names] for row in rows[:ROWS]]


def shown(cell: object) -> str:
    text = "" if cell is None else str(cell)
    return text if len(text) <= CELL else f"{text[:CELL]}…"
