"""The overview: aspects at a glance, the table, what changed lately, stars by month."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Request
from pydantic import BaseModel, Field
from starlette.responses import Response

from voxpop import schema
from voxpop.aggregate.damage import Order, in_order_of
from voxpop.document import damage_of
from voxpop.store.recent_changes import RecentChanges
from voxpop.web import file_contents
from voxpop.web.pages import labels_for, render
from voxpop.web.query import RequestedFile
from voxpop.web.routers import summary
from voxpop.web.state import OpenFile, once
from voxpop.web.views.aspect_rows import AspectView
from voxpop.web.views.overview_view import overview_view

RowOrder = Annotated[Order, Query(description="The order of the rows: by mentions, damage or change")]
pages, api = APIRouter(), APIRouter(tags=["overview"])


class Overview(BaseModel):
    """The document without its evidence, which has addresses of its own, and what changed lately."""

    schema_: str = Field(default=schema.SCHEMA, serialization_alias="schema")
    run: schema.Run
    counts: schema.Counts
    stars: schema.Stars
    order: str
    aspects: list[schema.Aspect]
    changes: RecentChanges | None


@pages.get("/files/{file}")
def overview(request: Request, open_file: RequestedFile, order: RowOrder = "mentions") -> Response:
    view = overview_view(
        labels_for(request),
        title=file_contents.title(open_file),
        run=file_contents.run(open_file),
        counts=file_contents.counts(open_file),
        stars=file_contents.stars(open_file),
        order=order,
        rows=ordered_rows(open_file, order),
        summaries=summary.computed_summaries(open_file, wait=False),
        key_points=file_contents.key_points(open_file),
        changes=file_contents.changes(open_file),
        marks=file_contents.marks(open_file),
    )
    return render(request, "overview.html.j2", open_file=open_file, view=view)


@api.get("/files/{file}")
def overview_json(open_file: RequestedFile, order: RowOrder = "mentions") -> Overview:
    """What people think, aspect by aspect: the document without its evidence, and what changed lately."""
    return content(open_file, order)


def ordered_rows(open_file: OpenFile, order: Order) -> list[AspectView]:
    """Return the rows in an order, each with those under it behind it."""
    rows = file_contents.rows(open_file)
    tops = in_order_of([row for row in rows if not row.under], order, lambda row: damage_of(row.aspect))
    return [row for top in tops for row in (top, *(row for row in rows if row.parent == top.aspect["id"]))]


@once
def content(open_file: OpenFile, order: Order = "mentions") -> Overview:
    """Return what the API says."""
    entries = {entry["id"]: entry for entry in file_contents.entries(open_file)}
    return Overview(
        run=file_contents.run(open_file),
        counts=file_contents.counts(open_file),
        stars=file_contents.stars(open_file),
        order=order,
        aspects=[entries[row.aspect["id"]] for row in ordered_rows(open_file, order)],
        changes=file_contents.changes(open_file),
    )
