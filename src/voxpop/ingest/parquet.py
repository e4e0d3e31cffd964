"""Parquet, a batch of rows at a time."""

from __future__ import annotations

from collections.abc import Iterator

import pyarrow as pa
import pyarrow.parquet as pq

from voxpop.errors import InputError
from voxpop.ingest.json_files import flat
from voxpop.ingest.streams import Stream
from voxpop.ingest.tables import READERS, OpenTable, TableRow
from voxpop.settings import Settings

BATCH = 1000


@READERS.register("parquet")
def read_parquet(stream: Stream, settings: Settings) -> OpenTable:
    return OpenTable(_rows(stream))


def _rows(stream: Stream) -> Iterator[TableRow]:
    number = 0
    try:
        with stream.seekable() as data, pq.ParquetFile(data) as file:
            for batch in file.iter_batches(batch_size=BATCH):
                for cells in batch.to_pylist():
                    number += 1
                    yield TableRow(number, flat(cells))
    except (pa.ArrowException, OSError, UnicodeDecodeError) as error:
        why = str(error).splitlines()[0][:200]
        raise InputError(f"{stream.name} is not a whole Parquet file ({why}). Fetch or write it again.") from None
