"""The list of reviews: search, filter, sort, page by page."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Request
from pydantic import BaseModel
from starlette.responses import Response

from voxpop.store.filters import ReviewFilter, SideName
from voxpop.store.listing import ORDERS, Order
from voxpop.types import Opinion
from voxpop.web import file_contents
from voxpop.web.pages import labels_for, render
from voxpop.web.query import NAME, Chosen, NotAccepted, RequestedFile
from voxpop.web.routers.aspect import table_place
from voxpop.web.routers.review import ReviewEntry, entry
from voxpop.web.state import OpenFile
from voxpop.web.views.marked_text import search_pieces, side_of

pages, api = APIRouter(), APIRouter(tags=["reviews"])
SHOWN = 20
EXCERPT = 420  # characters of a review in the list

Side = Annotated[Literal["", "positive", "neutral", "negative"], Query(description="With an opinion of this side")]
Under = Annotated[str | None, Query(max_length=NAME, description="Only reviews that speak of this aspect")]
PageNumber = Annotated[int, Query(ge=1, le=1_000_000)]


class ReviewPage(BaseModel):
    """A page of the list of reviews, in the API."""

    total: int
    page: int
    pages: int
    reviews: list[ReviewEntry]


@pages.get("/files/{file}/reviews")
def reviews(
    request: Request,
    open_file: RequestedFile,
    chosen: Chosen,
    aspect: Under = None,
    side: Side = "",
    sort: Order = "newest",
    page: PageNumber = 1,
) -> Response:
    row = row_of(open_file, aspect, chosen, side)
    total, reviews_shown, opinions = content(open_file, chosen, row=row, side=side or None, sort=sort, page=page)
    words = (chosen.text or "").lower().split()
    return render(
        request,
        "reviews.html.j2",
        open_file=open_file,
        total=total,
        page=page,
        last=last_page(total),
        first=(page - 1) * SHOWN,
        reviews=[
            (review, search_pieces(*excerpt(review.text, words)), short(opinions[review.id]))
            for review in reviews_shown
        ],
        chosen=chosen,
        choices=open_file.views.choices,
        sort=sort,
        orders=[order for order in ORDERS if order != "file"],
        side=side,
        aspect=None if row is None else file_contents.rows(open_file, labels_for(request))[row],
    )


@api.get("/files/{file}/reviews")
def reviews_json(
    open_file: RequestedFile,
    chosen: Chosen,
    aspect: Under = None,
    side: Side = "",
    sort: Order = "newest",
    page: PageNumber = 1,
) -> ReviewPage:
    """Reviews by search and filter, twenty a page, each with everything it says."""
    row = row_of(open_file, aspect, chosen, side)
    total, reviews_shown, opinions = content(open_file, chosen, row=row, side=side or None, sort=sort, page=page)
    return ReviewPage(
        total=total,
        page=page,
        pages=last_page(total),
        reviews=[entry(review, opinions[review.id]) for review in reviews_shown],
    )


def row_of(open_file: OpenFile, aspect: str | None, chosen: ReviewFilter, side: str) -> int | None:
    """Return the row of the table that an address names; what only filters the opinions on one is refused without."""
    if aspect:
        return table_place(open_file, aspect)
    filters = {"side": side, "about": chosen.about, "words": chosen.words, "term": chosen.term}
    for name in (name for name, value in filters.items() if value):
        raise NotAccepted("needs_aspect", name=name)
    return None


def content(
    open_file: OpenFile, chosen: ReviewFilter, *, row: int | None, side: SideName | None, sort: Order, page: int
) -> Any:
    views = open_file.views
    total = open_file.once(("total", chosen, row, side), lambda: views.count_reviews(chosen, row=row, side=side))

    def read_page() -> Any:
        reviews = views.page_of_reviews(chosen, order=sort, limit=SHOWN, offset=(page - 1) * SHOWN, row=row, side=side)
        return reviews, views.opinions_of([review.id for review in reviews])

    return total, *open_file.once(("reviews", chosen, row, side, sort, page), read_page)


def last_page(total: int) -> int:
    return max(1, -(-total // SHOWN))


def excerpt(text: str, words: list[str]) -> tuple[str, list[str]]:
    """The beginning of a long text, or the part around the first word that was searched for."""
    if len(text) <= EXCERPT:
        return text, words
    at = max(0, min((place for word in words if (place := text.lower().find(word)) >= 0), default=0) - EXCERPT // 3)
    at = 0 if at < 60 else at
    return f"{'…' if at else ''}{text[at : at + EXCERPT].rstrip()}{'…' if at + EXCERPT < len(text) else ''}", words


def short(opinions: list[Opinion]) -> list[tuple[str, str, int]]:
    """Rows (aspect, side, how often), for and against first."""
    counts: dict[tuple[str, str], int] = {}
    for opinion in opinions:
        if opinion.polarity:
            key = opinion.aspect, side_of(opinion.polarity)
            counts[key] = counts.get(key, 0) + 1
    return [(aspect, side, n) for (aspect, side), n in counts.items()]
