"""The summary: each of its clauses leads to the quotes for and against it."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Request
from pydantic import BaseModel
from starlette.responses import Response

from voxpop import schema as shape
from voxpop.analysis import Analysis
from voxpop.store import Store
from voxpop.web.api_models import model
from voxpop.web.background import computed
from voxpop.web.pages import render
from voxpop.web.query import Here, Missing
from voxpop.web.state import Open
from voxpop.web.views.aspect_rows import quote_views

pages, api = APIRouter(), APIRouter(tags=["summary"])


class Summaries(BaseModel):
    """One summary for each language; ``summaries`` is null while they are being written: ask again in a moment."""

    summaries: list[model(shape.Summary)] | None  # type: ignore[valid-type]


@pages.get("/files/{file}/summary")
def summary(
    request: Request,
    here: Here,
    lang: Annotated[str | None, Query(max_length=5)] = None,
    claim: Annotated[int, Query(ge=0, le=10_000)] = 0,
) -> Response:
    found = made(here) or []
    one = next((one for one in found if lang in (None, "", one["lang"])), None)
    if one is None or claim >= len(one["claims"]):
        raise Missing("clause")
    chosen = one["claims"][claim]
    return render(
        request,
        "claim.html.j2",
        here=here,
        lang=one["lang"],
        claim=chosen,
        supporting=quote_views(chosen["quotes"]),
        opposing=quote_views(chosen["against"]),
        aspect=next(
            (row.id for row in here.views.table if (row.lang, row.name) == (one["lang"], chosen["aspect"])), None
        ),
        others=[(place, other) for place, other in enumerate(one["claims"]) if other["aspect"] == chosen["aspect"]],
        place=claim,
    )


@api.get("/files/{file}/summary")
def summary_json(here: Here) -> Summaries:
    """What customers say in a few sentences, every clause with its counts and quotes."""
    return Summaries(summaries=made(here))


def made(here: Open, *, wait: bool = True) -> list[shape.Summary] | None:
    return computed(here, "summary", written, wait=wait)


def written(store: Store) -> list[shape.Summary]:
    analysis = Analysis(store)
    if not analysis.reviews:
        return []
    return analysis.summary_entries(analysis.summaries())
