"""Segments: the reviews split by a column, and how each group differs from the others."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Request
from pydantic import BaseModel
from starlette.responses import Response

from voxpop import schema
from voxpop.document import segments_entry
from voxpop.store.segment_counts import segment_columns, segments_of
from voxpop.web.api_models import model
from voxpop.web.background import is_large
from voxpop.web.exports import Kind, download
from voxpop.web.pages import labels_for, render
from voxpop.web.query import NAME, Missing, RequestedFile
from voxpop.web.state import OpenFile
from voxpop.web.views.segments_view import TOLD, segments_view

pages, api = APIRouter(), APIRouter(tags=["segments"])
By = Annotated[str | None, Query(max_length=NAME, description="The column; by default the first that splits the file")]


class SegmentsPage(BaseModel):
    """``columns`` are those that split the reviews; ``segments`` is null while they are being worked out."""

    columns: list[str]
    segments: model(schema.Segments) | None  # type: ignore[valid-type]


@pages.get("/files/{file}/segments")
def segments(request: Request, open_file: RequestedFile, by: By = None) -> Response:
    columns = columns_of(open_file)
    column = chosen_column(open_file, by)
    found = computed_segments(open_file, column) if column else None
    return render(
        request,
        "segments.html.j2",
        open_file=open_file,
        columns=columns,
        column=column,
        view=segments_view(found, labels_for(request)),
        told=TOLD,
    )


@api.get("/files/{file}/segments")
def segments_json(open_file: RequestedFile, by: By = None) -> SegmentsPage:
    """How the groups of a column differ from the other reviews, with p-values adjusted for all tests."""
    column = chosen_column(open_file, by)
    found = computed_segments(open_file, column) if column else None
    return SegmentsPage(columns=columns_of(open_file), segments=found)


@api.get("/files/{file}/export/segments.{kind}", response_class=Response)
@pages.get("/files/{file}/export/segments.{kind}")
def export(open_file: RequestedFile, kind: Kind, by: By = None) -> Response:
    """The numbers of each segment and aspect, a row for each."""
    column = chosen_column(open_file, by)
    found = open_file.alone(("segments", column), lambda: build(open_file, column)) if column else None
    rows = [
        {"segment": segment["name"] or "", "segment_reviews": segment["reviews"], **aspect}
        for segment in (found["segments"] if found else [])
        for aspect in segment["aspects"]
    ]
    return download(rows, kind, f"{open_file.slug}-segments")


def columns_of(open_file: OpenFile) -> list[str]:
    return list(open_file.once("segment columns", lambda: segment_columns(open_file.views)))


def chosen_column(open_file: OpenFile, by: str | None) -> str | None:
    """Return the column that was asked for, the one of the analysis, or the first; None where there is none."""
    columns = columns_of(open_file)
    if by and by not in columns:
        raise Missing("segments", name=by, names=", ".join(columns) or "–")
    usual = open_file.views.facts()["settings"].get("segment")
    return by or (usual if usual in columns else next(iter(columns), None))


def computed_segments(open_file: OpenFile, column: str) -> schema.Segments | None:
    """Return the segments; None until they are there, if the file is large."""
    wait = not is_large(open_file)
    return (open_file.alone if wait else open_file.later)(("segments", column), lambda: build(open_file, column))


def build(open_file: OpenFile, column: str) -> schema.Segments:
    return segments_entry(segments_of(open_file.views, column))
