"""Tables as text files: CSV that a spreadsheet opens safely, and JSON. Written as they are read."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import Any

Row = Mapping[str, Any]
BATCH = 500
FORMULA = ("=", "+", "-", "@", "\t", "\r")


def lines(rows: Iterable[Row]) -> Iterator[str]:
    """CSV with a mark that tells Excel it is UTF-8; nothing in it can be taken for a formula."""
    stream = iter(rows)
    yield "\ufeff"
    head: list[str] | None = None
    while batch := list(islice(stream, BATCH)):
        buffer = io.StringIO()
        writer = csv.writer(buffer)
        if head is None:
            head = list(batch[0])
            writer.writerow(head)
        writer.writerows([plain(row[name]) for name in head] for row in batch)
        yield buffer.getvalue()


def plain(value: Any) -> Any:
    """A value as a cell; text that a spreadsheet would run as a formula gets a quote before it."""
    if isinstance(value, list | tuple):
        value = "; ".join(map(str, value))
    if isinstance(value, float):
        return round(value, 4)
    return f"'{value}" if isinstance(value, str) and value.startswith(FORMULA) else value


def array(rows: Iterable[Row]) -> Iterator[str]:
    yield "["
    for place, row in enumerate(rows):
        comma = ",\n" if place else "\n"
        yield comma + json.dumps(dict(row), ensure_ascii=False, default=str)
    yield "\n]\n"
