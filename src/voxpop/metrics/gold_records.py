"""Lines of a file as records that know where they stood, and two files brought into one order by id."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from voxpop.errors import MeasureError
from voxpop.metrics.clusters import read_text


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


def wrong(path: Path, line: int, reason: str) -> MeasureError:
    """An error at a line of a file."""
    return MeasureError(f"{path}, line {line}: {reason}")


def read_lines(path: str | Path, *, empty: bool = False) -> Source:
    """One record a line. An empty line is an error unless ``empty`` lets it stand for an empty text."""
    path = Path(path)
    lines = read_text(path).split("\n")
    if lines and not lines[-1]:
        lines.pop()  # what follows the last line break is no line
    records = [Record(line.removesuffix("\r"), number) for number, line in enumerate(lines, start=1)]
    if not records:
        raise MeasureError(f"{path} is empty: there is nothing to measure.")
    for record in records:
        if not empty and not record.value.strip():
            raise wrong(path, record.line, "the line is empty. Each line holds one item; take it out, or fill it.")
    return Source(path, tuple(records))


def read_named(path: str | Path) -> Source:
    """One value a line, with or without an id and a tab before it: all lines alike."""
    source = read_lines(path)
    cells = [record.value.split("\t") for record in source.records]
    width = len(cells[0])
    for record, row in zip(source.records, cells, strict=True):
        if len(row) != width or width > 2:
            raise wrong(
                source.path,
                record.line,
                f"{len(row)} cells; expected a value, or an id, a tab and a value, the same on each line.",
            )
    named = tuple(
        Record(row[-1].strip(), record.line, row[0].strip() if width == 2 else None)
        for record, row in zip(source.records, cells, strict=True)
    )
    return Source(source.path, named) if width == 1 else distinct(Source(source.path, named))


def read_json(path: str | Path, field: str, kind: type = object, what: str = "") -> Source:
    """One JSON object a line, with an id and the field asked for, whose value is of a ``kind``."""
    source = read_objects(path, (field,))
    records = tuple(replace(record, value=record.value[field]) for record in source.records)
    for record in records:
        if not isinstance(record.value, kind):
            raise wrong(source.path, record.line, f"expected {what}, not {record.value!r}.")
    return Source(source.path, records)


def read_objects(path: str | Path, fields: Sequence[str]) -> Source:
    """One JSON object a line, with an id and at least one of the fields."""
    source = read_lines(path)
    records = []
    for record in source.records:
        try:
            value = json.loads(record.value)
        except json.JSONDecodeError as error:
            reason = f"this is not JSON: {error.msg} at character {error.pos + 1}."
            raise wrong(source.path, record.line, reason) from None
        if not isinstance(value, dict) or "id" not in value or not any(field in value for field in fields):
            named = " or ".join(f'"{field}"' for field in fields)
            raise wrong(source.path, record.line, f'expected an object with "id" and {named}.')
        records.append(Record(value, record.line, str(value["id"])))
    return distinct(Source(source.path, tuple(records)))


def is_json(path: str | Path) -> bool:
    """True if a file begins with a JSON object."""
    return read_text(Path(path)).lstrip()[:1] == "{"


def paired(gold: Source, pred: Source) -> tuple[Source, Source]:
    """Both in the order of the gold: by id if they have ids, else line by line, and then they must be as many."""
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


def converted(source: Source, kind: type[int] | type[float], what: str) -> Source:
    """Every value as a number."""
    records = []
    for record in source.records:
        try:
            records.append(replace(record, value=kind(record.value)))
        except ValueError:
            raise wrong(source.path, record.line, f"{record.value!r} is not {what}.") from None
    return Source(source.path, tuple(records))


def distinct(source: Source, what: str = "the id") -> Source:
    """The records, or an error if two have the same id."""
    seen: dict[str | None, int] = {}
    for record in source.records:
        if record.id in seen:
            raise wrong(source.path, record.line, f"{what} {record.id!r} stood in line {seen[record.id]} before.")
        seen[record.id] = record.line
    return source
