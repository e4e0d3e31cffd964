"""Plain text: one review a line, blank lines between them ignored."""

from __future__ import annotations

from voxpop.ingest.broken import broken
from voxpop.ingest.encoding import TextLine, find_encoding, lines
from voxpop.ingest.streams import Stream
from voxpop.ingest.tables import READERS, OpenTable, TableRow
from voxpop.settings import Settings
from voxpop.types import Rejected


@READERS.register("txt")
def read_plain(stream: Stream, settings: Settings) -> OpenTable:
    encoding = find_encoding(stream, wanted=settings.encoding)
    rows = (_row(line, stream.name) for line in lines(stream, encoding) if line.text.strip())
    return OpenTable(rows, encoding=encoding, columns={"text": "line"})


def _row(line: TextLine, source: str) -> TableRow | Rejected:
    if line.cut:
        return too_long(line, source, text=line.text)
    return TableRow(line.number, {"line": line.text.rstrip("\r\n")})


def too_long(line: TextLine, source: str, *, text: str) -> Rejected:
    reason = f"Line {line.number} is longer than {len(line.text):,} characters, which is no review."
    return broken(reason, source=source, row=line.number, text=text)
