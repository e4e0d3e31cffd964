"""Which of the first rows of a table name its columns: a header may stand below a title, and have several rows.

Survey tools write a short name, the question and a code for each column, one below the other.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import zip_longest
from typing import Any, NamedTuple

from voxpop.ingest.cells import is_unknown, plain_value
from voxpop.ingest.dates import read_date
from voxpop.ingest.star_ratings import read_stars
from voxpop.ingest.tables import plain, role_of, unique_names
from voxpop.lang import languages
from voxpop.lang.scripts import UNSPACED_LETTERS
from voxpop.settings import Columns

AHEAD = 20  # rows below the first that help to tell whether it is a header
MORE_ROWS = 2  # below the first row of a header that may belong to it
FEWEST_BELOW = 5  # rows below them, from which their columns are known to hold numbers or dates
ANSWER_LABELS = frozenset().union(*(lang.table_words.ANSWER_LABELS for lang in languages()))
_NAME = re.compile(r"[A-Za-z_][\w.-]{0,40}")
_UNSPACED = re.compile(f"[{UNSPACED_LETTERS}]")
Rows = Sequence[Sequence[str]]


class Header(NamedTuple):
    """The names of the columns, and how many of the first rows hold no review; 0: the columns are numbered."""

    names: list[str]
    height: int

    def notes(self, table: str) -> tuple[str, ...]:
        """Return what a user should know about the header."""
        if self.height > 1:
            return (f"the first {self.height} rows that are not empty were read as its title and header",)
        return () if self.height else (f"the {table} has no header row",)


def find_header(rows: Sequence[Sequence[Any]], user_columns: Columns) -> Header:
    """Return the header of a table from its first rows."""
    texts = [["" if cell is None else str(plain_value(cell)) for cell in row] for row in rows]
    above = _count_titles(texts)
    more = _count_more(texts[above + 1 :])
    if above and not _names_columns(texts[above], texts[above + 1 + more :], user_columns):
        above, more = 0, _count_more(texts[1:])
    first, labels = texts[above], texts[above + 1] if more else []
    if not looks_like_header(first, texts[above + 1 + more :], user_columns):
        return Header([f"column {i}" for i in range(1, len(texts[0]) + 1)], 0)
    given = set(map(plain, user_columns.given))
    pairs = zip_longest(first, labels[: len(first)], fillvalue="")
    return Header(unique_names(_name(cell, label, given) for cell, label in pairs), above + 1 + more)


def looks_like_header(cells: Sequence[str], below: Rows, user_columns: Columns) -> bool:
    """Whether the first row of a table names its columns rather than being one more row.

    If neither names nor numbers and dates tell, how it is written does.
    """
    told = _names_columns(cells, below, user_columns)
    if told is not None:
        return told
    if len(cells) == 1:
        return _NAME.fullmatch(cells[0]) is not None
    return any(cells) and not any(len(cell) > 50 or cell.count(" ") > 4 or is_value(cell) for cell in cells)


def _names_columns(cells: Sequence[str], below: Rows, user_columns: Columns) -> bool | None:
    """Whether a row has known names, or words above a column of numbers or dates; None if there is no such column."""
    if any(cell in user_columns.given or role_of(cell) for cell in cells):
        return True
    columns = [list(filter(None, column)) for column in zip_longest(*below, fillvalue="")]
    pairs = zip(cells, columns, strict=False)
    typed = [cell for cell, column in pairs if cell.strip() and column and all(map(is_value, column))]
    return not any(map(is_value, typed)) if typed else None


def is_value(cell: str) -> bool:
    """Whether a cell holds stars, a date or a sentence without spaces, which no name of a column is."""
    return _is_number_or_date(cell) or len(_UNSPACED.findall(cell)) > 10


def _is_number_or_date(cell: str) -> bool:
    text = cell.strip()
    return bool(text) and (read_stars(text) is not None or read_date(text) is not None)


def _count_titles(rows: Rows) -> int:
    """Return how many rows above the first with several cells hold one alone, as a title does."""
    filled = [sum(map(bool, map(str.strip, row))) for row in rows]
    return next((i for i, cells in enumerate(filled) if cells > 1), 0)


def _count_more(rows: Rows) -> int:
    """Return how many of the rows below the first of the header belong to it, too."""
    if rows and {cell.strip().lower() for cell in rows[0]} - {""} and all(map(_is_answer_label, rows[0])):
        return 1
    return next((n for n in range(MORE_ROWS, 0, -1) if _labels_columns(rows[n - 1 : n], rows[n:])), 0)


def _is_answer_label(cell: str) -> bool:
    """Whether a cell is empty, or says that answers to the question above it follow."""
    return cell.strip().lower() in ("", *ANSWER_LABELS)


def _labels_columns(row: Rows, below: Rows) -> bool:
    """Whether a row has words where two columns or more hold numbers and dates alone."""
    if len(below) < FEWEST_BELOW:
        return False
    columns = [[cell for cell in column if not is_unknown(cell)] for column in zip_longest(*below, fillvalue="")]
    typed = [n for n, column in enumerate(columns) if column and all(map(_is_number_or_date, column))]
    words = [cell for cells in row for n, cell in enumerate(cells) if n in typed and not is_unknown(cell)]
    return len(typed) > 1 and bool(words) and not any(map(_is_number_or_date, words))


def _name(cell: str, label: str, given: set[str]) -> str:
    """Return the name of a column with what stands below it: "Q1: How likely are you to recommend us?"."""
    says_all = _is_answer_label(label) or role_of(cell) or plain(cell) in given or plain(cell) == plain(label)
    return cell if says_all and cell else f"{cell}: {label}" if cell else label
