"""Text that was stored in a wrong encoding: UTF-8 that a program read as cp1252 and saved again ("doesnâ€™t").

A cell is repaired only if all its characters are, as bytes of cp1252, UTF-8 of characters that reviews have; and the
cells of a file only if there are several such among its first rows, so that a review about "â€™" stays as it is.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator, Sequence
from typing import Any

from voxpop.ingest.tables import TableRow
from voxpop.lang.scripts import EAST_ASIAN
from voxpop.types import Rejected

FEWEST, LEAST = 3, 0.1  # such cells among the first rows of a file, and their share of those that are not plain ASCII
TWICE = 2  # programs may do it to the same text again
_UNUSUAL = re.compile(  # beyond Latin letters, punctuation, signs, East Asian characters and emoji
    f"[^\x00-\x7f\xa0-\u017f\u2000-\u2bff{EAST_ASIAN}\ufe00-\ufe0f\U0001f000-\U0001faff]"
)
_REMAINS = re.compile("â€|Ã[^A-Za-z]|Â[\xa0-\xbf]|ðŸ")  # in cells that lost bytes


def repaired(text: str) -> str:
    """Return a text as it was before it was stored in a wrong encoding; the text itself if it was not.

    >>> repaired("It doesnâ€™t work"), repaired("Très bon café")
    ('It doesn’t work', 'Très bon café')
    """
    decoded = text
    for _ in range(TWICE):
        if decoded.isascii():
            break
        try:
            decoded = decoded.encode("cp1252", "voxpop.bytes").decode()
        except UnicodeError:
            break
    return text if _UNUSUAL.search(decoded) else decoded


def repair_note(rows: Sequence[TableRow]) -> str | None:
    """Return what a user should know if a table with these first rows was stored in a wrong encoding; else None."""
    cells = [cell for row in rows for cell in row.cells.values() if isinstance(cell, str) and not cell.isascii()]
    wrong = sum(repaired(cell) != cell for cell in cells)
    if wrong < FEWEST or wrong < LEAST * len(cells):
        return None
    beyond = sum(repaired(cell) == cell and _REMAINS.search(cell) is not None for cell in cells)
    lost = f"; in {beyond:,} more, bytes are lost" if beyond else ""
    where = f"in the first {len(rows):,} rows, {wrong:,} cells"
    return f"{where} were stored in a wrong encoding (UTF-8 read as cp1252); all such cells are repaired{lost}"


def repaired_rows(rows: Iterator[TableRow | Rejected]) -> Iterator[TableRow | Rejected]:
    """Yield the rows of a table that was stored in a wrong encoding with repaired cells and names of columns."""
    return (row if isinstance(row, Rejected) else _repaired_row(row) for row in rows)


def _repaired_row(row: TableRow) -> TableRow:
    return row._replace(cells={repaired(name): _repaired_cell(cell) for name, cell in row.cells.items()})


def _repaired_cell(cell: Any) -> Any:
    return repaired(cell) if isinstance(cell, str) else cell


def _as_byte(error: UnicodeError) -> tuple[bytes, int]:
    """Encode a control character as its byte: programs make them of the five bytes that cp1252 does not have."""
    if isinstance(error, UnicodeEncodeError) and "\x80" <= (character := error.object[error.start]) <= "\x9f":
        return character.encode("latin-1"), error.start + 1
    raise error


codecs.register_error("voxpop.bytes", _as_byte)
