"""Parquet, and data that is already in memory: data frames, Arrow tables, lists of texts, dicts or Reviews."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields
from itertools import chain
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from voxpop.errors import InputError
from voxpop.ingest.cells import is_missing
from voxpop.ingest.json_files import flat
from voxpop.ingest.streams import Stream
from voxpop.ingest.tables import READERS, OpenTable, TableRow
from voxpop.settings import Settings
from voxpop.types import Review

BATCH = 1000  # rows made into Python objects at a time
AS_REVIEW = {field.name: field.name for field in fields(Review)}


@READERS.register("parquet")
def read_parquet(stream: Stream, settings: Settings) -> OpenTable:
    """Read a Parquet file."""

    def cells() -> Iterator[Mapping[str, Any]]:
        try:
            with stream.seekable() as data, pq.ParquetFile(data) as file:
                yield from _cells_of_batches(file.iter_batches(batch_size=BATCH))
        except (pa.ArrowException, OSError, UnicodeDecodeError) as error:
            why = str(error).splitlines()[0][:200]
            raise InputError(f"{stream.name} is not a whole Parquet file ({why}). Fetch or write it again.") from None

    return OpenTable(_numbered(cells()))


def as_table(source: Any) -> tuple[str, str, OpenTable]:
    """Return a name, a kind and the rows of what was given."""
    library = type(source).__module__.split(".")[0]
    if library in ("pandas", "polars", "pyarrow", "datasets") and (cells := _cells_of_frame(source)) is not None:
        return f"the {library} table", library, OpenTable(_numbered(cells))
    if isinstance(source, Iterable) and not isinstance(source, bytes | Mapping):
        items = iter(source)
        first = next(items, None)
        rows = _numbered(map(_cells_of_item, items if first is None else chain([first], items)))
        return "the list", "list", OpenTable(rows, columns=AS_REVIEW if isinstance(first, Review) else None)
    raise InputError(
        f"Cannot read reviews from {type(source).__name__}. Accepted: a path, a list of paths, a DataFrame (pandas,"
        " polars, Arrow, Hugging Face datasets), a list of strings or of Reviews."
    )


def _numbered(rows: Iterable[Mapping[str, Any]]) -> Iterator[TableRow]:
    return (TableRow(number, cells) for number, cells in enumerate(rows, start=1))


def _cells_of_frame(frame: Any) -> Iterator[Mapping[str, Any]] | None:
    """Return the rows of a data frame; None for a single column."""
    if hasattr(frame, "itertuples"):  # pandas
        names = [str(name) for name in frame.columns]
        return (dict(zip(names, values, strict=True)) for values in frame.itertuples(index=False, name=None))
    if hasattr(frame, "select") and hasattr(frame, "lazy"):  # polars, whose lazy frames are computed here
        rows: Iterator[Mapping[str, Any]] = frame.lazy().collect().iter_rows(named=True)
        return rows
    if hasattr(frame, "map") and hasattr(frame, "column_names"):  # Hugging Face datasets
        if isinstance(frame, Mapping):
            raise InputError(f"This is a set of datasets. Choose one of its parts: {', '.join(map(str, frame))}.")
        return map(flat, frame)
    if isinstance(frame, pa.RecordBatch):
        frame = pa.Table.from_batches([frame])
    if isinstance(frame, pa.Table | pa.RecordBatchReader):
        return _cells_of_batches(frame.to_batches(max_chunksize=BATCH) if isinstance(frame, pa.Table) else frame)
    return None


def _cells_of_batches(batches: Iterable[pa.RecordBatch]) -> Iterator[Mapping[str, Any]]:
    for batch in batches:
        yield from map(flat, batch.to_pylist())


def _cells_of_item(item: Any) -> Mapping[str, Any]:
    if isinstance(item, str) or is_missing(item):
        return {"text": item}
    if isinstance(item, Review):
        return {name: getattr(item, name) for name in AS_REVIEW}
    if isinstance(item, Mapping):
        return flat(item)
    raise InputError(f"A list of reviews may hold strings, dicts or Reviews, not {type(item).__name__}.")
