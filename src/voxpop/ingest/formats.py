"""Which reader a file wants: by its name, then by what its first bytes say."""

from __future__ import annotations

import json
import re
from pathlib import PurePath

from voxpop.errors import InputError
from voxpop.ingest.database_query import EXAMPLE, kind_of_database
from voxpop.ingest.delimited import SNIFFED, find_delimiter
from voxpop.ingest.encoding import MARKS, find_encoding
from voxpop.ingest.streams import SUFFIXES, Stream
from voxpop.ingest.tables import role_of
from voxpop.settings import Columns, Settings

SUFFIXES_OF = {
    "csv": (".csv",), "tsv": (".tsv", ".tab"), "json": (".json",), "jsonl": (".jsonl", ".ndjson"), "txt": (".txt",),
    "parquet": (".parquet", ".pq"), "xlsx": (".xlsx", ".xlsm", ".xls", ".xlsb", ".ods"),
}  # fmt: skip
KNOWN_SUFFIXES = {suffix: name for name, suffixes in SUFFIXES_OF.items() for suffix in suffixes}
BINARY = {b"PAR1": "parquet", b"PK\x03\x04": "xlsx", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1": "xlsx"}
FOREIGN = {
    "a program": (b"\x7fELF", b"MZ"), "a picture": (b"\x89PNG", b"\xff\xd8\xff", b"GIF8"), "a PDF": (b"%PDF",),
    "a RAR archive": (b"Rar!",), "a 7z archive": (b"7z\xbc\xaf",), "a zstd archive": (b"\x28\xb5\x2f\xfd",),
    "XML or HTML": (b"<?xml", b"<!DOCTYPE", b"<!doctype", b"<html"),
}  # fmt: skip
_CONTROL = re.compile(rb"[\x01-\x08\x0e-\x1a\x1c-\x1f\x7f]")


def find_format(stream: Stream, settings: Settings) -> str:
    """Return the name of the reader for a stream."""
    if settings.format:
        return settings.format
    for magic, name in BINARY.items():
        if stream.head.startswith(magic):
            return name
    path = PurePath(stream.name)
    by_name = KNOWN_SUFFIXES.get((PurePath(path.stem) if path.suffix.lower() in SUFFIXES else path).suffix.lower())
    if by_name in ("parquet", "xlsx"):
        return by_name
    refuse_binary(stream, wanted=settings.encoding)
    text = stream.head.decode(find_encoding(stream, wanted=settings.encoding), errors="replace")
    return _by_content(text.lstrip("\ufeff"), by_name, settings.columns)


def _by_content(text: str, by_name: str | None, user_columns: Columns) -> str:
    start = text.lstrip("\ufeff \t\r\n")[:1]
    first = text.split("\n", 1)[0].strip("\r")
    if by_name in ("json", "jsonl") or (by_name is None and start in ("{", "[")):
        return "jsonl" if by_name == "jsonl" or _one_object_a_line(text) else "json"
    # some exports write a table under .txt: its first line names a text column between tabs
    if by_name == "txt" and not ("\t" in first and any(role_of(cell) == "text" for cell in first.split("\t"))):
        return "txt"
    if by_name in ("csv", "tsv"):
        return by_name
    delimiter = find_delimiter(text.splitlines(keepends=True)[:SNIFFED], user_columns)
    return {"\t": "tsv", ",": "csv", ";": "csv", "|": "csv"}.get(delimiter, "txt") if delimiter in first else "txt"


def _one_object_a_line(text: str) -> bool:
    """Whether it is JSON Lines under another name: the first line is a whole object, and another begins in the next."""
    lines = [line for line in text.split("\n") if line.strip()]
    try:
        return len(lines) > 1 and lines[1].lstrip().startswith("{") and isinstance(json.loads(lines[0]), dict)
    except (ValueError, RecursionError):
        return False


def refuse_binary(stream: Stream, *, wanted: str | None) -> None:
    """Stop at a file that is no text at all, or none in the encoding that is ``wanted``."""
    kind = next((kind for kind, magic in FOREIGN.items() if stream.head.startswith(magic)), None)
    if database := kind_of_database(stream.head):
        ours = "an analysis already (voxpop serve opens it) or another DuckDB" if database == "DuckDB" else "an SQLite"
        kind = f"{ours} database (a query gives its rows: {EXAMPLE})"
    sample = stream.head[:4096]
    if kind is None and len(_CONTROL.findall(sample)) * 10 > len(sample) and b"\0" in sample:
        kind = "no text"
    if kind is None and wanted is None and sample.count(0) * 8 > len(sample) and not sample.startswith(MARKS):
        kind = "no text, or UTF-16 without a mark at its beginning (--encoding utf-16-le or utf-16-be reads that)"
    if kind:
        raise InputError(
            f"{stream.name} is {kind}, not a file of reviews. Accepted: CSV, TSV, JSON, JSON Lines, Parquet, Excel"
            " and plain text (one review a line)."
        )
