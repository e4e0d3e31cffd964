"""The list of files, the static files, and the page about the API."""

from __future__ import annotations

from fastapi import APIRouter, Request
from pydantic import BaseModel
from starlette.responses import RedirectResponse, Response

from voxpop.errors import StoreError
from voxpop.store.listing import Listing
from voxpop.web.accounts import may_edit
from voxpop.web.app_state import app_state
from voxpop.web.page_cache import is_unchanged
from voxpop.web.pages import render
from voxpop.web.query import Missing
from voxpop.web.rendering import static_files
from voxpop.web.state import Library, ServedFile

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
    library: Library = app_state(request).library
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
            return open_file.once("entry", lambda: summary(file, open_file.views))
    except StoreError as error:
        return FileEntry(file=file.slug, name=file.path.name, problem=file.without_path(str(error)))


def summary(file: ServedFile, views: Listing) -> FileEntry:
    mean = views.mean_stars()
    return FileEntry(
        file=file.slug,
        name=file.path.name,
        product=views.facts().get("title") or views.product(),
        reviews=views.count("reviews"),
        aspects=len(views.table),
        mean=mean,
    )


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
