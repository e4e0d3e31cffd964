"""The main path of ingest: anything a user may hand over becomes a stream of reviews and rejected rows."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain, islice
from pathlib import Path, PurePath
from typing import Any

from voxpop.errors import InputError
from voxpop.ingest.columns import find_columns, text_columns
from voxpop.ingest.data_frames import as_table
from voxpop.ingest.database_query import read_database
from voxpop.ingest.formats import find_format
from voxpop.ingest.known_rows import KnownRows, stem_of
from voxpop.ingest.review_records import Recorder
from voxpop.ingest.seen_texts import Seen
from voxpop.ingest.sources import SourceFile, find_files, open_file
from voxpop.ingest.streams import Stream
from voxpop.ingest.tables import READERS, FileChoice, OpenTable, TableRow
from voxpop.settings import Settings
from voxpop.types import Rejected, Review

PEEKED = 1000  # rows looked at to choose columns, the star scale and the order of dates
PEEKED_CHARS = 8_000_000
DEFAULT = Settings()
OnChoice = Callable[[FileChoice], None]


def read_reviews(
    source: Any,
    *,
    settings: Settings = DEFAULT,
    on_choice: OnChoice | None = None,
    known: KnownRows | None = None,
) -> Iterator[Review | Rejected]:
    """Reviews and rejected rows, one at a time, from a path, several, a folder, "-", a DataFrame, texts or Reviews.

    A ``SourceFile`` is read from its path or data under the name that it carries. With ``settings.query``, the files
    are databases.

    ``on_choice`` is told once per file which format, encoding and columns were chosen. Ids of ``known`` rows are not
    given again.
    """
    return islice(Reading(settings, on_choice, known).read(source), settings.limit)


class Reading:
    """One call of ``read_reviews``: what must be remembered from file to file."""

    def __init__(self, settings: Settings, on_choice: OnChoice | None, known: KnownRows | None = None) -> None:
        self.settings = settings
        self.on_choice = on_choice or (lambda choice: None)
        self.seen = known.ids if known else Seen()
        self.several = known is not None
        self.good = 0
        self.failures: list[InputError] = []
        self.prefixes: set[str] = set(known.prefixes) if known else set()

    def read(self, source: Any) -> Iterator[Review | Rejected]:
        paths = _paths(source)
        if paths is None:
            name, format_, table = as_table(source)
            yield from self._reviews(name, format_, table)
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
        sample = [item.cells for item in peeked if isinstance(item, TableRow)]
        if not sample and not peeked:
            below = " below the header" if format_ in ("csv", "tsv", "xlsx", "asap") else ""
            raise InputError(f"{name} holds no reviews: read as {format_}, it has no rows{below}.")
        if not sample:
            rejected = [item for item in peeked if isinstance(item, Rejected)]
            yield from rejected
            raise InputError(f"{name} holds no row that can be read. The first: {rejected[0].reason}")
        asked = self.settings.columns
        columns = dict(table.columns or find_columns(sample, asked, source=name, named=table.named))
        texts = [columns["text"]] if table.columns else text_columns(columns, sample, asked, name)
        recorder = Recorder(
            columns,
            sample,
            texts=texts,
            source=name,
            prefix=self._prefix(name),
            seen=self.seen,
            keeps_people=not self.settings.curation.mask,
        )
        self.on_choice(recorder.choice(format_, table))
        self.good += 1
        for item in chain(peeked, table.rows):
            yield item if isinstance(item, Rejected) else recorder.review(item)

    def _prefix(self, name: str) -> str:
        """What tells the rows of this file from those of the others: its stem, numbered if it comes twice."""
        stem = stem_of(name)
        prefix, number = stem, 1
        while prefix in self.prefixes:
            number += 1
            prefix = f"{stem}-{number}"
        self.prefixes.add(prefix)
        return f"{prefix}:" if self.several else ""


def _peek(rows: Iterator[TableRow | Rejected]) -> list[TableRow | Rejected]:
    """The first rows: a thousand, or fewer if they are very long."""
    peeked: list[TableRow | Rejected] = []
    size = 0
    for item in rows:
        peeked.append(item)
        if isinstance(item, TableRow):
            size += sum(len(cell) for cell in item.cells.values() if isinstance(cell, str))
        if len(peeked) == PEEKED or size > PEEKED_CHARS:
            break
    return peeked


def _paths(source: Any) -> list[str | PurePath | SourceFile] | None:
    """The paths given, or None where the source is data itself.

    A list of strings is a list of texts unless each of them is a file that exists.
    """
    if isinstance(source, str | PurePath | SourceFile):
        return [source]
    if not isinstance(source, list | tuple) or not all(
        isinstance(item, str | PurePath | SourceFile) for item in source
    ):
        return None
    if any(isinstance(item, PurePath | SourceFile) for item in source) or (source and all(map(_is_path, source))):
        return list(source)
    return None


def _is_path(text: str) -> bool:
    try:
        return text == "-" or (len(text) < 1000 and "\n" not in text and Path(text).exists())
    except (OSError, ValueError):
        return False
