"""Tables as files that a browser downloads."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Literal

from starlette.responses import Response, StreamingResponse

from voxpop.table_files import Row, array, lines, workbook

Kind = Literal["csv", "xlsx", "json"]
TYPES = {
    "csv": "text/csv; charset=utf-8",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "json": "application/json",
}


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
