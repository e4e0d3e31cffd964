"""The summary: each of its clauses leads to the quotes for and against it."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Request
from pydantic import BaseModel
from starlette.responses import Response

from voxpop import schema
from voxpop.analysis import Analysis
from voxpop.store import Store
from voxpop.web import file_contents
from voxpop.web.api_models import model
from voxpop.web.background import computed
from voxpop.web.pages import render
from voxpop.web.query import Missing, NotYet, RequestedFile
from voxpop.web.state import OpenFile
from voxpop.web.views.aspect_rows import quote_views
from voxpop.web.views.summary_view import CHANGES

pages, api = APIRouter(), APIRouter(tags=["summary"])


class Summaries(BaseModel):
    """One summary for each language; ``summaries`` is null while they are being written: ask again in a moment."""

    summaries: list[model(schema.Summary)] | None  # type: ignore[valid-type]


@pages.get("/files/{file}/summary")
def summary(
    request: Request,
    open_file: RequestedFile,
    lang: Annotated[str | None, Query(max_length=5)] = None,
    claim: Annotated[int, Query(ge=0, le=10_000)] = 0,
) -> Response:
    summaries = computed_summaries(open_file)
    if summaries is None:
        raise NotYet("report")
    entry = next((entry for entry in summaries if lang in (None, "", entry["lang"])), None)
    if entry is None or claim >= len(entry["claims"]):
        raise Missing("clause")
    chosen = entry["claims"][claim]
    changed = chosen["kind"] in CHANGES
    points = [] if changed else file_contents.key_points(open_file)
    return render(
        request,
        "claim.html.j2",
        open_file=open_file,
        lang=entry["lang"],
        claim=chosen,
        supporting=quote_views(chosen["quotes"]),
        opposing=quote_views(chosen["against"]),
        others_title="say_before" if changed else "say_opposite",
        others_count=chosen["earlier"] if changed else chosen["opposing"],
        point=next((p["id"] for p in points if (p["lang"], p["text"]) == (entry["lang"], chosen["word"])), None),
        aspect=next(
            (row.id for row in open_file.views.table if (row.lang, row.name) == (entry["lang"], chosen["aspect"])), None
        ),
        others=[(place, other) for place, other in enumerate(entry["claims"]) if other["aspect"] == chosen["aspect"]],
        place=claim,
    )


@api.get("/files/{file}/summary")
def summary_json(open_file: RequestedFile) -> Summaries:
    """What customers say in a few sentences, every clause with its counts and quotes."""
    return Summaries(summaries=computed_summaries(open_file))


def computed_summaries(open_file: OpenFile, *, wait: bool = True) -> list[schema.Summary] | None:
    """Return the summaries; None until they are written, if they take long or nobody wants to wait."""
    return computed(open_file, "summary", build_summaries, wait=wait)


def build_summaries(store: Store) -> list[schema.Summary]:
    """Return the summaries of a file."""
    analysis = Analysis(store)
    if not analysis.reviews:
        return []
    return analysis.summary_entries(analysis.summaries())
