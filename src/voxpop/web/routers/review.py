"""One review: what it says, marked in its text; where the reader looked; the stars it gives and those it deserves."""

from __future__ import annotations

from dataclasses import asdict
from datetime import date as Date
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from pydantic import BaseModel
from starlette.responses import Response

from voxpop.lang import LANGUAGES
from voxpop.types import Opinion, Review
from voxpop.web.api_models import OpinionFields
from voxpop.web.attention_map import AttentionMap, attention_maps
from voxpop.web.pages import render
from voxpop.web.query import NAME, Here, Missing
from voxpop.web.state import OpenFile
from voxpop.web.views.marked_text import review_pieces

pages, api = APIRouter(), APIRouter(tags=["reviews"])
Id = Annotated[str, Query(max_length=NAME, description="The id of a review")]


class OpinionEntry(OpinionFields):
    """An opinion of a review, in the API."""

    evidence: tuple[int, int]


class ReviewEntry(BaseModel):
    """A review with what it says. Offsets count code points of ``text``."""

    id: str
    text: str
    stars: float | None
    date: Date | None
    product: str | None
    lang: str | None
    source: str | None
    row: int | None
    predicted_stars: float | None
    predicted_low: float | None
    predicted_high: float | None
    star_probabilities: list[float] | None
    opinions: list[OpinionEntry]


class HeatEntry(BaseModel):
    """A category, and the text in stretches with the share of the attention on each."""

    category: str
    present: bool
    feeling: float
    text: list[tuple[str, float]]


@pages.get("/files/{file}/review")
def review(
    request: Request, here: Here, id: Id, heat: Annotated[str | None, Query(max_length=NAME, alias="heat")] = None
) -> Response:
    found, said = known(here, id)
    maps = attention(here, found, said) if heat is not None else []
    return render(
        request,
        "review.html.j2",
        here=here,
        review=found,
        opinions=said,
        text=review_pieces(found.text, said),
        ids=here.views.places,
        heat=heat,
        maps=maps,
        map=next((one for one in maps if one.category == heat), maps[0] if maps else None),
        readable=found.lang in LANGUAGES,
    )


@api.get("/files/{file}/review")
def review_json(here: Here, id: Id) -> ReviewEntry:
    """One review with everything it says."""
    return entry(*known(here, id))


@api.get("/files/{file}/review/heat")
def heat_json(here: Here, id: Id) -> list[HeatEntry]:
    """Where the reader looked for each category that the review speaks of."""
    found, said = known(here, id)
    return [
        HeatEntry(
            category=one.category,
            present=one.present,
            feeling=one.feeling,
            text=[(piece.text, round(piece.share, 4)) for piece in one.text],
        )
        for one in attention(here, found, said)
    ]


def attention(here: OpenFile, found: Review, said: list[Opinion]) -> list[AttentionMap]:
    return sorted(attention_maps(here, found, said), key=lambda one: not one.present)


def known(here: OpenFile, id: str) -> tuple[Review, list[Opinion]]:
    found = here.views.review(id)
    if found is None:
        raise Missing("review", name=id)
    return found, here.views.opinions_of([id])[id]


def entry(found: Review, said: list[Opinion]) -> ReviewEntry:
    plain: dict[str, Any] = asdict(found)
    opinions = [asdict(one) for one in said]
    return ReviewEntry(**plain, opinions=[OpinionEntry(**one) for one in opinions])
