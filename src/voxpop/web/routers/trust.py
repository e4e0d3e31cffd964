"""The trust check: thirty sampled opinions, right or not, and how far each number can be trusted."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Depends, Query, Request
from pydantic import BaseModel, Field
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData
from starlette.responses import RedirectResponse, Response

from voxpop import schema as shape
from voxpop.aggregate.trust import ROUND, Answer, Precision, overall, precision
from voxpop.errors import OptionError
from voxpop.store.change import changing
from voxpop.store.checks import Check, add_checks, labels, queue
from voxpop.web import file_contents
from voxpop.web.api_models import model
from voxpop.web.exports import Kind, download
from voxpop.web.file_contents import opinion_quote
from voxpop.web.links import address
from voxpop.web.pages import labels_for, render
from voxpop.web.query import NAME, Here
from voxpop.web.routers.aspect import table_place
from voxpop.web.routers.edits import There
from voxpop.web.routers.export import FILE
from voxpop.web.security import check_form, editor, program
from voxpop.web.state import OpenFile

pages, api = APIRouter(), APIRouter(tags=["trust"])
MOST = 300  # answers at a time
Of = Annotated[str | None, Query(max_length=NAME, description="Only opinions on this aspect, by its id")]
Who = Annotated[str, Depends(program)]


class Share(BaseModel):
    """Of the opinions that were checked, how many are right, with Wilson's 95 % interval."""

    right: int
    checked: int
    share: float | None
    low: float
    high: float


class Sampled(BaseModel):
    """An opinion to check: the row it is counted in, where in its review it begins, and its quote."""

    aspect: str
    name: str
    start: int
    quote: model(shape.Quote)  # type: ignore[valid-type]


class Trust(BaseModel):
    """How far the table can be trusted, as a whole and row by row, and what to check next."""

    overall: Share
    aspects: dict[str, Share]
    next: list[Sampled]


class CheckAnswer(BaseModel):
    """What someone says of one opinion; ``fix`` says what it is about (``right_name``), or how it feels."""

    review_id: Annotated[str, Field(max_length=1000)]
    start: Annotated[int, Field(ge=0, le=2_000_000_000)]
    aspect: Annotated[str, Field(max_length=NAME)]
    verdict: Answer
    right_name: Annotated[str | None, Field(max_length=NAME)] = None
    right_polarity: Annotated[float | None, Field(ge=-1, le=1)] = None


CheckAnswers = Annotated[list[CheckAnswer], Field(min_length=1, max_length=MOST)]


@pages.get("/files/{file}/trust")
def trust(request: Request, here: Here, aspect: Of = None) -> Response:
    return shown(request, here, aspect)


@pages.post("/files/{file}/trust")
async def trust_form(request: Request, file: There) -> Response:
    async with request.form(max_fields=20 * ROUND) as form:
        return await run_in_threadpool(save, request, file, form)


@api.get("/files/{file}/trust")
def trust_json(here: Here, aspect: Of = None) -> Trust:
    """How far the table can be trusted, and the next opinions to check."""
    return content(here, aspect)


@api.post("/files/{file}/trust", responses={403: {"description": "Another site's page made the call"}})
def trust_post(file: There, answers: CheckAnswers, who: Who) -> Trust:
    """Keep what someone said of some opinions."""
    with changing(file.path) as store:
        add_checks(store, [Check(**answer.model_dump()) for answer in answers], who=who)
    with file.reading() as here:
        return content(here, None)


@pages.get("/files/{file}/export/checks.{kind}")
@api.get("/files/{file}/export/checks.{kind}", responses={200: FILE}, response_class=Response)
def checks(here: Here, kind: Kind) -> Response:
    """What was said of the opinions, as labelled sentences that ``voxpop train`` takes."""
    return download(list(labels(here.views)), kind, f"{here.slug}-checks")


def save(request: Request, file: There, form: FormData) -> Response:
    """The answers of the page; those that were left open are asked again."""
    check_form(request, str(form.get("csrf") or ""))
    who, aspect = editor(request), str(form.get("aspect") or "")[:NAME] or None
    found = [one for place in range(ROUND) if (one := answer(form, place)) is not None]
    try:
        if found:
            with changing(file.path) as store:
                add_checks(store, found, who=who)
    except OptionError as error:
        with file.reading() as here:
            return shown(request, here, aspect, problem=str(error), status=422)
    return RedirectResponse(address(f"/files/{file.slug}/trust", aspect=aspect, saved=str(len(found))), 303)


def answer(form: FormData, place: int) -> Check | None:
    """What the form says of one opinion, if anything."""
    names = ("verdict", "id", "start", "aspect", "name", "pol")
    said = {name: str(form.get(f"{name}-{place}") or "") for name in names}
    if said["verdict"] not in ("yes", "no", "fix") or not said["start"].isdigit():
        return None
    feeling = {"positive": 1.0, "neutral": 0.0, "negative": -1.0}.get(said["pol"])
    return Check(
        review_id=said["id"],
        start=int(said["start"]),
        aspect=said["aspect"],
        verdict=said["verdict"],  # type: ignore[arg-type]
        right_name=said["name"].strip() or None,
        right_polarity=feeling,
    )


def shown(
    request: Request, here: OpenFile, aspect: str | None, *, problem: str | None = None, status: int = 200
) -> Response:
    words = labels_for(request)
    found = sampled(here, aspect)
    shares = file_contents.trusted(here)
    return render(
        request,
        "trust.html.j2",
        status=status,
        here=here,
        cards=found,
        rows=file_contents.rows(here, words),
        shares=shares,
        whole=whole(here),
        aspect=here.views.table[table_place(here, aspect)] if aspect else None,
        problem=problem,
        saved=request.query_params.get("saved", ""),
        names=[row.name for row in here.views.table],
        asked=ROUND,
    )


def content(here: OpenFile, aspect: str | None) -> Trust:
    return Trust(
        overall=share(whole(here)),
        aspects={id: share(found) for id, found in file_contents.trusted(here).items()},
        next=[Sampled(**one) for one in sampled(here, aspect)],
    )


def sampled(here: OpenFile, aspect: str | None) -> list[dict[str, Any]]:
    """The next thirty opinions to ask about."""
    return here.once(("sampled", aspect), lambda: _sampled(here, None if aspect is None else table_place(here, aspect)))


def _sampled(here: OpenFile, place: int | None) -> list[dict[str, Any]]:
    views = here.views
    found = []
    for row, review, start in queue(views, limit=ROUND, rows=None if place is None else [place]):
        (opinion,) = views.opinions_at(row, [(review, start)])
        named = {"aspect": views.table[row].id, "name": views.table[row].name, "lang": views.table[row].lang}
        found.append({**named, "start": start, "quote": opinion_quote(opinion)})
    return found


def whole(here: OpenFile) -> Precision:
    known = file_contents.trusted(here)
    tops = [row for row in here.views.table if row.parent is None]
    rows = [known.get(row.id, precision(0, 0)) for row in tops]
    return overall(rows, {place: row.mentions for place, row in enumerate(tops)})


def share(found: Precision) -> Share:
    return Share(right=found.right, checked=found.checked, share=found.share, low=found.low, high=found.high)
