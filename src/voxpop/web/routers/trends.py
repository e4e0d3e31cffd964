"""Over time: what is new since a day, since when shares have changed, and the days that the user marked."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Form, Query, Request
from pydantic import BaseModel
from starlette.responses import RedirectResponse, Response

from voxpop import schema
from voxpop.document import look_entry, trends_entry
from voxpop.errors import OptionError
from voxpop.store import Store
from voxpop.store.change import changing
from voxpop.store.selection import parse_day
from voxpop.store.time_series import Mark, add_mark, day_of, find_trends, look, remove_mark
from voxpop.web import file_contents
from voxpop.web.background import computed
from voxpop.web.pages import labels_for, render
from voxpop.web.query import NAME, FileToChange, RequestedFile
from voxpop.web.security import Sender
from voxpop.web.state import OpenFile, once
from voxpop.web.views.trends_view import trends_view

pages, api = APIRouter(), APIRouter(tags=["trends"])
From = Annotated[str, Query(alias="from", max_length=NAME, description="The first new day: 2024-05-31, 30d or a mark")]
CHOICES = {"7d": "days_7", "30d": "days_30", "90d": "days_90"}
SENTENCES = 12  # changes shown before the others are folded


class TrendsPage(BaseModel):
    """``trends`` is null while they are being worked out, or where no review has a date."""

    look: schema.Look | None
    trends: schema.Trends | None


@pages.get("/files/{file}/trends")
def trends(request: Request, open_file: RequestedFile, first: From = "") -> Response:
    return show_page(request, open_file, first)


@pages.post("/files/{file}/trends")
def trends_form(
    request: Request,
    file: FileToChange,
    who: Sender,
    day: Annotated[str, Form(max_length=40)] = "",
    text: Annotated[str, Form(max_length=NAME)] = "",
    remove: Annotated[str, Form(max_length=NAME)] = "",
) -> Response:
    """Mark a day, or remove a mark."""
    try:
        with changing(file.path) as store:
            remove_mark(store, remove) if remove else add_mark(store, Mark(parse_day(day), text))
    except OptionError as error:
        with file.reading() as open_file:
            return show_page(request, open_file, "", problem=str(error), status=422)
    return RedirectResponse(f"{request.url.path}#marks", 303)


@api.get("/files/{file}/trends")
def trends_json(open_file: RequestedFile, first: From = "") -> TrendsPage:
    """What is new or worse since a day, and since when shares have changed."""
    _, entry, seen = content(open_file, first)
    return TrendsPage(look=seen, trends=entry)


def show_page(request: Request, open_file: OpenFile, first: str, *, problem: str = "", status: int = 200) -> Response:
    is_ready, entry, seen = content(open_file, first)
    order = [row.id for row, _ in file_contents.damaged(open_file)]
    return render(
        request,
        "trends.html.j2",
        status=status,
        open_file=open_file,
        is_ready=is_ready,
        view=trends_view(entry, order, labels_for(request)) if entry else None,
        look=seen,
        chosen=first,
        choices=CHOICES,
        sentences=SENTENCES,
        problem=problem,
    )


def build_trends(store: Store) -> dict[str, Any]:
    """Return a file over time as plain data; nothing where no review has a date."""
    try:
        return {"trends": trends_entry(find_trends(store), {row.id: row.name for row in store.aspects})}
    except OptionError:
        return {"trends": None}


def content(open_file: OpenFile, first: str) -> tuple[bool, schema.Trends | None, schema.Look | None]:
    """Return whether the trends are worked out, what they are where reviews have dates, and what moved since a day."""
    computed_trends = computed(open_file, "trends", build_trends)
    if not computed_trends or not computed_trends["trends"]:
        return computed_trends is not None, None, None
    return True, computed_trends["trends"], look_since(open_file, first)


@once
def look_since(open_file: OpenFile, day: str) -> schema.Look:
    """Return what moved since a day, or since the last look."""
    return look_entry(look(open_file.views, day_of(open_file.views, day) if day else None))
