"""Key points: what exactly is said, and every review that says it."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Request
from pydantic import BaseModel
from starlette.responses import Response

from voxpop import schema
from voxpop.document import key_point_entries
from voxpop.web import file_contents
from voxpop.web.api_models import model
from voxpop.web.pages import labels_for, render
from voxpop.web.query import NAME, Missing, RequestedFile
from voxpop.web.routers.aspect import table_place
from voxpop.web.state import OpenFile
from voxpop.web.views.key_point_view import key_point_view

pages, api = APIRouter(), APIRouter(tags=["key points"])
Id = Annotated[int, Query(ge=0, le=10_000_000, description="The id of a key point")]


class KeyPoints(BaseModel):
    """Key points, those of most reviews first."""

    key_points: list[model(schema.KeyPoint)]  # type: ignore[valid-type]


@pages.get("/files/{file}/key_point")
def key_point(request: Request, open_file: RequestedFile, id: Id) -> Response:
    point = one_key_point(open_file, id)
    table = open_file.views.table
    aspect = next((row.id for row in table if (row.lang, row.name) == (point["lang"], point["aspect"])), None)
    view = key_point_view(point, labels_for(request))
    return render(request, "key_point.html.j2", open_file=open_file, point=view, of=point["of"], aspect=aspect)


@api.get("/files/{file}/key_points")
def key_points_json(
    open_file: RequestedFile,
    aspect: Annotated[str | None, Query(max_length=NAME, description="Only of this aspect, such as en:room")] = None,
) -> KeyPoints:
    """What exactly is said, of everything or of one aspect; up to 20 of each kind, each with up to 60 quotes."""
    place = None if aspect is None else table_place(open_file, aspect)
    return KeyPoints(key_points=file_contents.key_points(open_file, place))


@api.get("/files/{file}/key_point")
def key_point_json(open_file: RequestedFile, id: Id) -> model(schema.KeyPoint):  # type: ignore[valid-type]
    """One key point with all its quotes."""
    return one_key_point(open_file, id)


def one_key_point(open_file: OpenFile, id: int) -> schema.KeyPoint:
    """Return a key point with all its quotes."""
    points = open_file.views.key_points(only=id)
    if not points:
        raise Missing("key_point")
    return key_point_entries(open_file.views, points)[0]
