"""Data that is already in memory: data frames, Arrow tables, lists of texts, dicts or Reviews."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import fields
from itertools import chain
from typing import Any

from voxpop.errors import InputError
from voxpop.ingest.cells import is_missing
from voxpop.ingest.json_files import flat
from voxpop.ingest.tables import OpenTable, TableRow
from voxpop.types import Review

CHUNK = 1000  # rows made into Python objects at a time
TELLING = {  # what tables have and single columns not
    "pandas": "itertuples", "polars": "select", "pyarrow": "schema", "datasets": "map",
}  # fmt: skip
AS_REVIEW = {field.name: field.name for field in fields(Review)}


def as_table(source: Any) -> tuple[str, str, OpenTable]:
    """A name, a kind and the rows of what was given."""
    library = type(source).__module__.split(".")[0]
    for name, cells in FRAMES.items():
        if library == name and hasattr(source, TELLING[name]):
            return f"the {name} table", name, OpenTable(_counted(cells(source)))
    if isinstance(source, Iterable) and not isinstance(source, bytes | Mapping):
        items = iter(source)
        first = next(items, None)
        rows = _counted(map(_cells, items if first is None else chain([first], items)))
        return "the list", "list", OpenTable(rows, columns=AS_REVIEW if isinstance(first, Review) else None)
    raise InputError(
        f"Cannot read reviews from {type(source).__name__}. Accepted: a path, a list of paths, a DataFrame (pandas,"
        " polars, Arrow, Hugging Face datasets), a list of strings or of Reviews."
    )


def _counted(rows: Iterable[Mapping[str, Any]]) -> Iterator[TableRow]:
    return (TableRow(number, cells) for number, cells in enumerate(rows, start=1))


def _cells(item: Any) -> Mapping[str, Any]:
    if isinstance(item, str) or is_missing(item):
        return {"text": item}
    if isinstance(item, Review):
        return {field.name: getattr(item, field.name) for field in fields(item)}
    if isinstance(item, Mapping):
        return flat(item)
    raise InputError(f"A list of reviews may hold strings, dicts or Reviews, not {type(item).__name__}.")


def _pandas(frame: Any) -> Iterator[Mapping[str, Any]]:
    for start in range(0, len(frame), CHUNK):
        part = frame.iloc[start : start + CHUNK]
        names = [str(name) for name in part.columns]
        for values in part.itertuples(index=False, name=None):
            yield dict(zip(names, values, strict=True))


def _polars(frame: Any) -> Iterator[Mapping[str, Any]]:
    if hasattr(frame, "collect"):
        frame = frame.collect()
    yield from frame.iter_rows(named=True)


def _arrow(table: Any) -> Iterator[Mapping[str, Any]]:
    batches = table.to_batches(max_chunksize=CHUNK) if hasattr(table, "to_batches") else table
    for batch in batches:
        yield from map(flat, batch.to_pylist())


def _hugging_face(rows: Any) -> Iterator[Mapping[str, Any]]:
    if isinstance(rows, Mapping):
        raise InputError(f"This is a set of datasets. Choose one of its parts: {', '.join(map(str, rows))}.")
    yield from map(flat, rows)


FRAMES: dict[str, Callable[[Any], Iterator[Mapping[str, Any]]]] = {
    "pandas": _pandas,
    "polars": _polars,
    "pyarrow": _arrow,
    "datasets": _hugging_face,
}
