"""The overview: aspects at a glance, the table, what changed lately, stars by month."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request
from pydantic import BaseModel, Field
from starlette.responses import Response

from voxpop import schema
from voxpop.web import file_contents
from voxpop.web.api_models import model
from voxpop.web.pages import labels_for, render
from voxpop.web.query import Here
from voxpop.web.routers import summary
from voxpop.web.state import OpenFile
from voxpop.web.views.chart_shapes import star_columns
from voxpop.web.views.overview_view import OverviewView
from voxpop.web.views.recent_changes import RecentChanges
from voxpop.web.views.summary_view import summary_views

pages, api = APIRouter(), APIRouter(tags=["overview"])


class Overview(BaseModel):
    """The document without its evidence, which has addresses of its own, and what changed lately."""

    schema_: str = Field(schema.SCHEMA, serialization_alias="schema")
    run: model(schema.Run)  # type: ignore[valid-type]
    counts: model(schema.Counts)  # type: ignore[valid-type]
    stars: model(schema.Stars)  # type: ignore[valid-type]
    aspects: list[model(schema.Aspect)]  # type: ignore[valid-type]
    changes: RecentChanges | None


@pages.get("/files/{file}")
def overview(request: Request, here: Here) -> Response:
    label = labels_for(request)
    run, stars = file_contents.run(here), file_contents.stars(here)
    summaries = summary.computed_summaries(here, wait=False)
    view = OverviewView(
        title=run["product"] or here.slug,
        run=run,
        counts=file_contents.counts(here),
        stars=stars,
        rows=file_contents.rows(here, label),
        months=star_columns(stars["by_month"]),
        summaries=None if summaries is None else summary_views(summaries, label),
        changes=file_contents.changes(here),
    )
    return render(request, "overview.html.j2", here=here, view=view)


@api.get("/files/{file}")
def overview_json(here: Here) -> Overview:
    """What people think, aspect by aspect: the document without its evidence, and what changed lately."""
    return here.once("overview", lambda: Overview(**content(here)))


def content(here: OpenFile) -> dict[str, Any]:
    return {
        "run": file_contents.run(here),
        "counts": file_contents.counts(here),
        "stars": file_contents.stars(here),
        "aspects": file_contents.entries(here),
        "changes": file_contents.changes(here),
    }
