"""Tables as files to take away: CSV that a spreadsheet opens safely, Excel, JSON. Written as they are read."""

from __future__ import annotations

import re
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from datetime import date as Date
from itertools import islice
from tempfile import SpooledTemporaryFile
from typing import Any, Literal
from xml.sax.saxutils import escape

from starlette.responses import Response, StreamingResponse

from voxpop.table_files import Row, array, lines

Kind = Literal["csv", "xlsx", "json"]
TYPES = {
    "csv": "text/csv; charset=utf-8",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "json": "application/json",
}
ROWS, CELL = 1_048_575, 32_000  # what Excel can hold
CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
PARTS = {
    "[Content_Types].xml": '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>',  # noqa: E501
    "_rels/.rels": '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>',  # noqa: E501
    "xl/workbook.xml": '<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="voxpop" sheetId="1" r:id="rId1"/></sheets></workbook>',  # noqa: E501
    "xl/_rels/workbook.xml.rels": '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',  # noqa: E501
}
SHEET = '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>'


def with_extra(rows: Iterable[Row], columns: Sequence[str], kind: Kind) -> Iterator[Row]:
    """Rows whose reviews have other columns: each is a column of a table, together they are an object of JSON.

    A column named like one of voxpop's gets a mark behind its name.
    """
    for row in rows:
        own, extra = {name: row[name] for name in row if name != "extra"}, dict(row["extra"])
        if kind == "json":
            yield {**own, "extra": extra}
        else:
            yield own | {f"{name} (file)" if name in own else name: extra.get(name) for name in columns}


def download(rows: Iterable[Row], kind: Kind, name: str) -> Response:
    """A file of these rows; their first names the columns."""
    safe = re.sub(r"[^A-Za-z0-9._-]+", "-", name).strip("-") or "voxpop"
    headers = {"Content-Disposition": f'attachment; filename="{safe}.{kind}"'}
    if kind == "xlsx":
        return Response(workbook(rows), media_type=TYPES[kind], headers=headers)
    text = lines(rows) if kind == "csv" else array(rows)
    return StreamingResponse(
        (part.encode("utf-8", "replace") for part in text), media_type=TYPES[kind], headers=headers
    )


def workbook(rows: Iterable[Row]) -> bytes:
    """One sheet of an Excel file, its texts inline."""
    with SpooledTemporaryFile(max_size=16_000_000) as file:
        with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
            for path, text in PARTS.items():
                archive.writestr(path, f'<?xml version="1.0" encoding="UTF-8" standalone="yes"?>{text}')
            with archive.open("xl/worksheets/sheet1.xml", "w") as sheet:
                sheet.write(f'<?xml version="1.0" encoding="UTF-8" standalone="yes"?>{SHEET}'.encode())
                for place, row in enumerate(islice(rows, ROWS)):
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
        return f'<c t="inlineStr"><is><t xml:space="preserve">{escape(CONTROL.sub("�", text[:CELL]))}</t></is></c>'
    return f"<c><v>{value!r}</v></c>"
