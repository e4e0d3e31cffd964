"""JSON Lines: an object, a string or a list of cells a line; a bad line costs only itself."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from itertools import chain, islice
from typing import Any

from voxpop.ingest.broken import KEPT, broken, without_people_in_json
from voxpop.ingest.columns import column_names
from voxpop.ingest.encoding import TextLine, find_encoding, is_unfinished, lines
from voxpop.ingest.plain import too_long
from voxpop.ingest.streams import Stream
from voxpop.ingest.tables import READERS, OpenTable, TableRow
from voxpop.settings import Settings
from voxpop.types import Rejected

AHEAD = 20  # values looked at to find out whether the first names the columns


@READERS.register("jsonl")
def read_json_lines(stream: Stream, settings: Settings) -> OpenTable:
    encoding = find_encoding(stream, wanted=settings.encoding)
    values = (_value(line, stream.name) for line in lines(stream, encoding) if line.text.strip())
    return json_table(values, stream.name, settings, encoding=encoding, where="Line")


def json_table(
    values: Iterator[tuple[int, Any] | Rejected], source: str, settings: Settings, *, encoding: str, where: str
) -> OpenTable:
    """A table of JSON values with their numbers: objects, strings, or lists of cells (the first may be names)."""
    early: list[tuple[int, Any] | Rejected] = list(islice(values, AHEAD))
    good = [item[1] for item in early if not isinstance(item, Rejected)]
    lists = [value for value in good if is_row(value)] if good and is_row(good[0]) else []
    names, named = column_names(lists[0], lists[1:], settings.columns) if lists else ([], True)

    def rows() -> Iterator[TableRow | Rejected]:
        is_header = named and bool(lists)
        for item in chain(early, values):
            if isinstance(item, Rejected):
                yield item
            elif is_row(item[1]) and is_header:
                is_header = False
            elif is_row(item[1]) and len(item[1]) == len(names):
                yield TableRow(item[0], dict(zip(names, item[1], strict=True)))
            else:
                yield as_row(item[0], item[1], source, where=where)

    notes = () if named else ("the lists have no row of names",)
    return OpenTable(rows(), encoding=encoding, named=named, notes=notes)


def is_row(value: Any) -> bool:
    """Whether a value is a row of cells: a list with a string, in which nothing is nested."""
    return (
        isinstance(value, list)
        and any(isinstance(item, str) for item in value)
        and not any(isinstance(item, dict | list) for item in value)
    )


def _value(line: TextLine, source: str) -> tuple[int, Any] | Rejected:
    if line.cut:
        return too_long(line, source, text=without_people_in_json(line.text[:KEPT]))
    try:
        return line.number, json.loads(line.text)
    except (ValueError, RecursionError) as error:
        reason = f"Line {line.number} is not JSON: {error}."
        text, truncated = without_people_in_json(line.text[:KEPT]), is_unfinished(line)
        return broken(reason, source=source, row=line.number, text=text, truncated=truncated)


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
    """An object with the cells of the objects in it under "outer.inner"; what is nested deeper stays as it is."""
    cells: dict[str, Any] = {}
    for name, inner in value.items():
        if isinstance(inner, dict):
            cells.update({f"{name}.{key}": deep for key, deep in inner.items()})
        else:
            cells[name] = inner
    return cells


def _kind(value: Any) -> str:
    return "a list" if isinstance(value, list) else "null" if value is None else f"the value {value!r:.40}"
