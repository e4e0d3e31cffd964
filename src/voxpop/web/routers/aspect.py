"""One aspect: its terms, its course over time, and what is said for and against it in people's own words."""

from __future__ import annotations

from typing import Annotated, Any, Literal
from urllib.parse import quote

from fastapi import APIRouter, Query, Request
from pydantic import BaseModel
from starlette.responses import RedirectResponse, Response

from voxpop import schema
from voxpop.document import KEY_POINTS, key_point_entries, month_entries, opinion_counts, opinion_quote
from voxpop.store.filters import EVERYTHING, ReviewFilter
from voxpop.web import file_contents
from voxpop.web.pages import render
from voxpop.web.query import NAME, Chosen, Missing, RequestedFile
from voxpop.web.state import OpenFile, once
from voxpop.web.views import chart_shapes
from voxpop.web.views.overview_view import key_point_columns

pages, api = APIRouter(), APIRouter(tags=["aspects"])
QUOTES = 12  # quotes on each side of a page
MAX_QUOTES = 200

Id = Annotated[str, Query(max_length=NAME, description="The id of an aspect, such as en:room")]
Count = Annotated[int, Query(ge=1, le=MAX_QUOTES, description="How many on each side")]
Offset = Annotated[int, Query(ge=0, le=10_000_000)]


class FoldedQuote(BaseModel):
    """A quote, its opinion words, and how many other opinions have the same words."""

    quote: schema.Quote
    words: str
    alike: int


class AspectPage(BaseModel):
    """One aspect, and its numbers over the reviews chosen."""

    aspect: schema.Aspect
    chosen: schema.OpinionCounts
    complaints: int  # of those reviews, how many say something bad of it
    key_points: list[schema.KeyPoint]  # without quotes
    terms: list[tuple[str, int]]
    by_month: list[schema.AspectMonth]
    positive: list[FoldedQuote]
    neutral: list[FoldedQuote]
    negative: list[FoldedQuote]


@pages.get("/files/{file}/aspect")
def aspect(
    request: Request, open_file: RequestedFile, chosen: Chosen, id: Id, n: Count = QUOTES, fold: Literal["", "no"] = ""
) -> Response:
    if id not in open_file.views.places and id in open_file.whole.views.places:  # nobody in this part speaks of it
        return RedirectResponse(f"/files/{quote(open_file.slug, safe='')}")
    place = table_place(open_file, id)
    numbers = content(open_file, place, chosen, n=n, folded=fold != "no")
    sums, trend = numbers["chosen"], chart_shapes.trend(numbers["by_month"])
    return render(
        request,
        "aspect.html.j2",
        open_file=open_file,
        row=file_contents.rows(open_file)[place],
        trend=trend,
        marks=chart_shapes.mark_lines(file_contents.marks(open_file), trend),
        key_points=key_point_columns(numbers["key_points"]),
        chosen=chosen,
        folded=fold != "no",
        n=n,
        terms=numbers["terms"],
        sayings=numbers["sayings"],
        opinion_quote=opinion_quote,
        sums=sums,
        complaints=numbers["complaints"],
        narrowed=chosen != EVERYTHING,
        choices=open_file.views.choices,
        trusted=file_contents.trusted(open_file).get(id),
    )


@api.get("/files/{file}/aspect")
def aspect_json(
    open_file: RequestedFile,
    chosen: Chosen,
    id: Id,
    n: Count = QUOTES,
    offset: Offset = 0,
    fold: Literal["", "no"] = "",
) -> AspectPage:
    """One aspect over the reviews chosen, with quotes for and against; similar ones are folded into one."""
    numbers = content(open_file, table_place(open_file, id), chosen, n=n, offset=offset, folded=fold != "no")
    quotes: dict[str, Any] = {
        side: [
            {"quote": opinion_quote(saying.opinion), "words": saying.words, "alike": saying.count - 1}
            for saying in sayings
        ]
        for side, sayings in numbers["sayings"].items()
    }
    return AspectPage(**numbers, **quotes)


def table_place(open_file: OpenFile, id: str) -> int:
    """Return the place of an aspect in the table."""
    if id not in open_file.views.places:
        raise Missing("aspect", name=id)
    return open_file.views.places[id]


@once
def content(
    open_file: OpenFile, place: int, chosen: ReviewFilter, *, n: int, offset: int = 0, folded: bool = True
) -> dict[str, Any]:
    """Return what the page and the API say of an aspect."""
    opinions = open_file.views.opinions_behind(place, chosen)
    counts = opinions.counts
    return {
        "aspect": file_contents.entries(open_file)[place],
        "chosen": opinion_counts(counts),
        "complaints": counts.complaints,
        "key_points": key_point_entries(open_file.views, opinions.key_points(limit=KEY_POINTS, quotes=0)),
        "terms": opinions.terms(),
        "by_month": month_entries({month: n for month, n in opinions.months.items() if month is not None}),
        "sayings": opinions.sayings(limit=n, offset=offset, folded=folded),
    }
