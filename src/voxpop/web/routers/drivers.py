"""Drivers: what each aspect does to the stars."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request
from pydantic import BaseModel
from starlette.responses import Response

from voxpop import schema
from voxpop.document import drivers_entry
from voxpop.store import Store
from voxpop.store.rated_reviews import drivers_of
from voxpop.web import file_contents
from voxpop.web.api_models import model
from voxpop.web.background import awaited, computed
from voxpop.web.exports import Kind, download
from voxpop.web.pages import labels_for, render
from voxpop.web.query import RequestedFile
from voxpop.web.views.drivers_view import drivers_view

pages, api = APIRouter(), APIRouter(tags=["drivers"])


class DriversPage(BaseModel):
    """``drivers`` is null while they are being worked out: ask again in a moment."""

    drivers: model(schema.Drivers) | None  # type: ignore[valid-type]


@pages.get("/files/{file}/drivers")
def drivers(request: Request, open_file: RequestedFile) -> Response:
    label = labels_for(request)
    found = computed(open_file, "drivers", build_drivers)
    rows = {row.aspect["id"]: row for row in file_contents.rows(open_file)}
    view = drivers_view(found, rows, label)
    return render(request, "drivers.html.j2", open_file=open_file, found=found, view=view)


@api.get("/files/{file}/drivers")
def drivers_json(open_file: RequestedFile) -> DriversPage:
    """What each aspect does to the stars, with 95 % intervals."""
    return DriversPage(drivers=computed(open_file, "drivers", build_drivers))


@api.get("/files/{file}/export/drivers.{kind}", response_class=Response)
@pages.get("/files/{file}/export/drivers.{kind}")
def export(open_file: RequestedFile, kind: Kind) -> Response:
    """What each aspect does to the stars, a row for each."""
    found = awaited(open_file, "drivers", build_drivers)
    return download([flat(driver) for driver in found["aspects"]], kind, f"{open_file.slug}-drivers")


def build_drivers(store: Store) -> schema.Drivers:
    """Return the drivers of a file."""
    return drivers_entry(drivers_of(store))


def flat(driver: schema.Driver) -> dict[str, Any]:
    """Return a driver as one row: complaints_effect, complaints_effect_low …"""
    row: dict[str, Any] = {name: driver[name] for name in ("id", "name", "reviews", "kind")}
    estimates: dict[str, schema.Estimate | None] = {
        "won_back": driver["won_back"],
        "share": driver["share"],
        "asymmetry": driver["asymmetry"],
    }
    for side, effects in (("complaints", driver["complaints"]), ("praise", driver["praise"])):
        row[f"{side}_reviews"] = effects["reviews"] if effects else None
        for name in ("plain", "effect", "on_mean"):
            estimates[f"{side}_{name}"] = effects[name] if effects else None
    for name, estimate in estimates.items():
        for part in ("value", "low", "high"):
            key = name if part == "value" else f"{name}_{part}"
            row[key] = estimate[part] if estimate else None
    return row
