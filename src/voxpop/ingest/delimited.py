"""CSV and its relatives: any of four delimiters, with or without a header, and never more lost than the broken row.

ASAP is one of them: Chinese restaurant reviews with stars and 18 aspect labels. The sample and the release have headers
of their own.
"""

from __future__ import annotations

import csv
import re
from collections import Counter, deque
from collections.abc import Iterator
from dataclasses import replace
from itertools import chain, islice

from voxpop.errors import InputError
from voxpop.ingest.broken import broken, without_people, without_people_in_line
from voxpop.ingest.columns import column_names, role_of
from voxpop.ingest.encoding import TextLine, find_encoding, is_unfinished, lines
from voxpop.ingest.streams import Stream
from voxpop.ingest.tables import READERS, OpenTable, TableRow
from voxpop.settings import Columns, Settings
from voxpop.types import Rejected

DELIMITERS = ",\t;|"
NO_DELIMITER = "\x1f"  # a table of one column whose cells may hold commas
MAX_RECORD = 500_000  # characters; a quotation mark that is open for longer was never meant to be
MAX_SLOPPY = 20_000  # characters of a line whose quotation marks are sorted out; the work grows with its square
UNCLOSED = "a quotation mark opens in it that is not closed"
SNIFFED = 60  # records looked at to find the delimiter
AHEAD = 20  # records below the first that help to tell whether it is a header
_SEPARATOR_LINE = re.compile(r"sep=(.)\s*")  # what Excel writes above the header to name the delimiter
ASAP_HEADERS = (("index", "reviewbody", "star"), ("id", "review", "star"))
ASAP_ASPECTS = ("location", "service", "price", "environment", "ambience", "dish", "food")
Record = tuple[int, list[str], bool]  # first line, cells, whether the file ends without a line end in it


@READERS.register("csv", "tsv")
def read_delimited(stream: Stream, settings: Settings) -> OpenTable:
    encoding = find_encoding(stream, wanted=settings.encoding)
    feed = Feed(lines(stream, encoding))
    sample = feed.peek(SNIFFED)
    separator_line = _SEPARATOR_LINE.fullmatch(sample[0]) if sample else None
    if separator_line:
        feed.waiting.popleft()
    delimiter = separator_line[1] if separator_line else find_delimiter(sample, settings.columns)
    records = read_records(feed, delimiter, stream.name)
    rows, named = _rows(records, settings.columns, stream.name, delimiter)
    notes = () if named else ("the file has no header row",)
    return OpenTable(rows, encoding=encoding, named=named, notes=notes)


def is_asap(first: str) -> bool:
    """Whether the first line of a file is one of ASAP's two headers."""
    names = [name.strip().strip('"').lower() for name in first.split(",")]
    labels = names[3:]
    return (
        tuple(names[:3]) in ASAP_HEADERS and len(labels) >= 10 and all(name.startswith(ASAP_ASPECTS) for name in labels)
    )


@READERS.register("asap")
def read_asap(stream: Stream, settings: Settings) -> OpenTable:
    first = stream.head.decode("utf-8-sig", errors="replace").split("\n", 1)[0].strip()
    if not is_asap(first):
        raise InputError(f"{stream.name} does not begin with ASAP's header (id,review,star,Location#Transportation,…).")
    names = [name.strip().strip('"') for name in first.split(",")]
    return replace(read_delimited(stream, settings), columns={"id": names[0], "text": names[1], "stars": names[2]})


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
        self.record, self.size = [], 0

    def again(self) -> None:
        """Gives back every line of the record but the first."""
        self.waiting.extendleft(reversed(self.record[1:]))
        self.ended = False

    def peek(self, count: int) -> list[str]:
        ahead = list(islice(self._source, count - len(self.waiting)))
        self.waiting.extend(ahead)
        return [line.text for line in islice(self.waiting, count) if not line.cut]


class TooLong(Exception):
    """A record grows beyond what a row can be."""


def read_records(feed: Feed, delimiter: str, source: str) -> Iterator[Record | Rejected]:
    """The records of a file. One that never ends costs its first line; those after it are read anew."""
    csv.field_size_limit(max(csv.field_size_limit(), MAX_RECORD * 2))
    reader = csv.reader(feed, delimiter=delimiter, strict=True)
    while True:
        feed.begin()
        cells, problem = _next_record(reader, feed, delimiter)
        if cells is None:
            return
        first, raw = feed.record[0].number, feed.record[0].text
        if problem:
            # the file ends in the record, and that is its last line or has no line end
            ends = feed.ended and (len(feed.record) == 1 or is_unfinished(feed.record[-1]))
            truncated = problem == UNCLOSED and ends
            feed.again()
            reader = csv.reader(feed, delimiter=delimiter, strict=True)
            reason = f"Line {first} cannot be read: {problem}."
            yield broken(reason, source=source, row=first, text=raw, truncated=truncated)
        elif any(map(str.strip, cells)):
            yield first, cells, is_unfinished(feed.record[-1])


def _next_record(reader: Iterator[list[str]], feed: Feed, delimiter: str) -> tuple[list[str] | None, str]:
    """The cells of the next record, None at the end; and what is wrong with it."""
    try:
        return next(reader, None), ""
    except TooLong as error:
        return [], str(error)
    except csv.Error as error:
        if feed.ended:
            return [], UNCLOSED
        if (
            len(feed.record) == 1
            and feed.size < MAX_SLOPPY
            and (cells := split_sloppily(feed.record[0].text, delimiter))
        ):
            return cells, ""
        return [], f"its quotation marks do not match ({error})"


def split_sloppily(line: str, delimiter: str) -> list[str]:
    """The cells of a line whose writer did not double the quotation marks inside: one closes before a delimiter only.

    >>> split_sloppily('1,"He said "hi" to us",5', ",")
    ['1', 'He said "hi" to us', '5']
    """
    mark = re.escape(delimiter)
    pattern = rf'(?:"((?:[^"]|"(?!{mark}|$))*)"|([^{mark}]*))(?:{mark}|$)'
    text = line.rstrip("\r\n")
    cells = [match[2] if match[1] is None else match[1] for match in re.finditer(pattern, text)]
    return cells if text.endswith(delimiter) else cells[:-1]


def _rows(
    records: Iterator[Record | Rejected], user_columns: Columns, source: str, delimiter: str
) -> tuple[Iterator[TableRow | Rejected], bool]:
    """Names the columns by the first record if that is a header, else by number."""
    early: list[Rejected] = []
    for record in records:
        if not isinstance(record, Rejected):
            break
        early.append(record)
    else:
        reason = early[0].reason if early else "It must have at least one row of text."
        raise InputError(f"{source} holds no rows. {reason}")
    ahead = list(islice(records, AHEAD))
    below = [later[1] for later in ahead if not isinstance(later, Rejected)]
    names, named = column_names(record[1], below, user_columns)

    def rows() -> Iterator[TableRow | Rejected]:
        for item in chain(early, [] if named else [record], ahead, records):
            if isinstance(item, Rejected):
                yield replace(item, text=without_people_in_line(item.text or "", names, delimiter))
            else:
                yield _row(item, names, source, delimiter)

    return rows(), named


def _row(record: Record, names: list[str], source: str, delimiter: str) -> TableRow | Rejected:
    number, cells, unfinished = record
    if len(cells) > len(names) and not any(cells[len(names) :]):
        cells = cells[: len(names)]  # a delimiter too many at the end of the line
    if len(cells) != len(names):
        reason = f"Line {number} has {len(cells)} cells, but the table has {len(names)} columns."
        text, truncated = delimiter.join(without_people(cells, names)), unfinished and len(cells) < len(names)
        return broken(reason, source=source, row=number, text=text, truncated=truncated)
    return TableRow(number, dict(zip(names, cells, strict=True)))


def find_delimiter(sample: list[str], user_columns: Columns) -> str:
    """The delimiter under which the first rows have the same number of cells, the more the better."""
    best, widest = "", 1
    for delimiter in DELIMITERS:
        counts, first = _widths(sample, delimiter)
        if not counts or len(first) < 2:
            continue
        steady = counts[len(first)] / counts.total() >= 0.7
        wanted = sum(role_of(cell) is not None or cell in user_columns.given for cell in first)
        if (steady or wanted > 1) and len(first) > widest:
            best, widest = delimiter, len(first)
    if best:
        return best
    counts, _ = _widths(sample, ",")
    return "," if set(counts) <= {1} else NO_DELIMITER


def _widths(sample: list[str], delimiter: str) -> tuple[Counter[int], list[str]]:
    records = []
    try:
        records = [cells for cells in csv.reader(sample, delimiter=delimiter) if cells]
    except csv.Error:
        return Counter(), []
    complete = records[:-1] if len(records) > 2 else records  # the last may be cut off
    return Counter(map(len, complete)), records[0] if records else []
