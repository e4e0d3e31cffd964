"""Segments: the reviews split by a column, and how each group differs from the others."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Request
from pydantic import BaseModel
from starlette.responses import Response

from voxpop import schema
from voxpop.aggregate.segments import Group
from voxpop.document import segments_entry
from voxpop.store.segment_counts import segment_columns, segments_of
from voxpop.web.background import is_large
from voxpop.web.pages import labels_for, render
from voxpop.web.query import NAME, Missing, RequestedFile
from voxpop.web.state import OpenFile
from voxpop.web.views.segments_view import SENTENCES, segments_view

pages, api = APIRouter(), APIRouter(tags=["segments"])
By = Annotated[str | None, Query(max_length=NAME, description="The column; by default the first that splits the file")]


class SegmentsPage(BaseModel):
    """``columns`` are those that split the reviews; ``segments`` is null while they are being worked out."""

    columns: list[str]
    segments: schema.Segments | None


@pages.get("/files/{file}/segments")
def segments(request: Request, open_file: RequestedFile, by: By = None) -> Response:
    column = chosen_column(open_file, by)
    entry = computed_segments(open_file, column)
    view = segments_view(entry, labels_for(request)) if entry else None
    columns = columns_of(open_file)
    return render(
        request, "segments.html.j2", open_file=open_file, columns=columns, column=column, view=view, sentences=SENTENCES
    )


@api.get("/files/{file}/segments")
def segments_json(open_file: RequestedFile, by: By = None) -> SegmentsPage:
    """How the groups of a column differ from the other reviews, with p-values adjusted for all tests."""
    entry = computed_segments(open_file, chosen_column(open_file, by))
    return SegmentsPage(columns=list(columns_of(open_file)), segments=entry)


def columns_of(open_file: OpenFile) -> dict[str, list[Group]]:
    """Return the columns that split the file, with their groups."""
    return open_file.once("segment columns", lambda: segment_columns(open_file.views))


def chosen_column(open_file: OpenFile, by: str | None) -> str | None:
    """Return the column that was asked for, that of the analysis, the version or country, or another; None without."""
    columns, views = columns_of(open_file), open_file.views
    if by and by not in columns:
        raise Missing("segments", name=by, names=", ".join(columns) or "–")
    roles = {role: column for source in views.fact("sources") for role, column in source["columns"].items()}
    others = [name for name in views.extra_columns if name in columns]
    words = [name for name in others if not any((group.name or "")[:1].isdigit() for group in columns[name])]
    usual = (views.fact("settings").get("segment"), roles.get("version"), roles.get("country"), *words, *columns)
    return by or next((column for column in usual if column in columns), None)


def computed_segments(open_file: OpenFile, column: str | None) -> schema.Segments | None:
    """Return the segments; None until they are there, if the file is large, and where no column splits it."""
    if column is None:
        return None
    compute = open_file.later if is_large(open_file) else open_file.alone
    return compute(("segments", column), lambda: build(open_file, column))


def build(open_file: OpenFile, column: str) -> schema.Segments:
    return segments_entry(segments_of(open_file.views, column))
