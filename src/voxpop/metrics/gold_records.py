"""Files for ``voxpop evaluate`` as records that know where they stood, and two files brought into one order by id."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from io import StringIO
from pathlib import Path
from typing import Any

from voxpop.errors import MeasureError


@dataclass(frozen=True, slots=True)
class Record:
    """What a line says, its number, and its id where it has one."""

    value: Any
    line: int
    id: str | None = None


@dataclass(frozen=True, slots=True)
class Source:
    """The records of one file."""

    path: Path
    records: tuple[Record, ...]

    @property
    def values(self) -> list[Any]:
        return [record.value for record in self.records]

    def error(self, number: int, reason: str) -> MeasureError:
        """An error at the record of this number, counted from 1."""
        return wrong(self.path, self.records[number - 1].line, reason)

    def map(self, convert: Callable[[Any], Any]) -> Source:
        """Return the records with their values converted; what a ValueError says is wrong with the line."""
        records = []
        for record in self.records:
            try:
                records.append(replace(record, value=convert(record.value)))
            except ValueError as error:
                raise wrong(self.path, record.line, str(error)) from None
        return Source(self.path, tuple(records))

    def keyed(self, key: Callable[[Any], str]) -> Source:
        """Return the records with ids that are a part of their values."""
        return Source(self.path, tuple(replace(record, id=key(record.value)) for record in self.records))

    def distinct(self, what: str = "the id") -> Source:
        """Return the records, or an error if two have the same id."""
        seen: dict[str | None, int] = {}
        for record in self.records:
            if record.id in seen:
                before = seen[record.id]
                raise wrong(self.path, record.line, f"{what} {record.id!r} stood in line {before} before.")
            seen[record.id] = record.line
        return self


def wrong(path: Path, line: int, reason: str) -> MeasureError:
    """An error at a line of a file."""
    return MeasureError(f"{path}, line {line}: {reason}")


def read_text(path: Path) -> str:
    """Return the file as UTF-8, or an error that names the line."""
    try:
        raw = path.read_bytes()
        return raw.decode("utf-8-sig")
    except OSError as error:
        raise MeasureError(f"{path} cannot be read: {error.strerror}.") from None
    except UnicodeDecodeError as error:
        line = raw[: error.start].count(b"\n") + 1
        raise wrong(path, line, "this is not UTF-8 text; save the file as UTF-8.") from None


def read_lines(path: Path, *, empty: bool = False) -> Source:
    """One record a line. An empty line is an error unless ``empty`` lets it stand for an empty text."""
    lines = read_text(path).split("\n")
    if not lines[-1]:
        lines.pop()  # what follows the last line break is no line
    if not lines:
        raise MeasureError(f"{path} is empty: there is nothing to measure.")
    for number, line in enumerate(lines, start=1):
        if not empty and not line.strip():
            raise wrong(path, number, "the line is empty. Each line holds one item; take it out, or fill it.")
    return Source(path, tuple(Record(line.removesuffix("\r"), number) for number, line in enumerate(lines, start=1)))


def read_named(path: Path, *columns: str) -> Source:
    """One value a line, with or without an id and a tab before it: all lines alike.

    If the first line names one of these columns, the file is a table, and that column has the values.
    """
    names = {
        name.strip('" ').lower(): name.strip('" ') for name in re.split("[,\t]", read_text(path).split("\n")[0].strip())
    }
    if column := next((names[column] for column in columns if column in names), None):
        _, table = read_table(path, names.get("id", column), column)
        source = table.distinct() if "id" in names else Source(path, tuple(replace(r, id=None) for r in table.records))
        return source.map(lambda row: row[column])
    source = read_lines(path).map(lambda line: [cell.strip() for cell in line.split("\t")])
    width = len(source.records[0].value)
    for number, row in enumerate(source.values, start=1):
        if len(row) != width or width > 2:
            reason = f"{len(row)} cells; expected a value, or an id, a tab and a value, the same on each line."
            raise source.error(number, reason)
    if width == 1:
        return source.map(lambda row: row[0])
    return source.keyed(lambda row: row[0]).map(lambda row: row[1]).distinct()


def read_objects(path: Path, *fields: str) -> Source:
    """One JSON object a line, with an id and at least one of the fields."""
    named = " or ".join(f'"{field}"' for field in fields)

    def parse(line: str) -> dict[str, Any]:
        try:
            value = json.loads(line)
        except json.JSONDecodeError as error:
            raise ValueError(f"this is not JSON: {error.msg} at character {error.pos + 1}.") from None
        if not isinstance(value, dict) or "id" not in value or not any(field in value for field in fields):
            raise ValueError(f'expected an object with "id" and {named}.')
        return value

    return read_lines(path).map(parse).keyed(lambda value: str(value["id"])).distinct()


def read_table(path: Path, key: str, *needed: str) -> tuple[list[str], Source]:
    """Return the names of the columns, and a record of cells by column for each line that holds something.

    The cells of the column ``key`` are the ids. Tabs or commas stand between the cells.
    """
    text = read_text(path)
    if not text.strip():
        raise MeasureError(f"{path} is empty; it needs a line of column names first.")
    tabs = "\t" in text.split("\n", 1)[0]
    lines = StringIO(text, newline="")  # with tabs a quotation mark is a character like any other
    reader = csv.reader(lines, delimiter="\t", quoting=csv.QUOTE_NONE) if tabs else csv.reader(lines)
    columns = [name.strip() for name in next(reader)]
    lacking = [name for name in (key, *needed) if name not in columns]
    if lacking:
        raise wrong(path, 1, f"no column {lacking[0]!r}. Needed: {', '.join((key, *needed))}.")
    if len(set(columns)) < len(columns) or "" in columns:
        raise wrong(path, 1, "the names of the columns must be distinct and not empty.")
    records = []
    try:
        for cells in reader:
            if not any(cell.strip() for cell in cells):
                continue
            if len(cells) != len(columns):
                raise wrong(path, reader.line_num, f"{len(cells)} cells under {len(columns)} columns.")
            row = dict(zip(columns, map(str.strip, cells), strict=True))
            if not row[key]:
                raise wrong(path, reader.line_num, f"the {key} is empty.")
            records.append(Record(row, reader.line_num, row[key]))
    except csv.Error as error:
        raise wrong(path, reader.line_num, f"{error}.") from None
    if not records:
        raise MeasureError(f"{path} has no rows under its column names: there is nothing to measure.")
    return columns, Source(path, tuple(records))


def is_json(path: Path) -> bool:
    """True if a file begins with a JSON object."""
    return read_text(path).lstrip()[:1] == "{"


def paired(gold: Source, pred: Source) -> tuple[Source, Source]:
    """Return both in the order of the gold: by id if they have ids, else line by line; then they must be as many."""
    if (gold.records[0].id is None) != (pred.records[0].id is None):
        raise MeasureError(f"{gold.path} and {pred.path} do not go together: one has ids, the other has none.")
    if gold.records[0].id is None:
        short, long = sorted((gold, pred), key=lambda source: len(source.records))
        if len(short.records) < len(long.records):
            raise long.error(
                len(short.records) + 1,
                f"{short.path} ends before this line: {len(gold.records)} gold lines against {len(pred.records)} "
                "predictions. Both need one line per item, in the same order.",
            )
        return gold, pred
    for side, other in ((gold, pred), (pred, gold)):
        there = {record.id for record in other.records}
        missing = [record for record in side.records if record.id not in there]
        if missing:
            more = f" {len(missing)} of {len(side.records)} ids are missing there." if len(missing) > 1 else ""
            raise wrong(side.path, missing[0].line, f"the id {missing[0].id!r} is not in {other.path}.{more}")
    predictions = {record.id: record for record in pred.records}
    return gold, Source(pred.path, tuple(predictions[record.id] for record in gold.records))
