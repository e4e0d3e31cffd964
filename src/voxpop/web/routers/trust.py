"""The trust check: thirty sampled opinions, right or not, and how far each number can be trusted."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from pydantic import BaseModel, Field
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData
from starlette.responses import RedirectResponse, Response

from voxpop import schema as shape
from voxpop.aggregate.trust import ROUND, Answer, Precision, overall, precision
from voxpop.document import opinion_quote
from voxpop.errors import OptionError
from voxpop.store.change import changing
from voxpop.store.checks import Check, add_checks, queue
from voxpop.web import file_contents
from voxpop.web.links import address
from voxpop.web.pages import render
from voxpop.web.query import NAME, FileToChange, RequestedFile
from voxpop.web.routers.aspect import table_place
from voxpop.web.security import Program, check_form, editor
from voxpop.web.state import OpenFile, once

pages, api = APIRouter(), APIRouter(tags=["trust"])
MAX_ANSWERS = 300  # answers at a time
Of = Annotated[str | None, Query(max_length=NAME, description="Only opinions on this aspect, by its id")]


class Sampled(BaseModel):
    """An opinion to check: the row it is counted in, where in its review it begins, and its quote."""

    aspect: str
    name: str
    start: int
    quote: shape.Quote


class Trust(BaseModel):
    """How far the table can be trusted, as a whole and row by row, and what to check next."""

    overall: Precision
    aspects: dict[str, Precision]
    next: list[Sampled]


class CheckAnswer(BaseModel):
    """What someone says of one opinion; ``fix`` says what it is about (``right_name``), or how it feels."""

    review_id: Annotated[str, Field(max_length=1000)]
    start: Annotated[int, Field(ge=0, le=2_000_000_000)]
    aspect: Annotated[str, Field(max_length=NAME)]
    verdict: Answer
    right_name: Annotated[str | None, Field(max_length=NAME)] = None
    right_polarity: Annotated[float | None, Field(ge=-1, le=1)] = None


CheckAnswers = Annotated[list[CheckAnswer], Field(min_length=1, max_length=MAX_ANSWERS)]


@pages.get("/files/{file}/trust")
def trust(request: Request, open_file: RequestedFile, aspect: Of = None) -> Response:
    return show_page(request, open_file, aspect)


@pages.post("/files/{file}/trust")
async def trust_form(request: Request, file: FileToChange) -> Response:
    async with request.form(max_fields=20 * ROUND) as form:
        return await run_in_threadpool(keep_checks, request, file, form)


@api.get("/files/{file}/trust")
def trust_json(open_file: RequestedFile, aspect: Of = None) -> Trust:
    """How far the table can be trusted, and the next opinions to check."""
    shares, cards = file_contents.trusted(open_file), sampled(open_file, aspect)
    return Trust(overall=table_precision(open_file), aspects=shares, next=[Sampled(**card) for card in cards])


@api.post("/files/{file}/trust", responses={403: {"description": "Another site's page made the call"}})
def trust_post(file: FileToChange, answers: CheckAnswers, who: Program) -> Trust:
    """Keep what someone said of some opinions."""
    with changing(file.path) as store:
        add_checks(store, [Check(**answer.model_dump()) for answer in answers], who=who)
    with file.reading() as open_file:
        return trust_json(open_file)


def keep_checks(request: Request, file: FileToChange, form: FormData) -> Response:
    """Keep the answers of the page; those that were left open are asked again."""
    check_form(request, str(form.get("csrf") or ""))
    who, aspect = editor(request), str(form.get("aspect") or "")[:NAME] or None
    checks = [check for place in range(ROUND) if (check := read_check(form, place)) is not None]
    try:
        if checks:
            with changing(file.path) as store:
                add_checks(store, checks, who=who)
    except OptionError as error:
        with file.reading() as open_file:
            return show_page(request, open_file, aspect, problem=str(error), status=422)
    return RedirectResponse(address(f"/files/{file.slug}/trust", aspect=aspect, saved=str(len(checks))), 303)


def read_check(form: FormData, place: int) -> Check | None:
    """What the form says of one opinion, if anything."""
    names = ("verdict", "id", "start", "aspect", "name", "pol")
    fields = {name: str(form.get(f"{name}-{place}") or "") for name in names}
    if fields["verdict"] not in ("yes", "no", "fix") or not fields["start"].isdigit():
        return None
    feeling = {"positive": 1.0, "neutral": 0.0, "negative": -1.0}.get(fields["pol"])
    return Check(
        review_id=fields["id"],
        start=int(fields["start"]),
        aspect=fields["aspect"],
        verdict=fields["verdict"],  # type: ignore[arg-type]
        right_name=fields["name"].strip() or None,
        right_polarity=feeling,
    )


def show_page(
    request: Request, open_file: OpenFile, aspect: str | None, *, problem: str | None = None, status: int = 200
) -> Response:
    return render(
        request,
        "trust.html.j2",
        status=status,
        open_file=open_file,
        cards=sampled(open_file, aspect),
        rows=file_contents.rows(open_file),
        shares=file_contents.trusted(open_file),
        overall=table_precision(open_file),
        aspect=open_file.views.table[table_place(open_file, aspect)] if aspect else None,
        problem=problem,
        saved=request.query_params.get("saved", ""),
        names=[row.name for row in open_file.views.table],
        round_size=ROUND,
    )


@once
def sampled(open_file: OpenFile, aspect: str | None) -> list[dict[str, Any]]:
    """Return the next thirty opinions to ask about."""
    views, rows = open_file.views, [table_place(open_file, aspect)] if aspect else None
    places = queue(views, limit=ROUND, rows=rows)
    return [
        {
            "aspect": views.table[row].id,
            "name": views.table[row].name,
            "lang": views.table[row].lang,
            "start": start,
            "quote": opinion_quote(opinion),
        }
        for (row, _, start), opinion in zip(places, views.opinions_at(places), strict=True)
    ]


def table_precision(open_file: OpenFile) -> Precision:
    shares = file_contents.trusted(open_file)
    tops = [row for row in open_file.views.table if row.parent is None]
    rows = [shares.get(row.id, precision(0, 0)) for row in tops]
    return overall(rows, {place: row.mentions for place, row in enumerate(tops)})
