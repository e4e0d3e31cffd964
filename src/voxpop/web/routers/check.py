"""Check a summary: paste it, and see which of its sentences the reviews support."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Form, Request
from pydantic import BaseModel, Field
from starlette.responses import Response

from voxpop import schema
from voxpop.check import Checker, split
from voxpop.errors import OptionError
from voxpop.lang import DEFAULT
from voxpop.web.labels import Labels, labels
from voxpop.web.pages import labels_for, render
from voxpop.web.query import RequestedFile
from voxpop.web.security import Sender, check_origin
from voxpop.web.state import TEXTS, OpenFile

pages, api = APIRouter(), APIRouter(tags=["check"])
MAX_CHARACTERS = 20_000  # characters of a summary
MAX_SENTENCES = 100  # sentences of a summary
REVIEWS = 20_000  # of a file whose opinions are held in memory


class SummaryToCheck(BaseModel):
    """A summary in plain text; its lines and bullets are sentences too."""

    summary: Annotated[str, Field(max_length=MAX_CHARACTERS)]


@pages.get("/files/{file}/check")
def check(request: Request, open_file: RequestedFile) -> Response:
    return show_page(request, open_file, "")


@pages.post("/files/{file}/check")
def check_text(
    request: Request, open_file: RequestedFile, who: Sender, summary: Annotated[str, Form()] = ""
) -> Response:
    return show_page(request, open_file, summary.replace("\r\n", "\n"))


@api.post("/files/{file}/check", dependencies=[Depends(check_origin)])
def check_json(open_file: RequestedFile, given: SummaryToCheck) -> schema.CheckedSummary:
    """Whether the reviews support each sentence of a summary, with quotes."""
    return check_summary(open_file, given.summary, labels(DEFAULT))


def show_page(request: Request, open_file: OpenFile, summary: str) -> Response:
    """Show the page with the summary that was given, marked sentence by sentence."""
    entry, problem = None, ""
    try:
        entry = check_summary(open_file, summary, labels_for(request)) if summary.strip() else None
    except OptionError as error:
        problem = str(error)
    return render(
        request,
        "check.html.j2",
        status=422 if problem else 200,
        open_file=open_file,
        summary=summary[:MAX_CHARACTERS],
        longest=MAX_CHARACTERS,
        sentences=entry["sentences"] if entry else [],
        counts=entry["counts"] if entry else {},
        problem=problem,
    )


def check_summary(open_file: OpenFile, summary: str, label: Labels) -> schema.CheckedSummary:
    """Return the verdicts on the sentences of a summary; one check goes on at a time in the whole app."""
    sentences = split(summary) if len(summary) <= MAX_CHARACTERS else []
    if len(summary) > MAX_CHARACTERS or len(sentences) > MAX_SENTENCES:
        raise OptionError(label("check_too_long", length=MAX_CHARACTERS, n=MAX_SENTENCES))
    if open_file.views.count("reviews") > REVIEWS:
        raise OptionError(label("check_too_many", n=REVIEWS))
    checker: Checker = open_file.alone("checker", open_file.analysis.checker)
    with TEXTS:
        return open_file.analysis.checked_summary([checker.check(sentence) for sentence in sentences])
