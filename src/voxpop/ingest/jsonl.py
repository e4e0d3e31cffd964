"""JSON Lines: an object (or a string) a line; a bad line costs only itself."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from voxpop.ingest.broken import KEPT, broken, without_people_in_json
from voxpop.ingest.encoding import TextLine, find_encoding, is_unfinished, lines
from voxpop.ingest.plain import too_long
from voxpop.ingest.streams import Stream
from voxpop.ingest.tables import READERS, OpenTable, TableRow
from voxpop.settings import Settings
from voxpop.types import Rejected


@READERS.register("jsonl")
def read_json_lines(stream: Stream, settings: Settings) -> OpenTable:
    encoding = find_encoding(stream, wanted=settings.encoding)
    rows = (_row(line, stream.name) for line in lines(stream, encoding) if line.text.strip())
    return OpenTable(rows, encoding=encoding)


def _row(line: TextLine, source: str) -> TableRow | Rejected:
    if line.cut:
        return too_long(line, source, text=without_people_in_json(line.text[:KEPT]))
    try:
        value = json.loads(line.text)
    except (ValueError, RecursionError) as error:
        reason = f"Line {line.number} is not JSON: {error}."
        text, truncated = without_people_in_json(line.text[:KEPT]), is_unfinished(line)
        return broken(reason, source=source, row=line.number, text=text, truncated=truncated)
    return as_row(line.number, value, source, where="TextLine")


def as_row(number: int, value: Any, source: str, *, where: str) -> TableRow | Rejected:
    """A JSON object as cells, those of an object inside it under "outer.inner"; a string is a text."""
    if isinstance(value, str):
        return TableRow(number, {"text": value})
    if isinstance(value, dict):
        return TableRow(number, flat(value))
    reason = f"{where} {number} is {_kind(value)}; a review must be an object or a string."
    text = without_people_in_json(json.dumps(value, ensure_ascii=False)[:KEPT])
    return broken(reason, source=source, row=number, text=text)


def flat(value: Mapping[str, Any]) -> Mapping[str, Any]:
    if not any(isinstance(inner, dict) for inner in value.values()):
        return value
    cells: dict[str, Any] = {}
    for name, inner in value.items():
        if isinstance(inner, dict):
            cells.update({f"{name}.{key}": deep for key, deep in inner.items() if not isinstance(deep, dict | list)})
        else:
            cells[name] = inner
    return cells


def _kind(value: Any) -> str:
    return "a list" if isinstance(value, list) else "null" if value is None else f"the value {value!r:.40}"
