"""The charts by themselves, as SVG files that carry their own colours."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import Response

from voxpop.web import file_contents
from voxpop.web.pages import labels_for
from voxpop.web.query import Chosen, Here
from voxpop.web.rendering import templates
from voxpop.web.routers.aspect import Id, content, placed
from voxpop.web.security import DRAWING
from voxpop.web.views import chart_shapes

pages, api = APIRouter(), APIRouter()


@pages.get("/files/{file}/charts/months.svg")
def months(request: Request, here: Here) -> Response:
    """Stars by month."""
    found = file_contents.stars(here)
    name = file_contents.run(here)["product"] or here.slug
    return drawing(
        request, f"{here.slug}-months", kind="months", months=chart_shapes.star_columns(found["by_month"]),
        mean=found["mean"], name=name,
    )  # fmt: skip


@pages.get("/files/{file}/charts/trend.svg")
def trend(request: Request, here: Here, chosen: Chosen, id: Id) -> Response:
    """An aspect over time."""
    place = placed(here, id)
    found = content(here, place, chosen, n=1)
    name = found["aspect"]["name"]
    return drawing(request, f"{here.slug}-trend", kind="trend", trend=chart_shapes.trend(found["by_month"]), name=name)


def drawing(request: Request, filename: str, **content: Any) -> Response:
    text = templates().get_template("chart.svg.j2").render(label=labels_for(request), **content)
    safe = filename.encode("ascii", "replace").decode().replace("?", "-")
    headers = {"Content-Security-Policy": DRAWING, "Content-Disposition": f'inline; filename="{safe}.svg"'}
    return Response(text, media_type="image/svg+xml", headers=headers)
