"""The overview: aspects at a glance, the table, what changed lately, stars by month."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request
from pydantic import BaseModel, Field
from starlette.responses import Response

from voxpop import schema as shape
from voxpop.web import table
from voxpop.web.lately import Changes, changes
from voxpop.web.pages import render, spoken
from voxpop.web.query import Here
from voxpop.web.report import charts
from voxpop.web.routers import summary
from voxpop.web.shape import model
from voxpop.web.state import Open

pages, api = APIRouter(), APIRouter(tags=["overview"])


class Overview(BaseModel):
    """The document without its evidence, which has addresses of its own, and what changed lately."""

    schema_: str = Field(shape.SCHEMA, serialization_alias="schema")
    run: model(shape.Run)  # type: ignore[valid-type]
    counts: model(shape.Counts)  # type: ignore[valid-type]
    stars: model(shape.Stars)  # type: ignore[valid-type]
    aspects: list[model(shape.Aspect)]  # type: ignore[valid-type]
    changes: Changes | None


@pages.get("/files/{file}")
def overview(request: Request, here: Here) -> Response:
    words = spoken(request)
    rows = table.rows(here, words)
    found = table.stars(here)
    return render(
        request,
        "overview.html.j2",
        here=here,
        run=table.run(here),
        counts=table.counts(here),
        stars=found,
        rows=rows,
        months=charts.star_columns(found["by_month"]),
        changes=changes(here),
        names={row.aspect["id"]: row for row in rows},
        summaries=summary.made(here, wait=False),
        trusted=table.trusted(here),
    )


@api.get("/files/{file}")
def overview_json(here: Here) -> Overview:
    """What people think, aspect by aspect: the document without its evidence, and what changed lately."""
    return here.once("overview", lambda: Overview(**content(here)))


def content(here: Open) -> dict[str, Any]:
    return {
        "run": table.run(here),
        "counts": table.counts(here),
        "stars": table.stars(here),
        "aspects": table.entries(here),
        "changes": changes(here),
    }
