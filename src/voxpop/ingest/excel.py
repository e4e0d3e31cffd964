"""Excel and OpenDocument, in memory: the sheet asked for, or the one with the most rows and all with the same columns.

Such files are zips. What reads them knows no limit, so they are looked through before.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from copy import copy
from typing import Any
from zipfile import ZipFile, ZipInfo

import python_calamine as calamine

from voxpop.errors import InputError
from voxpop.ingest.cells import is_missing
from voxpop.ingest.headers import AHEAD, Header, find_header
from voxpop.ingest.streams import BROKEN, CHUNK, Budget, Stream
from voxpop.ingest.tables import READERS, OpenTable, TableRow, plain
from voxpop.settings import Settings

SPREADSHEET = b"application/vnd.oasis.opendocument.spreadsheet"
SHEET = re.compile(r"/?xl/worksheets/[^/]*\.xml", re.I)
MAX_CELLS = 50_000_000  # of a sheet from its corner to its last cell, empty ones included: about 2 GB in memory
OVERLAP = 32  # bytes; no cell's place is longer
_PLACE = re.compile(rb"""\sr=["']([A-Za-z]{0,3})(\d{1,7})["']""")
Line = tuple[int, list[Any]]


@READERS.register("xlsx")
def read_excel(stream: Stream, settings: Settings) -> OpenTable:
    """Read a sheet of a workbook, and those with the same columns, such as one for each month."""
    sheets = _sheets(stream, settings.sheet)
    headers = {
        name: find_header([cells for _, cells in lines[:AHEAD]], settings.columns)
        for name, lines in sheets.items()
        if lines
    }
    fullest = max(headers, key=lambda name: len(sheets[name]), default=None)
    if fullest is None:
        where = f"its sheet {next(iter(sheets))!r}" if settings.sheet else "any of its sheets"
        raise InputError(f"{stream.name} holds no rows in {where}.")
    header = headers[fullest]
    columns = {name: _spelled_as(header, headers[name]) for name in headers} | {fullest: header.names}
    read = {name: names for name, names in columns.items() if names}
    rows = (
        TableRow(number, dict(zip(names, cells, strict=True)), name if len(read) > 1 else "")
        for name, names in read.items()
        for number, cells in sheets[name][headers[name].height :]
    )
    notes = _note(list(read), [name for name in sheets if name not in read])
    return OpenTable(rows, named=header.height > 0, notes=(*notes, *header.notes("sheet")))


def _spelled_as(header: Header, other: Header) -> list[str]:
    """Return the names of another sheet's columns as the header has them; none unless they are the same, in any order.

    A sheet without a header has no names to compare.
    """
    names = {plain(name): name for name in header.names}
    same = header.height and other.height and sorted(map(plain, other.names)) == sorted(names)
    return [names[plain(name)] for name in other.names] if same else []


def _note(read: list[str], others: list[str]) -> list[str]:
    """Return which sheets were read and which were not."""
    if len(read) == 1 and not others:
        return []
    are_read = (
        f"sheets {_listed(read)} have the same columns and were read" if read[1:] else f"sheet {read[0]!r} was read"
    )
    return [f"{are_read}, {_listed(others)} not (--sheet NAME reads one)" if others else are_read]


def _listed(names: list[str]) -> str:
    return ", ".join(map(repr, names))


def _sheets(stream: Stream, wanted: str | None) -> dict[str, list[Line]]:
    """Return the sheet asked for, by name or number, or all of them."""
    try:
        with stream.seekable() as data:
            book = calamine.load_workbook(data)
        names = [sheet.name for sheet in book.sheets_metadata if sheet.typ == calamine.SheetTypeEnum.WorkSheet]
        chosen = [_named_sheet(wanted, names, stream.name)] if wanted else names
        return {name: _lines(book.get_sheet_by_name(name)) for name in chosen}
    except (calamine.CalamineError, OSError, ValueError) as error:
        why = str(error).splitlines()[0][:200]
        raise InputError(f"{stream.name} cannot be read as a workbook ({why}). Save it again or as CSV.") from None


def _named_sheet(wanted: str, names: list[str], source: str) -> str:
    by_number = (
        [names[int(wanted) - 1]] if wanted.isdecimal() and len(wanted) < 10 and 0 < int(wanted) <= len(names) else []
    )
    same = [name for name in names if name.strip().lower() == wanted.strip().lower()]
    if not same + by_number:
        raise InputError(f"{source} has no sheet {wanted!r}. Its sheets: {', '.join(map(repr, names)) or 'none'}.")
    return (same + by_number)[0]


def _lines(sheet: Any) -> list[Line]:
    """Return the rows with their numbers in the sheet, without blank ones."""
    first = (sheet.start or (0, 0))[0] + 1
    rows = enumerate(sheet.to_python(skip_empty_area=True), start=first)
    return [(number, cells) for number, cells in rows if not all(map(is_missing, cells))]


def is_workbook(archive: ZipFile) -> bool:
    """Whether a zip is an Excel or OpenDocument file."""
    names = set(archive.namelist())
    if "[Content_Types].xml" in names or "mimetype" not in names:
        return "[Content_Types].xml" in names
    try:
        with archive.open("mimetype") as data:
            return data.read(len(SPREADSHEET)) == SPREADSHEET
    except BROKEN:
        return False


def check_workbook(archive: ZipFile, name: str, *, size: int, most: int | None = None) -> None:
    """Stop at a workbook of this size that would fill the memory: a bomb, or a sheet with a cell far away.

    A sheet is laid out in memory as a rectangle that reaches to its last cell.
    """
    Budget(name, lambda: size, most=most).spend(sum(info.file_size for info in archive.infolist()))
    budget = Budget(name, lambda: size, most=most)
    for info in archive.infolist():
        rows = columns = 0
        tail = b""
        for chunk in _chunks(archive, info, budget, name):
            if not SHEET.fullmatch(info.filename):
                continue
            places = _PLACE.findall(tail + chunk)
            rows = max(rows, max((int(row) for _, row in places), default=0))
            columns = max(columns, max(map(column_number, {letters for letters, _ in places}), default=0))
            tail = chunk[-OVERLAP:]
            if rows * columns > MAX_CELLS:
                raise InputError(
                    f"{name} has a sheet of {rows:,} rows and {columns:,} columns, which is too large to read. Delete "
                    "stray cells far below or to the right, or save it as CSV."
                )


def _chunks(archive: ZipFile, info: ZipInfo, budget: Budget, name: str) -> Iterator[bytes]:
    unlimited = copy(info)
    unlimited.file_size = 1 << 62  # so that a size given too small hides nothing
    try:
        inner = archive.open(unlimited)
    except BROKEN as error:
        raise InputError(f"{name} is damaged ({error}). Save it again or as CSV.") from None
    with budget.reader(inner, name) as data:
        while chunk := data.read(CHUNK):
            yield chunk


def column_number(letters: bytes) -> int:
    """Return the number of a column: A is 1, AA is 27."""
    number = 0
    for letter in letters.upper():
        number = number * 26 + letter - ord("A") + 1
    return number
