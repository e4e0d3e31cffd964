"""The main path of ingest: anything a user may hand over becomes a stream of reviews and rejected rows."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from itertools import chain, islice
from pathlib import Path
from typing import Any

from voxpop.errors import ColumnError, InputError
from voxpop.ingest import delimited, excel, json_files  # noqa: F401  they register
from voxpop.ingest.data_frames import as_table
from voxpop.ingest.database_query import read_database
from voxpop.ingest.formats import find_format
from voxpop.ingest.known_rows import KnownRows, stem_of
from voxpop.ingest.mojibake import repair_note, repaired_rows
from voxpop.ingest.review_records import Recorder
from voxpop.ingest.row_batches import row_batches, row_length
from voxpop.ingest.seen_texts import Seen
from voxpop.ingest.sources import SourceFile, find_files, given_paths, open_file
from voxpop.ingest.streams import Stream
from voxpop.ingest.tables import READERS, FileChoice, OpenTable, TableRow
from voxpop.settings import Settings
from voxpop.types import Rejected, Review

PEEKED = 1000  # rows looked at to choose columns, the star scale and the order of dates
PEEKED_CHARS = 8_000_000
READ_AHEAD = 2_000_000  # characters of rows whose ids are looked up together
SHOWN = 6  # rows of a preview
CELL = 300  # characters of a cell in a preview
WIDEST = 1000  # columns of a file that is shown
LOOKED = 200  # rows from which a preview tells unreadable ones
DEFAULT = Settings()
OnChoice = Callable[[FileChoice], None]
OnTable = Callable[[str, list[TableRow]], None]  # is told the name of a table and its first rows


def read_reviews(
    source: Any,
    *,
    settings: Settings = DEFAULT,
    on_choice: OnChoice | None = None,
    known: KnownRows | None = None,
) -> Iterator[Review | Rejected]:
    """Yield reviews and rejected rows, one at a time.

    The source is a path, several, a folder, "-", a DataFrame, texts or Reviews. A ``SourceFile`` is read from its path
    or data under the name that it carries. With ``settings.query``, the files are databases.

    ``on_choice`` is told once per file which format, encoding and columns were chosen. Ids of ``known`` rows are not
    given again.
    """
    return islice(Reading(settings, on_choice, known).read(source), settings.limit)


class Reading:
    """One call of ``read_reviews``: what must be remembered from file to file."""

    def __init__(
        self,
        settings: Settings,
        on_choice: OnChoice | None = None,
        known: KnownRows | None = None,
        on_table: OnTable | None = None,
    ) -> None:
        self.settings = settings
        self.on_choice = on_choice or (lambda choice: None)
        self.on_table = on_table or (lambda name, rows: None)
        self.seen = known.ids if known else Seen()
        self.several = known is not None
        self.good = 0
        self.failures: list[InputError] = []
        self.choices: list[FileChoice] = list(known.choices) if known else []
        self.prefixes = {stem_of(choice.source) for choice in self.choices}

    def read(self, source: Any) -> Iterator[Review | Rejected]:
        """Yield the reviews and rejected rows of a source."""
        paths = given_paths(source)
        if paths is None:
            yield from self._reviews(*as_table(source))
            return
        files = list(find_files(paths))
        self.several = self.several or sum(isinstance(file, SourceFile) for file in files) > 1
        for file in files:
            yield from [file] if isinstance(file, Rejected) else self._tolerant(self._file(file), file)
        if self.failures and not self.good:
            raise InputError(f"None of {len(self.failures)} files could be read. The first: {self.failures[0]}")

    def _tolerant(self, items: Iterator[Review | Rejected], place: SourceFile | Stream) -> Iterator[Review | Rejected]:
        """A file that the user named must be good; one found in a folder or archive is reported and passed over."""
        try:
            yield from items
        except InputError as error:
            if not place.found:
                raise
            self.failures.append(error)
            yield Rejected(step="file", reason=str(error), source=place.name)

    def _file(self, file: SourceFile) -> Iterator[Review | Rejected]:
        if self.settings.query is not None:
            if file.path is None:
                raise InputError(f"{file.name} cannot be asked: a query needs a database in a file, SQLite or DuckDB.")
            yield from self._reviews(file.name, *read_database(file.path, self.settings.query))
            return
        for stream in open_file(file):
            if isinstance(stream, Rejected):
                yield stream
            else:
                self.several = self.several or stream.found
                yield from self._tolerant(self._stream(stream), stream)

    def _stream(self, stream: Stream) -> Iterator[Review | Rejected]:
        if not stream.head:
            raise InputError(f"{stream.name} is empty. A file of reviews is expected.")
        format_ = find_format(stream, self.settings)
        yield from self._reviews(stream.name, format_, READERS[format_](stream, self.settings))

    def _reviews(self, name: str, format_: str, table: OpenTable) -> Iterator[Review | Rejected]:
        peeked = _peek(table.rows)
        rows = [item for item in peeked if isinstance(item, TableRow)]
        if note := repair_note(rows):
            table = replace(table, rows=repaired_rows(table.rows), notes=(*table.notes, note))
            peeked = list(repaired_rows(iter(peeked)))
            rows = [item for item in peeked if isinstance(item, TableRow)]
        rejected = [item for item in peeked if isinstance(item, Rejected)]
        if not peeked:
            below = " below the header" if format_ in ("csv", "tsv", "xlsx") else ""
            raise InputError(f"{name} holds no reviews: read as {format_}, it has no rows{below}.")
        if not rows:
            yield from rejected
            raise InputError(f"{name} holds no row that can be read. The first: {rejected[0].reason}")
        self.on_table(name, rows)
        sample = [row.cells for row in rows]
        places: dict[str, Any] = {"source": name, "prefix": self._prefix(name), "seen": self.seen}
        recorder = Recorder(table, sample, self.settings, earlier=self.choices, **places)
        self.choices.append(recorder.choice(format_))
        self.on_choice(self.choices[-1])
        self.good += 1
        for batch in chain([peeked], row_batches(table.rows, characters=READ_AHEAD)):
            recorder.prepare(batch)
            for item in batch:
                yield item if isinstance(item, Rejected) else recorder.review(item)

    def _prefix(self, name: str) -> str:
        """Return what tells the rows of this file from those of the others: its stem, numbered if it comes twice."""
        stem = stem_of(name)
        prefix, number = stem, 1
        while prefix in self.prefixes:
            number += 1
            prefix = f"{stem}-{number}"
        self.prefixes.add(prefix)
        return f"{prefix}:" if self.several else ""


def _peek(rows: Iterator[TableRow | Rejected]) -> list[TableRow | Rejected]:
    """Return the first rows: a thousand, or fewer if they are very long."""
    peeked: list[TableRow | Rejected] = []
    size = 0
    for item in rows:
        peeked.append(item)
        size += row_length(item)
        if len(peeked) == PEEKED or size > PEEKED_CHARS:
            break
    return peeked


@dataclass(slots=True)
class Preview:
    """What a file seems to be. ``problem`` says what stands in the way of reading it as it is."""

    columns: list[str] = field(default_factory=list)
    rows: list[list[str]] = field(default_factory=list)
    choice: FileChoice | None = None
    problem: str | None = None
    rejected: list[str] = field(default_factory=list)


def preview(path: Path | SourceFile, *, settings: Settings = DEFAULT) -> Preview:
    """Look at a file before it is analysed: its columns, which of them is which, and the first rows.

    A file that cannot be read at all is an InputError.
    """
    result = Preview()

    def remember_first(name: str, rows: list[TableRow]) -> None:
        names = list(dict.fromkeys(column for row in rows[:SHOWN] for column in row.cells))
        if len(names) > WIDEST:
            raise InputError(
                f"{name} has {len(names):,} columns, which no file of reviews has. At most {WIDEST:,} are accepted: "
                "keep those with the text, the stars and the date."
            )
        if not result.columns:
            result.columns = names
            result.rows = [[_shown(row.cells.get(column)) for column in names] for row in rows[:SHOWN]]

    reading = Reading(settings, on_table=remember_first)
    try:
        items = list(islice(reading.read(path), LOOKED))
    except ColumnError as error:
        result.problem = str(error)
    else:
        result.rejected = [f"{item.row or '?'}: {item.reason}" for item in items if isinstance(item, Rejected)][:3]
    result.choice = next(iter(reading.choices), None)
    return result


def _shown(cell: object) -> str:
    text = "" if cell is None else str(cell)
    return text if len(text) <= CELL else f"{text[:CELL]}…"
