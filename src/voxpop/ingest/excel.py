"""Excel and OpenDocument: the sheet with the most rows. A sheet holds a million rows at most and sits in memory."""

from __future__ import annotations

from typing import Any

import python_calamine as calamine

from voxpop.errors import InputError
from voxpop.ingest.cells import is_missing
from voxpop.ingest.columns import looks_like_header
from voxpop.ingest.streams import Stream
from voxpop.ingest.tables import READERS, OpenTable, TableRow, header, numbered
from voxpop.settings import Settings

AHEAD = 20  # rows looked at to tell whether the first is a header
Line = tuple[int, list[Any]]


@READERS.register("xlsx")
def read_excel(stream: Stream, settings: Settings) -> OpenTable:
    name, lines, others = _fullest_sheet(stream)
    first = [_text(cell) for cell in lines[0][1]]
    below = [[_text(cell) for cell in cells] for _, cells in lines[1:AHEAD]]
    named = looks_like_header(first, below, settings.columns)
    names = header(first) if named else numbered(len(first))
    rows = (TableRow(number, dict(zip(names, cells, strict=True))) for number, cells in lines[named:])
    notes = [f"sheet {name!r} was read, {', '.join(map(repr, others))} not"] if others else []
    if not named:
        notes.append("the sheet has no header row")
    return OpenTable(rows, named=named, notes=tuple(notes))


def _fullest_sheet(stream: Stream) -> tuple[str, list[Line], list[str]]:
    """Exports often begin with a cover sheet; of equals the first is taken."""
    try:
        with stream.seekable() as data:
            book = calamine.load_workbook(data)
        names = [sheet.name for sheet in book.sheets_metadata if sheet.typ == calamine.SheetTypeEnum.WorkSheet]
        sheets = {name: _lines(book.get_sheet_by_name(name)) for name in names}
    except (calamine.CalamineError, OSError, ValueError) as error:
        why = str(error).splitlines()[0][:200]
        raise InputError(f"{stream.name} cannot be read as a workbook ({why}). Save it again or as CSV.") from None
    fullest = max(sheets, key=lambda name: len(sheets[name]), default=None)
    if fullest is None or not sheets[fullest]:
        raise InputError(f"{stream.name} holds no rows in any of its sheets.")
    return fullest, sheets[fullest], [name for name in names if name != fullest]


def _lines(sheet: Any) -> list[Line]:
    """The rows with their numbers in the sheet, without blank ones."""
    first = (sheet.start or (0, 0))[0] + 1
    rows = enumerate(sheet.to_python(skip_empty_area=True), start=first)
    return [(number, cells) for number, cells in rows if not all(map(is_missing, cells))]


def _text(cell: Any) -> str:
    if isinstance(cell, float) and cell.is_integer():
        return str(int(cell))
    return str(cell)
