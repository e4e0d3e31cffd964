"""The whole result in one piece: the self-contained page to send on, and the document that it is drawn from."""

from __future__ import annotations

import re

from fastapi import APIRouter
from starlette.responses import HTMLResponse, JSONResponse, Response

from voxpop import schema
from voxpop.document import build
from voxpop.web import file_contents
from voxpop.web.api_models import model
from voxpop.web.background import awaited, computed
from voxpop.web.query import NotYet, RequestedFile
from voxpop.web.report import render
from voxpop.web.views.public_paths import public_document

pages, api = APIRouter(), APIRouter(tags=["overview"])


@pages.get("/files/{file}/report.html")
def report(open_file: RequestedFile) -> Response:
    """One page that loads nothing, to keep or to send."""
    name = re.sub(r"[^A-Za-z0-9._-]+", "-", open_file.slug).strip("-") or "report"
    headers = {"Content-Disposition": f'attachment; filename="{name}.html"', "Cache-Control": "private, no-store"}
    document = computed(open_file, "document", build)
    if document is None:
        raise NotYet("report")
    return HTMLResponse(render(document, changes=file_contents.changes(open_file)), headers=headers)


@api.get("/files/{file}/document", response_model=model(schema.Document))
def document(open_file: RequestedFile) -> Response:
    """The whole result with its evidence: what ``voxpop report --json`` prints."""
    return JSONResponse(public_document(awaited(open_file, "document", build)))
