"""The list of files, which part of one all pages show, the static files, and the page about the API."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

from fastapi import APIRouter, Query, Request
from pydantic import BaseModel
from starlette.responses import RedirectResponse, Response

from voxpop.errors import StoreError
from voxpop.store.selection import parse_selection
from voxpop.web.accounts import may_edit
from voxpop.web.app_state import app_state
from voxpop.web.links import part_address
from voxpop.web.page_cache import is_unchanged
from voxpop.web.pages import render
from voxpop.web.query import NAME, Day, FileToChange, Missing
from voxpop.web.rendering import static_files
from voxpop.web.state import OpenFile, ServedFile, once

pages, api = APIRouter(), APIRouter(tags=["files"])
KINDS = {"css": "text/css", "js": "text/javascript", "svg": "image/svg+xml"}


class FileEntry(BaseModel):
    """A file; where it cannot be opened, ``problem`` says why."""

    file: str
    name: str
    product: str | None = None
    reviews: int | None = None
    aspects: int | None = None
    mean: float | None = None
    problem: str | None = None


@pages.get("/")
def home(request: Request) -> Response:
    library = app_state(request).library
    if len(app_state(request).projects) and (not len(library) or getattr(request.state, "role", "") == "annotator"):
        return RedirectResponse("/annotate")
    if len(library) == 1:
        return RedirectResponse(f"/files/{next(iter(library)).slug}")
    if not len(library) and may_edit(request):
        return RedirectResponse("/upload")
    return render(request, "home.html.j2", entries=[entry(file) for file in library])


@api.get("/files")
def files(request: Request) -> list[FileEntry]:
    """The files that are open here."""
    return [entry(file) for file in app_state(request).library]


def entry(file: ServedFile) -> FileEntry:
    try:
        with file.reading() as open_file:
            return summary(open_file, file.path.name)
    except StoreError as error:
        return FileEntry(file=file.slug, name=file.path.name, problem=file.without_path(str(error)))


@once
def summary(open_file: OpenFile, name: str) -> FileEntry:
    views = open_file.views
    return FileEntry(
        file=open_file.slug,
        name=name,
        product=views.fact("title") or views.product(),
        reviews=views.count("reviews"),
        aspects=len(views.table),
        mean=views.star_sums().mean,
    )


@pages.get("/files/{file}/select")
def select(
    file: FileToChange,
    since: Day = None,
    until: Day = None,
    segment: Annotated[str, Query(max_length=NAME)] = "",
    page: Annotated[str, Query(max_length=2000, pattern=r"^(/[^/\\\s]\S*)?$")] = "",
) -> Response:
    """Show a page for the days and the segment that were chosen; two days in the wrong order are exchanged."""
    if since and until and until < since:
        since, until = until, since
    chosen = replace(parse_selection(segment), since=since, until=until)
    return RedirectResponse(part_address(file.slug, chosen, page), 303)


@pages.get("/api")
def programs(request: Request) -> Response:
    """What programs can ask for."""
    schema = request.app.openapi()
    routes = [
        {"path": path, "method": method.upper(), **operation}
        for path, methods in schema["paths"].items()
        for method, operation in methods.items()
    ]
    return render(request, "api.html.j2", routes=routes, base=str(request.base_url).rstrip("/"))


@pages.get("/static/{name}")
def static(request: Request, name: str) -> Response:
    """Return a style sheet, a script or a picture; its address changes with its content."""
    if name not in static_files():
        raise Missing("page")
    data, mark = static_files()[name]
    kind = KINDS.get(name.rpartition(".")[2], "application/octet-stream")
    headers = {"Cache-Control": "public, max-age=31536000", "ETag": f'"{mark}"'}
    if is_unchanged(request.headers, headers["ETag"]):
        return Response(status_code=304, headers=headers)
    return Response(data, media_type=kind, headers=headers)


@pages.get("/favicon.ico")
def favicon(request: Request) -> Response:
    """Return the picture of a tab for browsers that ask for it here."""
    return static(request, "icon.svg")
