"""The charts by themselves, as SVG files that carry their own colours."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import Response

from voxpop.web import file_contents
from voxpop.web.pages import labels_for
from voxpop.web.query import Chosen, RequestedFile
from voxpop.web.rendering import templates
from voxpop.web.routers.aspect import Id, content, table_place
from voxpop.web.security import DRAWING
from voxpop.web.views import chart_shapes

pages, api = APIRouter(), APIRouter()


@pages.get("/files/{file}/charts/months.svg")
def months(request: Request, open_file: RequestedFile) -> Response:
    """Stars by month."""
    stars = file_contents.stars(open_file)
    name = file_contents.run(open_file)["product"] or open_file.slug
    columns = chart_shapes.star_columns(stars["by_month"])
    return drawing(request, f"{open_file.slug}-months", kind="months", months=columns, mean=stars["mean"], name=name)


@pages.get("/files/{file}/charts/trend.svg")
def trend(request: Request, open_file: RequestedFile, chosen: Chosen, id: Id) -> Response:
    """An aspect over time."""
    numbers = content(open_file, table_place(open_file, id), chosen, n=1)
    columns, name = chart_shapes.trend(numbers["by_month"]), numbers["aspect"]["name"]
    return drawing(request, f"{open_file.slug}-trend", kind="trend", trend=columns, name=name)


def drawing(request: Request, filename: str, **content: Any) -> Response:
    """Return a chart as an SVG file."""
    text = templates().get_template("chart.svg.j2").render(label=labels_for(request), **content)
    safe = filename.encode("ascii", "replace").decode().replace("?", "-")
    headers = {"Content-Security-Policy": DRAWING, "Content-Disposition": f'inline; filename="{safe}.svg"'}
    return Response(text, media_type="image/svg+xml", headers=headers)
