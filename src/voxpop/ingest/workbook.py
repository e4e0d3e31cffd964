"""Excel and OpenDocument files are zips too. What reads them knows no limit, so they are looked through before."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from copy import copy
from zipfile import ZipFile, ZipInfo

from voxpop.errors import InputError
from voxpop.ingest.compression import BROKEN, CHUNK, Budget, Guarded

SPREADSHEET = b"application/vnd.oasis.opendocument.spreadsheet"
SHEET = re.compile(r"/?xl/worksheets/[^/]*\.xml", re.I)
MAX_CELLS = 50_000_000  # of a sheet from its corner to its last cell, empty ones included: about 2 GB in memory
ENDLESS = 1 << 62
OVERLAP = 32  # bytes; no cell's place is longer
_PLACE = re.compile(rb"""\sr=["']([A-Za-z]{0,3})(\d{1,7})["']""")


def is_workbook(archive: ZipFile) -> bool:
    names = set(archive.namelist())
    return "[Content_Types].xml" in names or ("mimetype" in names and _says_spreadsheet(archive))


def _says_spreadsheet(archive: ZipFile) -> bool:
    try:
        with archive.open("mimetype") as data:
            return data.read(len(SPREADSHEET)) == SPREADSHEET
    except BROKEN:
        return False


def check_workbook(archive: ZipFile, name: str, *, size: int, most: int | None = None) -> None:
    """Stops at a workbook of this size that would fill the memory: a bomb, or a sheet with a cell far away."""
    Budget(name, lambda: size, most=most).spend(sum(info.file_size for info in archive.infolist()))
    budget = Budget(name, lambda: size, most=most)
    for info in archive.infolist():
        chunks = _chunks(archive, info, budget, name)
        if SHEET.fullmatch(info.filename):
            _check_sheet(chunks, name)
        else:
            for _ in chunks:
                pass


def _chunks(archive: ZipFile, info: ZipInfo, budget: Budget, name: str) -> Iterator[bytes]:
    unlimited = copy(info)
    unlimited.file_size = ENDLESS  # so that a size given too small hides nothing
    try:
        inner = archive.open(unlimited)
    except BROKEN as error:
        raise InputError(f"{name} is damaged ({error}). Save it again or as CSV.") from None
    with io.BufferedReader(Guarded(inner, budget, name), CHUNK) as data:
        while chunk := data.read(CHUNK):
            yield chunk


def _check_sheet(chunks: Iterator[bytes], name: str) -> None:
    """A sheet is laid out in memory as a rectangle that reaches to its last cell."""
    rows = columns = 0
    tail = b""
    for chunk in chunks:
        places = _PLACE.findall(tail + chunk)
        rows = max(rows, max((int(row) for _, row in places), default=0))
        columns = max(columns, max(map(column_number, {letters for letters, _ in places}), default=0))
        tail = chunk[-OVERLAP:]
        if rows * columns > MAX_CELLS:
            raise InputError(
                f"{name} has a sheet of {rows:,} rows and {columns:,} columns, which is too large to read. Delete stray"
                " cells far below or to the right, or save it as CSV."
            )


def column_number(letters: bytes) -> int:
    """The number of a column: A is 1, AA is 27."""
    number = 0
    for letter in letters.upper():
        number = number * 26 + letter - ord("A") + 1
    return number
