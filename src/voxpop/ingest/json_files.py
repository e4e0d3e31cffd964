"""JSON Lines, where a bad line costs only itself; and JSON, read by pieces where it is a list.

A line of JSON Lines is an object, a string or a list of cells. A JSON file is a list of reviews or rows, an object that
holds such a list, or objects one after another.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from itertools import chain, islice
from typing import Any, TextIO, cast

from voxpop.errors import InputError
from voxpop.ingest.delimited import too_long
from voxpop.ingest.encoding import TextLine, characters, find_encoding, is_unfinished, lines
from voxpop.ingest.headers import AHEAD, find_header
from voxpop.ingest.streams import Stream
from voxpop.ingest.tables import KEPT, READERS, OpenTable, TableRow, broken, role_of, storable_name
from voxpop.settings import Settings
from voxpop.types import Rejected

CHUNK = 1 << 16
MAX_VALUE = 256_000_000  # characters of one value; a list of reviews itself may be of any length
_SPACE = " \t\r\n\ufeff"
_NAME = re.compile(r"""(["'])((?:(?!\1)[^\\]|\\.){1,60})\1\s*:""")  # in single quotes too, as Python writes it


@READERS.register("jsonl")
def read_json_lines(stream: Stream, settings: Settings) -> OpenTable:
    """Read JSON Lines."""
    encoding = find_encoding(stream, wanted=settings.encoding)
    values = (_value(line, stream.name) for line in lines(stream, encoding) if line.text.strip())
    return json_table(values, stream.name, settings, encoding=encoding, where="Line")


@READERS.register("json")
def read_json(stream: Stream, settings: Settings) -> OpenTable:
    """Read a JSON file; pages of reviews one after another are unpacked."""
    encoding = find_encoding(stream, wanted=settings.encoding)
    reviews = Scanner(characters(stream, encoding), stream.name).reviews()
    values = (value for item in reviews for value in (item if is_page(item) else [item]))
    return json_table(iter(enumerate(values, start=1)), stream.name, settings, encoding=encoding, where="Item")


def json_table(
    values: Iterator[tuple[int, Any] | Rejected], source: str, settings: Settings, *, encoding: str, where: str
) -> OpenTable:
    """Return a table of numbered JSON values: objects, strings, or lists of cells (the first may be names)."""
    early: list[tuple[int, Any] | Rejected] = list(islice(values, AHEAD))
    good = [item[1] for item in early if not isinstance(item, Rejected)]
    lists = [value for value in good if is_row(value)] if good and is_row(good[0]) else []
    names, height = find_header(lists, settings.columns) if lists else ([], 0)

    def rows() -> Iterator[TableRow | Rejected]:
        above = height
        for item in chain(early, values):
            if isinstance(item, Rejected):
                yield item
            elif is_row(item[1]) and above:
                above -= 1
            elif is_row(item[1]) and len(item[1]) == len(names):
                yield TableRow(item[0], dict(zip(names, item[1], strict=True)))
            else:
                yield as_row(item[0], item[1], source, where=where)

    named = height > 0 or not lists
    notes = () if named else ("the lists have no row of names",)
    return OpenTable(rows(), encoding=encoding, named=named, notes=notes)


def is_row(value: Any) -> bool:
    """Whether a value is a row of cells: a list with a string, in which nothing is nested."""
    return (
        isinstance(value, list)
        and any(isinstance(item, str) for item in value)
        and not any(isinstance(item, dict | list) for item in value)
    )


def is_page(value: Any) -> bool:
    """Whether a value is a list of objects, as pages of reviews one after another are."""
    return isinstance(value, list) and bool(value) and all(isinstance(item, dict) for item in value)


def _value(line: TextLine, source: str) -> tuple[int, Any] | Rejected:
    if line.cut:
        return too_long(line, source, names=_names(line.text))
    try:
        return line.number, json.loads(line.text)
    except (ValueError, RecursionError) as error:
        reason, names = f"Line {line.number} is not JSON: {error}.", _names(line.text)
        is_end = is_unfinished(line)
        return broken(reason, source=source, row=line.number, text=line.text, names=names, truncated=is_end)


def _names(text: str) -> list[str]:
    """Return the names of values in the beginning of a piece of JSON, broken or not."""
    return [match[2] for match in _NAME.finditer(text[:KEPT])]


def as_row(number: int, value: Any, source: str, *, where: str) -> TableRow | Rejected:
    """Return a JSON object as cells, those of an object inside it under "outer.inner"; a string is a text."""
    if isinstance(value, str):
        return TableRow(number, {"text": value})
    if isinstance(value, dict):
        return TableRow(number, flat(value))
    kind = "a list" if isinstance(value, list) else "null" if value is None else f"the value {value!r:.40}"
    text, reason = json.dumps(value, ensure_ascii=False), f"{where} {number} is {kind}"
    reason += "; a review must be an object or a string."
    return broken(reason, source=source, row=number, text=text, names=_names(text))


def flat(value: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return an object with the cells of objects in it under "outer.inner"; what is nested deeper stays as it is."""
    cells: dict[str, Any] = {}
    for key, inner in value.items():
        name = storable_name(key)
        if isinstance(inner, dict) and inner.keys() <= {"label"}:  # as the feeds of an app store wrap every value
            cells[name] = inner.get("label")
        elif isinstance(inner, dict):
            cells.update({f"{name}.{storable_name(within)}": deep for within, deep in inner.items()})
        else:
            cells[name] = inner
    return cells


class Scanner:
    """A window on the text of a JSON file that slides as values are taken from it."""

    def __init__(self, text: TextIO, source: str) -> None:
        self._text = text
        self._source = source
        self._buffer = ""
        self._place = 0
        self._passed = 0  # lines that have left the window
        self._decode = json.JSONDecoder().raw_decode

    def reviews(self) -> Iterator[Any]:
        """Yield the items of a list; of objects one after another, each or what it holds."""
        while start := self._next():
            if start == "[":
                yield from self._list()
            elif start == "{":
                yield from unfolded(self._value())
            else:
                raise self._wrong("a list or an object of reviews is expected")

    def _list(self) -> Iterator[Any]:
        self._place += 1
        while (start := self._next()) != "]":
            if start == ",":
                self._place += 1
            elif not start:
                raise self._wrong("the list is not closed; the file is cut short")
            else:
                yield self._value()
        self._place += 1

    def _next(self) -> str:
        """Return the next character that is no space, "" at the end."""
        while True:
            while self._place < len(self._buffer):
                if self._buffer[self._place] not in _SPACE:
                    return self._buffer[self._place]
                self._place += 1
            if not self._more():
                return ""

    def _value(self) -> Any:
        while True:
            try:
                value, end = self._decode(self._buffer, self._place)
                # a number at the edge of the window may go on behind it
                if end < len(self._buffer) or not self._more():
                    self._place = end
                    return value
            except RecursionError:
                raise self._wrong("values are nested too deeply") from None
            except json.JSONDecodeError as error:
                if not self._more():
                    raise self._wrong(error.msg.lower(), at=error.pos) from None

    def _more(self) -> bool:
        """Slide the window: at least double what is ahead, so that a long value is not tried too often."""
        ahead = len(self._buffer) - self._place
        if ahead > MAX_VALUE:
            raise self._wrong(f"a value is longer than {MAX_VALUE:,} characters")
        if piece := self._text.read(max(CHUNK, ahead)):
            self._passed += self._buffer.count("\n", 0, self._place)
            self._buffer = self._buffer[self._place :] + piece
            self._place = 0
        return bool(piece)

    def _wrong(self, what: str, *, at: int | None = None) -> InputError:
        line = self._passed + self._buffer.count("\n", 0, self._place if at is None else at) + 1
        return InputError(
            f"{self._source} is not JSON that voxpop can read: line {line}: {what}. Accepted: a list of objects or"
            " strings, an object that holds such a list, or JSON Lines (--format jsonl)."
        )


def unfolded(cells: dict[str, Any]) -> Iterator[Any]:
    """Yield the rows of an object that is a review, holds a list, or is a table by columns or reviews by their ids."""
    if table := next((value for value in cells.values() if isinstance(value, list) and all(map(is_row, value))), None):
        yield from [header] if isinstance(header := cells.get("columns"), list) else []
        yield from table
        return
    has_text = any(role_of(name) == "text" and isinstance(value, str) for name, value in cells.items())
    if not has_text and (reviews := _list_within(cells)) is not None:
        yield from reviews
        return
    inner = list(cells.values())
    if inner and all(isinstance(value, dict) for value in inner):
        if any(role_of(name) == "text" for name in cells):
            keys = dict.fromkeys(key for column in inner for key in column)
            yield from ({name: column.get(key) for name, column in cells.items()} for key in keys)
        else:
            yield from ({"id": name, **value} for name, value in cells.items())
    elif inner and all(isinstance(value, list) for value in inner) and len({len(value) for value in inner}) == 1:
        yield from (dict(zip(cells, values, strict=True)) for values in zip(*inner, strict=True))
    else:
        yield cells


def _list_within(cells: dict[str, Any], *, depth: int = 4) -> list[Any] | None:
    """Return a list of objects inside objects, as in {"data": {"reviews": […]}}."""
    for value in cells.values() if depth else ():
        if is_page(value):
            return cast("list[Any]", value)
        if isinstance(value, dict) and (inner := _list_within(value, depth=depth - 1)) is not None:
            return inner
    return None
