"""Lines of text: CSV and its relatives with any of four delimiters and with or without a header; one review a line.

Never more is lost than the broken row.
"""

from __future__ import annotations

import csv
import re
from collections import Counter, deque
from collections.abc import Iterator
from itertools import chain, islice

from voxpop.errors import InputError
from voxpop.ingest.encoding import TextLine, find_encoding, is_unfinished, lines
from voxpop.ingest.headers import AHEAD, find_header
from voxpop.ingest.streams import Stream
from voxpop.ingest.tables import READERS, OpenTable, TableRow, broken, role_of
from voxpop.settings import Columns, Settings
from voxpop.types import Rejected

DELIMITERS = ",\t;|"
NO_DELIMITER = "\x1f"  # a table of one column whose cells may hold commas
MAX_RECORD = 500_000  # characters; a quotation mark that is open for longer was never meant to be
MAX_SLOPPY = 20_000  # characters of a line whose quotation marks are sorted out; the work grows with its square
UNCLOSED = "a quotation mark opens in it that is not closed"
SNIFFED = 60  # records looked at to find the delimiter
_SEPARATOR_LINE = re.compile(r"sep=(.)\s*")  # what Excel writes above the header to name the delimiter
Record = tuple[int, list[str], bool]  # first line, cells, whether the file ends without a line end in it
Problem = tuple[TextLine, str, bool]  # first line, what is wrong with it, whether the file ends in it


@READERS.register("txt")
def read_plain(stream: Stream, settings: Settings) -> OpenTable:
    """Read plain text: one review a line, blank lines between them ignored."""
    encoding = find_encoding(stream, wanted=settings.encoding)
    rows = (
        too_long(line, stream.name) if line.cut else TableRow(line.number, {"line": line.text.rstrip("\r\n")})
        for line in lines(stream, encoding)
        if line.text.strip()
    )
    return OpenTable(rows, encoding=encoding, columns={"text": "line"})


def too_long(line: TextLine, source: str, *, names: list[str] | None = None) -> Rejected:
    """Return the row of a line that was cut."""
    reason = f"Line {line.number} is longer than {len(line.text):,} characters, which is no review."
    return broken(reason, source=source, row=line.number, text=line.text, names=names or ())


@READERS.register("csv", "tsv")
def read_delimited(stream: Stream, settings: Settings) -> OpenTable:
    """Read a table with delimiters. Its columns are named by the first record if that is a header, else by number."""
    encoding = find_encoding(stream, wanted=settings.encoding)
    feed = Feed(lines(stream, encoding))
    sample = feed.peek(SNIFFED)
    separator_line = _SEPARATOR_LINE.fullmatch(sample[0]) if sample else None
    if separator_line:
        feed.waiting.popleft()
    delimiter = separator_line[1] if separator_line else find_delimiter(sample, settings.columns)
    records = read_records(feed, delimiter)
    early, first = list[Problem](), None
    for record in records:
        if isinstance(record[1], list):
            first = record
            break
        early.append(record)
    if first is None:
        reason = f"Line {early[0][0].number}: {early[0][1]}." if early else "It must have at least one row of text."
        raise InputError(f"{stream.name} holds no rows. {reason}")
    ahead = [first, *islice(records, AHEAD)]
    good = [record for record in ahead if isinstance(record[1], list)]
    header = find_header([record[1] for record in good], settings.columns)
    wanted = chain(early, [record for record in ahead if record not in good[: header.height]], records)
    rows = (_row(record, header.names, stream.name, delimiter) for record in wanted)
    return OpenTable(rows, encoding=encoding, named=header.height > 0, notes=header.notes("file"))


class Feed:
    """Lines for the csv module, which remembers those of the record at hand so that they can be read again."""

    def __init__(self, source: Iterator[TextLine]) -> None:
        self._source = source
        self.waiting: deque[TextLine] = deque()
        self.record: list[TextLine] = []
        self.size = 0
        self.ended = False

    def __iter__(self) -> Iterator[str]:
        return self

    def __next__(self) -> str:
        line = self.waiting.popleft() if self.waiting else next(self._source, None)
        if line is None:
            self.ended = True
            raise StopIteration
        self.record.append(line)
        self.size += len(line.text)
        if line.cut:
            raise TooLong(f"line {line.number} is longer than {len(line.text):,} characters")
        if self.size > MAX_RECORD:
            raise TooLong(UNCLOSED)
        return line.text

    def begin(self) -> None:
        """Forget the record at hand."""
        self.record, self.size = [], 0

    def again(self) -> None:
        """Give back every line of the record but the first."""
        self.waiting.extendleft(reversed(self.record[1:]))
        self.ended = False

    def peek(self, count: int) -> list[str]:
        """Return the next lines, which come again."""
        ahead = list(islice(self._source, count - len(self.waiting)))
        self.waiting.extend(ahead)
        return [line.text for line in islice(self.waiting, count) if not line.cut]


class TooLong(Exception):
    """A record grows beyond what a row can be."""


def read_records(feed: Feed, delimiter: str) -> Iterator[Record | Problem]:
    """Yield the records of a file. One that never ends costs its first line; those after it are read anew."""
    csv.field_size_limit(max(csv.field_size_limit(), MAX_RECORD * 2))
    reader = csv.reader(feed, delimiter=delimiter, strict=True)
    while True:
        feed.begin()
        cells, problem = _next_record(reader, feed, delimiter)
        if cells is None:
            return
        if problem:
            # the file ends in the record, and that is its last line or has no line end
            ends = feed.ended and (len(feed.record) == 1 or is_unfinished(feed.record[-1]))
            yield feed.record[0], problem, problem == UNCLOSED and ends
            feed.again()
            reader = csv.reader(feed, delimiter=delimiter, strict=True)
        elif any(map(str.strip, cells)):
            yield feed.record[0].number, cells, is_unfinished(feed.record[-1])


def _next_record(reader: Iterator[list[str]], feed: Feed, delimiter: str) -> tuple[list[str] | None, str]:
    """Return the cells of the next record, None at the end; and what is wrong with it."""
    try:
        return next(reader, None), ""
    except TooLong as error:
        return [], str(error)
    except csv.Error as error:
        if feed.ended:
            return [], UNCLOSED
        is_short = len(feed.record) == 1 and feed.size < MAX_SLOPPY
        if is_short and (cells := split_sloppily(feed.record[0].text, delimiter)):
            return cells, ""
        return [], f"its quotation marks do not match ({error})"


def split_sloppily(line: str, delimiter: str) -> list[str]:
    """Return the cells of a line with quotation marks inside that are not doubled: one closes before a delimiter only.

    >>> split_sloppily('1,"He said "hi" to us",5', ",")
    ['1', 'He said "hi" to us', '5']
    """
    mark = re.escape(delimiter)
    pattern = rf'(?:"((?:[^"]|"(?!{mark}|$))*)"|([^{mark}]*))(?:{mark}|$)'
    text = line.rstrip("\r\n")
    cells = [match[2] if match[1] is None else match[1] for match in re.finditer(pattern, text)]
    return cells if text.endswith(delimiter) else cells[:-1]


def _row(record: Record | Problem, names: list[str], source: str, delimiter: str) -> TableRow | Rejected:
    first, cells, is_end = record
    if isinstance(first, TextLine):
        reason = f"Line {first.number} cannot be read: {cells}."
        return broken(reason, source=source, row=first.number, text=first.text, names=names, truncated=is_end)
    if len(cells) > len(names) and not any(cells[len(names) :]):
        cells = cells[: len(names)]  # a delimiter too many at the end of the line
    if len(cells) != len(names):
        reason = f"Line {first} has {len(cells)} cells, but the table has {len(names)} columns."
        text, is_cut = delimiter.join(cells), is_end and len(cells) < len(names)
        return broken(reason, source=source, row=first, text=text, names=names, truncated=is_cut)
    return TableRow(first, dict(zip(names, cells, strict=True)))


def find_delimiter(sample: list[str], user_columns: Columns) -> str:
    """Return the delimiter under which the first rows have the same number of cells, the more the better."""
    best, widest = "", 1
    for delimiter in DELIMITERS:
        counts, first, is_below = _widths(sample, delimiter)
        if not counts or len(first) < 2:
            continue
        steady = counts[len(first)] / counts.total() >= 0.7 and not is_below
        wanted = sum(role_of(cell) is not None or cell in user_columns.given for cell in first)
        if (steady or wanted > 1) and len(first) > widest:
            best, widest = delimiter, len(first)
    if best:
        return best
    counts, *_ = _widths(sample, ",")
    return "," if set(counts) <= {1} else NO_DELIMITER


def _widths(sample: list[str], delimiter: str) -> tuple[Counter[int], list[str], bool]:
    """Return how often records have how many cells, the first with several, and whether it is not the very first."""
    try:
        records = [cells for cells in csv.reader(sample, delimiter=delimiter) if cells]
    except csv.Error:
        return Counter(), [], False
    complete = records[:-1] if len(records) > 2 else records  # the last may be cut off
    first = next((cells for cells in records if len(cells) > 1), [])
    return Counter(map(len, complete)), first, records[:1] != [first]
