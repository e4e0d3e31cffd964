"""The overview: aspects at a glance, the table, what changed lately, stars by month."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request
from pydantic import BaseModel, Field
from starlette.responses import Response

from voxpop import schema as shape
from voxpop.web import file_contents
from voxpop.web.api_models import model
from voxpop.web.pages import labels_for, render
from voxpop.web.query import Here
from voxpop.web.recent_changes import RecentChanges, recent_changes
from voxpop.web.routers import summary
from voxpop.web.state import Open
from voxpop.web.views import chart_shapes

pages, api = APIRouter(), APIRouter(tags=["overview"])


class Overview(BaseModel):
    """The document without its evidence, which has addresses of its own, and what changed lately."""

    schema_: str = Field(shape.SCHEMA, serialization_alias="schema")
    run: model(shape.Run)  # type: ignore[valid-type]
    counts: model(shape.Counts)  # type: ignore[valid-type]
    stars: model(shape.Stars)  # type: ignore[valid-type]
    aspects: list[model(shape.Aspect)]  # type: ignore[valid-type]
    changes: RecentChanges | None


@pages.get("/files/{file}")
def overview(request: Request, here: Here) -> Response:
    words = labels_for(request)
    rows = file_contents.rows(here, words)
    found = file_contents.stars(here)
    return render(
        request,
        "overview.html.j2",
        here=here,
        run=file_contents.run(here),
        counts=file_contents.counts(here),
        stars=found,
        rows=rows,
        months=chart_shapes.star_columns(found["by_month"]),
        changes=recent_changes(here),
        names={row.aspect["id"]: row for row in rows},
        summaries=summary.made(here, wait=False),
        trusted=file_contents.trusted(here),
    )


@api.get("/files/{file}")
def overview_json(here: Here) -> Overview:
    """What people think, aspect by aspect: the document without its evidence, and what changed lately."""
    return here.once("overview", lambda: Overview(**content(here)))


def content(here: Open) -> dict[str, Any]:
    return {
        "run": file_contents.run(here),
        "counts": file_contents.counts(here),
        "stars": file_contents.stars(here),
        "aspects": file_contents.entries(here),
        "changes": recent_changes(here),
    }
