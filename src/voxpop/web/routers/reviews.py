"""The list of reviews: search, filter, sort, page by page."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Annotated, Literal

from fastapi import APIRouter, Depends, Query, Request
from pydantic import BaseModel
from starlette.responses import Response

from voxpop.store.filters import ReviewFilter, SideName
from voxpop.store.listing import ORDERS, Order, ReadReview
from voxpop.types import Opinion, side_of
from voxpop.web import file_contents
from voxpop.web.pages import render
from voxpop.web.query import NAME, Chosen, NotAccepted, PageNumber, RequestedFile, last_page
from voxpop.web.routers.aspect import table_place
from voxpop.web.routers.review import ReviewEntry, entry
from voxpop.web.state import OpenFile
from voxpop.web.views.marked_text import search_pieces

pages, api = APIRouter(), APIRouter(tags=["reviews"])
PAGE_SIZE = 20
EXCERPT = 420  # characters of a review in the list

Side = Annotated[Literal["", "positive", "neutral", "negative"], Query(description="With an opinion of this side")]
Under = Annotated[str | None, Query(max_length=NAME, description="Only reviews that speak of this aspect")]


class ReviewPage(BaseModel):
    """A page of the list of reviews, in the API."""

    total: int
    page: int
    pages: int
    reviews: list[ReviewEntry]


@dataclass(frozen=True, slots=True)
class ReviewList:
    """Which page of the list an address asks for."""

    chosen: ReviewFilter
    aspect: str | None
    side: SideName | None
    sort: Order
    page: int

    @property
    def first(self) -> int:
        return (self.page - 1) * PAGE_SIZE

    def read(self, open_file: OpenFile) -> tuple[int | None, int, list[ReadReview]]:
        """Return the row of the aspect that the reviews speak of, how many there are, and those of the page."""
        row = row_of(open_file, self.aspect, self.chosen, self.side or "")
        total, reviews = open_file.once(
            ("reviews", self),
            lambda: open_file.views.page_of_reviews(
                self.chosen, order=self.sort, limit=PAGE_SIZE, offset=self.first, row=row, side=self.side
            ),
        )
        return row, total, reviews


async def listed(
    chosen: Chosen, aspect: Under = None, side: Side = "", sort: Order = "newest", page: PageNumber = 1
) -> ReviewList:
    return ReviewList(chosen, aspect, side or None, sort, page)


Listed = Annotated[ReviewList, Depends(listed)]


@pages.get("/files/{file}/reviews")
def reviews(request: Request, open_file: RequestedFile, listed: Listed) -> Response:
    row, total, read = listed.read(open_file)
    words = (listed.chosen.text or "").lower().split()
    return render(
        request,
        "reviews.html.j2",
        open_file=open_file,
        total=total,
        page=listed.page,
        last=last_page(total, PAGE_SIZE),
        first=listed.first,
        reviews=[(review, search_pieces(excerpt(review.text, words), words), opinions) for review, opinions in read],
        short=short,
        chosen=listed.chosen,
        choices=open_file.views.choices,
        sort=listed.sort,
        orders=[order for order in ORDERS if order != "file"],
        side=listed.side or "",
        aspect=None if row is None else file_contents.rows(open_file)[row],
    )


@api.get("/files/{file}/reviews")
def reviews_json(open_file: RequestedFile, listed: Listed) -> ReviewPage:
    """Reviews by search and filter, twenty a page, each with everything it says."""
    _, total, read = listed.read(open_file)
    entries = [entry(review, opinions) for review, opinions in read]
    return ReviewPage(total=total, page=listed.page, pages=last_page(total, PAGE_SIZE), reviews=entries)


def row_of(open_file: OpenFile, aspect: str | None, chosen: ReviewFilter, side: str) -> int | None:
    """Return the row of the table that an address names; what only filters the opinions on one is refused without."""
    if aspect:
        return table_place(open_file, aspect)
    filters = {"side": side, "about": chosen.about, "words": chosen.words, "term": chosen.term}
    for name in (name for name, value in filters.items() if value):
        raise NotAccepted("needs_aspect", name=name)
    return None


def excerpt(text: str, words: list[str]) -> str:
    """Return the beginning of a long text, or the part around the first word that was searched for."""
    if len(text) <= EXCERPT:
        return text
    at = max(0, min((place for word in words if (place := text.lower().find(word)) >= 0), default=0) - EXCERPT // 3)
    at = 0 if at < 60 else at
    return f"{'…' if at else ''}{text[at : at + EXCERPT].rstrip()}{'…' if at + EXCERPT < len(text) else ''}"


def short(opinions: list[Opinion]) -> list[tuple[str, str, int]]:
    """Rows (aspect, side, how often), for and against first."""
    counts = Counter((opinion.aspect, side_of(opinion.polarity)) for opinion in opinions if opinion.polarity)
    return [(aspect, side, n) for (aspect, side), n in counts.items()]
