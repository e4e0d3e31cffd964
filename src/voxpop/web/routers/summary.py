"""The summary and the key points: each clause and each point leads to the quotes behind it."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Request
from pydantic import BaseModel
from starlette.responses import Response

from voxpop import schema
from voxpop.analysis import Analysis
from voxpop.document import EVIDENCE, KEY_POINTS, key_point_entries
from voxpop.store import Store
from voxpop.web import file_contents
from voxpop.web.background import computed
from voxpop.web.pages import render
from voxpop.web.query import NAME, Missing, NotYet, PageNumber, RequestedFile, last_page
from voxpop.web.routers.aspect import table_place
from voxpop.web.state import OpenFile
from voxpop.web.views.overview_view import CHANGES

pages, api = APIRouter(), APIRouter(tags=["summary"])
PAGE_QUOTES = 20  # quotes on a page
Id = Annotated[int, Query(ge=0, le=10_000_000, description="The id of a key point")]


class Summaries(BaseModel):
    """One summary for each language; ``summaries`` is null while they are being written: ask again in a moment."""

    summaries: list[schema.Summary] | None


class KeyPoints(BaseModel):
    """Key points, those of most reviews first."""

    key_points: list[schema.KeyPoint]


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
        others_title="say_before" if changed else "say_opposite",
        others_count=chosen["earlier"] if changed else chosen["opposing"],
        point=next((p["id"] for p in points if (p["lang"], p["text"]) == (entry["lang"], chosen["word"])), None),
        aspect=id_of(open_file, entry["lang"], chosen["aspect"]),
        others=[(place, other) for place, other in enumerate(entry["claims"]) if other["aspect"] == chosen["aspect"]],
        place=claim,
    )


@api.get("/files/{file}/summary")
def summary_json(open_file: RequestedFile) -> Summaries:
    """What customers say in a few sentences, every clause with its counts and quotes."""
    return Summaries(summaries=computed_summaries(open_file))


@pages.get("/files/{file}/key_point")
def key_point(request: Request, open_file: RequestedFile, id: Id, page: PageNumber = 1) -> Response:
    point = read_key_point(open_file, id, quotes=PAGE_QUOTES, offset=(page - 1) * PAGE_QUOTES)
    return render(
        request,
        "key_point.html.j2",
        open_file=open_file,
        point=point,
        aspect=id_of(open_file, point["lang"], point["aspect"]),
        page=page,
        last=last_page(point["reviews"], PAGE_QUOTES),
    )


@api.get("/files/{file}/key_points", tags=["key points"])
def key_points_json(
    open_file: RequestedFile,
    aspect: Annotated[str | None, Query(max_length=NAME, description="Only of this aspect, such as en:room")] = None,
) -> KeyPoints:
    """What exactly is said, of everything or of one aspect; up to 20 of each kind, each with up to 60 quotes."""
    if aspect is None:
        return KeyPoints(key_points=file_contents.key_points(open_file, quotes=EVIDENCE))
    views = open_file.views
    points = views.opinions_behind(table_place(open_file, aspect)).key_points(limit=KEY_POINTS, quotes=EVIDENCE)
    return KeyPoints(key_points=key_point_entries(views, points))


@api.get("/files/{file}/key_point", response_model=schema.KeyPoint, tags=["key points"])
def key_point_json(open_file: RequestedFile, id: Id) -> schema.KeyPoint:
    """One key point with all its quotes."""
    return read_key_point(open_file, id)


def read_key_point(open_file: OpenFile, id: int, *, quotes: int | None = None, offset: int = 0) -> schema.KeyPoint:
    """Return a key point with all its quotes, or some of them."""
    points = open_file.views.key_points(only=id, quotes=quotes, offset=offset)
    if not points:
        raise Missing("key_point")
    return key_point_entries(open_file.views, points)[0]


def id_of(open_file: OpenFile, lang: str, name: str | None) -> str | None:
    """Return the id of the row of the table with this name."""
    return next((row.id for row in open_file.views.table if (row.lang, row.name) == (lang, name)), None)


def computed_summaries(open_file: OpenFile, *, wait: bool = True) -> list[schema.Summary] | None:
    """Return the summaries; None until they are written, if they take long or nobody wants to wait."""
    return computed(open_file, "summary", build_summaries, wait=wait)


def build_summaries(store: Store) -> list[schema.Summary]:
    """Return the summaries of a file."""
    analysis = Analysis(store)
    return analysis.summary_entries(analysis.summaries()) if analysis.reviews else []
