"""Drivers: what each aspect does to the stars."""

from __future__ import annotations

from fastapi import APIRouter, Request
from pydantic import BaseModel
from starlette.responses import Response

from voxpop import schema
from voxpop.document import drivers_entry
from voxpop.store import Store
from voxpop.store.rated_reviews import drivers_of
from voxpop.web import file_contents
from voxpop.web.background import computed
from voxpop.web.pages import labels_for, render
from voxpop.web.query import RequestedFile
from voxpop.web.views.drivers_view import drivers_view

pages, api = APIRouter(), APIRouter(tags=["drivers"])


class DriversPage(BaseModel):
    """``drivers`` is null while they are being worked out: ask again in a moment."""

    drivers: schema.Drivers | None


@pages.get("/files/{file}/drivers")
def drivers(request: Request, open_file: RequestedFile) -> Response:
    entry = computed(open_file, "drivers", build_drivers)
    rows = {row.aspect["id"]: row for row in file_contents.rows(open_file)}
    view = drivers_view(entry, rows, labels_for(request))
    return render(request, "drivers.html.j2", open_file=open_file, drivers=entry, view=view)


@api.get("/files/{file}/drivers")
def drivers_json(open_file: RequestedFile) -> DriversPage:
    """What each aspect does to the stars, with 95 % intervals."""
    return DriversPage(drivers=computed(open_file, "drivers", build_drivers))


def build_drivers(store: Store) -> schema.Drivers:
    """Return the drivers of a file."""
    return drivers_entry(drivers_of(store))
