"""The bar above every page: which days and which segment all pages of a file show."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

from fastapi import APIRouter, Query, Request
from starlette.responses import RedirectResponse, Response

from voxpop.store.selection import Selection, parse_selection
from voxpop.web.links import part_address
from voxpop.web.query import NAME, Day, served_file

pages, api = APIRouter(), APIRouter()


@pages.get("/files/{file}/select")
def select(
    request: Request,
    file: str,
    since: Day = None,
    until: Day = None,
    segment: Annotated[str, Query(max_length=NAME)] = "",
    page: Annotated[str, Query(max_length=2000, pattern=r"^(/[^/\\\s]\S*)?$")] = "",
) -> Response:
    """Show a page for the days and the segment that were chosen; two days in the wrong order are exchanged."""
    if since and until and until < since:
        since, until = until, since
    chosen: Selection = replace(parse_selection(segment), since=since, until=until)
    return RedirectResponse(part_address(served_file(request, file).slug, chosen, page), 303)
