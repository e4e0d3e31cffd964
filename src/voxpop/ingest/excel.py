"""Excel and OpenDocument: the sheet asked for, or the one with the most rows, in memory (a million rows at most)."""

from __future__ import annotations

from typing import Any

import python_calamine as calamine

from voxpop.errors import InputError
from voxpop.ingest.cells import is_missing
from voxpop.ingest.columns import column_names
from voxpop.ingest.streams import Stream
from voxpop.ingest.tables import READERS, OpenTable, TableRow
from voxpop.settings import Settings

AHEAD = 20  # rows looked at to tell whether the first is a header
Line = tuple[int, list[Any]]


@READERS.register("xlsx")
def read_excel(stream: Stream, settings: Settings) -> OpenTable:
    name, lines, others = _sheet(stream, settings.sheet)
    names, named = column_names(lines[0][1], [cells for _, cells in lines[1:AHEAD]], settings.columns)
    rows = (TableRow(number, dict(zip(names, cells, strict=True))) for number, cells in lines[named:])
    notes = [f"sheet {name!r} was read, {', '.join(map(repr, others))} not (--sheet NAME)"] if others else []
    if not named:
        notes.append("the sheet has no header row")
    return OpenTable(rows, named=named, notes=tuple(notes))


def _sheet(stream: Stream, wanted: str | None) -> tuple[str, list[Line], list[str]]:
    """The sheet asked for, by name or number, or the fullest: exports often begin with a cover sheet."""
    try:
        with stream.seekable() as data:
            book = calamine.load_workbook(data)
        names = [sheet.name for sheet in book.sheets_metadata if sheet.typ == calamine.SheetTypeEnum.WorkSheet]
        chosen = [_named_sheet(wanted, names, stream.name)] if wanted else names
        sheets = {name: _lines(book.get_sheet_by_name(name)) for name in chosen}
    except (calamine.CalamineError, OSError, ValueError) as error:
        why = str(error).splitlines()[0][:200]
        raise InputError(f"{stream.name} cannot be read as a workbook ({why}). Save it again or as CSV.") from None
    fullest = max(sheets, key=lambda name: len(sheets[name]), default=None)
    if fullest is None or not sheets[fullest]:
        where = f"its sheet {fullest!r}" if wanted else "any of its sheets"
        raise InputError(f"{stream.name} holds no rows in {where}.")
    return fullest, sheets[fullest], [] if wanted else [name for name in names if name != fullest]


def _named_sheet(wanted: str, names: list[str], source: str) -> str:
    by_number = [names[int(wanted) - 1]] if wanted.isdecimal() and 0 < int(wanted) <= len(names) else []
    same = [name for name in names if name.strip().lower() == wanted.strip().lower()]
    if not same + by_number:
        raise InputError(f"{source} has no sheet {wanted!r}. Its sheets: {', '.join(map(repr, names)) or 'none'}.")
    return (same + by_number)[0]


def _lines(sheet: Any) -> list[Line]:
    """The rows with their numbers in the sheet, without blank ones."""
    first = (sheet.start or (0, 0))[0] + 1
    rows = enumerate(sheet.to_python(skip_empty_area=True), start=first)
    return [(number, cells) for number, cells in rows if not all(map(is_missing, cells))]
