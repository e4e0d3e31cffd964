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
    if width == 1:
        return Source(source.path, tuple(replace(record, value=record.value.strip()) for record in source.records))
    named = [
        Record(row[1].strip(), record.line, row[0].strip()) for record, row in zip(source.records, cells, strict=True)
    ]
    return _distinct(Source(source.path, tuple(named)))


def read_json(path: str | Path, field: str) -> Source:
    """One JSON object a line, with an id and the field asked for."""
    source = read_objects(path, (field,))
    return Source(source.path, tuple(replace(record, value=record.value[field]) for record in source.records))


def read_objects(path: str | Path, fields: Sequence[str]) -> Source:
    """One JSON object a line, with an id and at least one of the fields."""
    source = read_lines(path)
    records = []
    for record in source.records:
        try:
            value = json.loads(record.value)
        except json.JSONDecodeError as error:
            raise wrong(
                source.path, record.line, f"this is not JSON: {error.msg} at character {error.pos + 1}."
            ) from None
        if not isinstance(value, dict) or "id" not in value or not any(field in value for field in fields):
            named = " or ".join(f'"{field}"' for field in fields)
            raise wrong(source.path, record.line, f'expected an object with "id" and {named}.')
        records.append(Record(value, record.line, str(value["id"])))
    return _distinct(Source(source.path, tuple(records)))


def is_json(path: str | Path) -> bool:
    return read_text(Path(path)).lstrip()[:1] == "{"


def paired(gold: Source, pred: Source) -> tuple[Source, Source]:
    """Both in the order of the gold: by id if they have ids, else line by line, and then they must be as many."""
    if (gold.records[0].id is None) != (pred.records[0].id is None):
        raise MeasureError(f"{gold.path} and {pred.path} do not go together: one has ids, the other has none.")
    if gold.records[0].id is None:
        return _aligned(gold, pred)
    predictions = {record.id: record for record in pred.records}
    gold_ids = {record.id for record in gold.records}
    for record in gold.records:
        if record.id not in predictions:
            raise wrong(gold.path, record.line, f"the id {record.id!r} is not in {pred.path}.")
    for record in pred.records:
        if record.id not in gold_ids:
            raise wrong(pred.path, record.line, f"the id {record.id!r} is not in {gold.path}.")
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


def _aligned(gold: Source, pred: Source) -> tuple[Source, Source]:
    short, long = sorted((gold, pred), key=lambda source: len(source.records))
    if len(short.records) < len(long.records):
        raise wrong(
            long.path,
            long.records[len(short.records)].line,
            f"{short.path} ends before this line: {len(gold.records)} gold lines against {len(pred.records)} "
            "predictions. Both need one line per item, in the same order.",
        )
    return gold, pred


def _distinct(source: Source) -> Source:
    seen: dict[str | None, int] = {}
    for record in source.records:
        if record.id in seen:
            raise wrong(source.path, record.line, f"the id {record.id!r} stood in line {seen[record.id]} before.")
        seen[record.id] = record.line
    return source


def fields_of(values: Sequence[Any], source: Source, kind: type, what: str) -> None:
    """Every value must be of a JSON kind."""
    for number, value in enumerate(values, start=1):
        if not isinstance(value, kind):
            raise source.error(number, f"expected {what}.")
