"""One review: what it says, marked in its text; where the reader looked; the stars it gives and those it deserves."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Annotated

from fastapi import APIRouter, Query, Request
from pydantic import BaseModel
from starlette.responses import Response

from voxpop.lang import LANGUAGES
from voxpop.types import Opinion, Review
from voxpop.web.attention_map import attention_maps
from voxpop.web.pages import render
from voxpop.web.query import NAME, Missing, RequestedFile
from voxpop.web.state import OpenFile
from voxpop.web.views.marked_text import review_pieces

pages, api = APIRouter(), APIRouter(tags=["reviews"])
Id = Annotated[str, Query(max_length=NAME, description="The id of a review")]


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewEntry(Review):
    """A review with what it says. Offsets count code points of ``text``."""

    opinions: list[Opinion]


class HeatEntry(BaseModel):
    """A category, and the text in stretches with the share of the attention on each."""

    category: str
    present: bool
    feeling: float
    text: list[tuple[str, float]]


@pages.get("/files/{file}/review")
def review(
    request: Request, open_file: RequestedFile, id: Id, heat: Annotated[str | None, Query(max_length=NAME)] = None
) -> Response:
    stored, opinions = review_and_opinions(open_file, id)
    maps = attention_maps(open_file, stored, opinions) if heat is not None else []
    return render(
        request,
        "review.html.j2",
        open_file=open_file,
        review=stored,
        opinions=opinions,
        text=review_pieces(stored.text, opinions),
        ids=open_file.views.places,
        heat=heat,
        maps=maps,
        map=next((shown for shown in maps if shown.category == heat), maps[0] if maps else None),
        readable=stored.lang in LANGUAGES,
    )


@api.get("/files/{file}/review")
def review_json(open_file: RequestedFile, id: Id) -> ReviewEntry:
    """One review with everything it says."""
    return entry(*review_and_opinions(open_file, id))


@api.get("/files/{file}/review/heat")
def heat_json(open_file: RequestedFile, id: Id) -> list[HeatEntry]:
    """Where the reader looked for each category that the review speaks of."""
    return [
        HeatEntry(
            category=shown.category,
            present=shown.present,
            feeling=shown.feeling,
            text=[(piece.text, round(piece.share, 4)) for piece in shown.text],
        )
        for shown in attention_maps(open_file, *review_and_opinions(open_file, id))
    ]


def review_and_opinions(open_file: OpenFile, id: str) -> tuple[Review, list[Opinion]]:
    read = open_file.views.review(id)
    if read is None:
        raise Missing("review", name=id)
    return read


def entry(review: Review, opinions: list[Opinion]) -> ReviewEntry:
    values = {field.name: getattr(review, field.name) for field in fields(Review)}
    return ReviewEntry(**values, opinions=opinions)
