"""Tables as files: CSV that a spreadsheet opens safely, Excel, JSON and Parquet. Written as they are read."""

from __future__ import annotations

import csv
import io
import json
import re
import zipfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from datetime import date as Date
from itertools import islice
from pathlib import Path
from tempfile import SpooledTemporaryFile
from typing import Any
from xml.sax.saxutils import escape

from voxpop.atomic_files import Replacement, reason
from voxpop.errors import OptionError, OutputError

Row = Mapping[str, Any]
BATCH = 500
KINDS = ("csv", "xlsx", "json", "parquet")
FORMULA = ("=", "+", "-", "@", "\t", "\r")
EXCEL_ROWS, EXCEL_CHARACTERS = 1_048_575, 32_000  # what a sheet and a cell can hold
CUT = " … [cut: a cell of Excel holds no more; CSV and Parquet have the whole text]"
CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
PARTS = {
    "[Content_Types].xml": '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>',  # noqa: E501
    "_rels/.rels": '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>',  # noqa: E501
    "xl/workbook.xml": '<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="voxpop" sheetId="1" r:id="rId1"/></sheets></workbook>',  # noqa: E501
    "xl/_rels/workbook.xml.rels": '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',  # noqa: E501
}
SHEET = '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>'


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


def with_extra(rows: Iterable[Row], columns: Sequence[str], kind: str) -> Iterator[Row]:
    """Rows whose reviews have other columns: each is a column of a table, together they are an object of JSON.

    A column named like one of voxpop's gets a mark behind its name.
    """
    for row in rows:
        own, extra = {name: row[name] for name in row if name != "extra"}, dict(row["extra"])
        if kind == "json":
            yield {**own, "extra": extra}
        else:
            yield own | {f"{name} (file)" if name in own else name: extra.get(name) for name in columns}


def workbook(rows: Iterable[Row]) -> bytes:
    """One sheet of an Excel file, its texts inline."""
    with SpooledTemporaryFile(max_size=16_000_000) as file:
        with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
            for path, text in PARTS.items():
                archive.writestr(path, f'<?xml version="1.0" encoding="UTF-8" standalone="yes"?>{text}')
            with archive.open("xl/worksheets/sheet1.xml", "w") as sheet:
                sheet.write(f'<?xml version="1.0" encoding="UTF-8" standalone="yes"?>{SHEET}'.encode())
                for place, row in enumerate(rows):
                    if place == EXCEL_ROWS:
                        raise OutputError(
                            f"A sheet of Excel holds at most {EXCEL_ROWS:,} rows, and there are more. "
                            "Choose a name that ends in .csv or .parquet, or fewer rows."
                        )
                    if not place:
                        sheet.write(cells(row.keys()))
                    sheet.write(cells(row.values()))
                sheet.write(b"</sheetData></worksheet>")
        file.seek(0)
        return file.read()


def cells(values: Iterable[Any]) -> bytes:
    return f"<row>{''.join(map(cell, values))}</row>".encode()


def cell(value: Any) -> str:
    if value is None or value == "":
        return "<c/>"
    if isinstance(value, bool) or not isinstance(value, int | float):
        text = value.isoformat() if isinstance(value, Date) else value
        text = "; ".join(map(str, text)) if isinstance(text, list | tuple) else str(text)
        text = text if len(text) <= EXCEL_CHARACTERS else text[:EXCEL_CHARACTERS] + CUT
        return f'<c t="inlineStr"><is><t xml:space="preserve">{escape(CONTROL.sub("�", text))}</t></is></c>'
    return f"<c><v>{value!r}</v></c>"


def file_kind(path: Path) -> str:
    """Return the kind of file that a name stands for. Raises an OptionError for others."""
    kind = path.suffix.lower().removeprefix(".")
    if kind not in KINDS:
        raise OptionError(f"{path} ends in no known kind of table. Choose a name that ends in .{', .'.join(KINDS)}.")
    return kind


def write_table(rows: Iterable[Row], path: Path) -> int:
    """Write rows to a file of the kind that its name says, all or nothing, and return how many there are."""
    written = 0

    def counted() -> Iterator[Row]:
        nonlocal written
        for row in rows:
            written += 1
            yield row

    try:
        with closing(Replacement(path)) as new:
            with new.path.open("wb") as stream:
                stream.writelines(table_bytes(counted(), file_kind(path)))
            new.commit()
    except OSError as error:
        raise OutputError(f"Cannot write {path}: {reason(error)}. Choose another place.") from None
    return written


def table_bytes(rows: Iterable[Row], kind: str) -> Iterator[bytes]:
    """Yield the bytes of a file of one of the ``KINDS``."""
    if kind == "xlsx":
        yield workbook(rows)
    elif kind == "parquet":
        import pyarrow as pa
        import pyarrow.parquet as pq

        buffer = io.BytesIO()
        pq.write_table(pa.Table.from_pylist([dict(row) for row in rows]), buffer)
        yield buffer.getvalue()
    else:
        for part in lines(rows) if kind == "csv" else array(rows):
            yield part.encode("utf-8", "replace")
