"""The star audit: reviews whose stars and text disagree, and the queue in which people settle them."""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Form, Query, Request
from pydantic import BaseModel, Field
from starlette.responses import RedirectResponse, Response

from voxpop.aggregate.audit import PRECISION, Audit
from voxpop.aggregate.mismatch_list import MismatchList
from voxpop.errors import OptionError
from voxpop.lang.product_kinds import kind_names
from voxpop.store.audit_queue import MAX_NAME, VERDICTS, Settlement, Verdict, audit_file, settle, settled, settled_ids
from voxpop.store.change import changing
from voxpop.types import Mismatch, Reason
from voxpop.web.background import is_large
from voxpop.web.pages import labels_for, render
from voxpop.web.query import FileToChange, PageNumber, RequestedFile, last_page
from voxpop.web.security import Program, Sender
from voxpop.web.state import OpenFile
from voxpop.web.views.marked_text import span_pieces

pages, api = APIRouter(), APIRouter(tags=["audit"])
PAGE_SIZE = 20
MAX_SETTLEMENTS = 300  # settlements at a time

Precision = Annotated[float, Query(ge=0.3, le=0.95, description="Share of the listed that should be real mismatches")]
Why = Annotated[Reason | str, Query(max_length=40, description="Only mismatches with this reason")]
State = Annotated[Literal["", "open", "settled"], Query(description="Only those that are open, or settled")]


@dataclass(frozen=True, slots=True, kw_only=True)
class ListChoice:
    """Which mismatches are shown: how sure the list should be, why, whether they are settled, and which page."""

    precision: Precision = PRECISION
    reason: Why = ""
    state: State = ""
    page: PageNumber = 1


Choice = Annotated[ListChoice, Depends()]


@dataclass(frozen=True, slots=True, kw_only=True)
class MismatchEntry(Mismatch):
    """A review whose stars and text disagree, in the API, with what was settled."""

    text: str
    verdict: Verdict | None = None
    assignee: str | None = None


class AuditPage(BaseModel):
    """``mean_without`` leaves the listed out of the average; ``unproven`` counts doubts that no opinion bears out.

    ``misread_kinds`` are kinds of product that are not audited, since the reader misreads them.
    """

    precision: float
    reviews: int
    audited: int
    share: float
    listed: int
    expected: float
    mean: float | None
    mean_without: float | None
    unproven: int
    misread_kinds: list[str]
    reasons: dict[str, int]
    settled: int
    page: int
    mismatches: list[MismatchEntry]


class SettlementEntry(BaseModel):
    """What someone decides about a review of the list, or who is to decide; what is null stays as it is."""

    review_id: Annotated[str, Field(max_length=1000)]
    verdict: Verdict | None = None
    assignee: Annotated[str | None, Field(max_length=MAX_NAME)] = None


Settlements = Annotated[list[SettlementEntry], Field(min_length=1, max_length=MAX_SETTLEMENTS)]


@pages.get("/files/{file}/audit")
def audit(request: Request, open_file: RequestedFile, choice: Choice) -> Response:
    return show_page(request, open_file, choice)


@pages.post("/files/{file}/audit")
def audit_form(
    request: Request,
    file: FileToChange,
    who: Sender,
    review: Annotated[str, Form(max_length=1000)],
    back: Annotated[str, Form(max_length=400)] = "",
    verdict: Annotated[str, Form(max_length=40)] = "",
    assignee: Annotated[str, Form(max_length=MAX_NAME)] = "",
) -> Response:
    chosen = next((option for option in VERDICTS if option == verdict), None)
    try:
        with changing(file.path) as store:
            settle(store, [Settlement(review_id=review, verdict=chosen, assignee=assignee)], who=who)
    except OptionError as error:
        with file.reading() as open_file:
            return show_page(request, open_file, ListChoice(), problem=str(error), status=422)
    return RedirectResponse(f"{request.url.path}{f'?{back}' if back else ''}", 303)


@api.get("/files/{file}/audit")
def audit_json(open_file: RequestedFile, choice: Choice) -> AuditPage:
    """Reviews whose stars and text disagree, the most certain first, twenty a page."""
    facts = content(open_file, choice)
    entries = [
        MismatchEntry(
            **asdict(mismatch), text=review.text, verdict=answer and answer.verdict, assignee=answer and answer.assignee
        )
        for mismatch, review, answer in facts.pop("rows")
    ]
    return AuditPage(**facts, mismatches=entries)


@api.post("/files/{file}/audit", responses={403: {"description": "Another site's page made the call"}})
def audit_post(file: FileToChange, settlements: Settlements, who: Program) -> AuditPage:
    """Keep what someone decided about some reviews."""
    with changing(file.path) as store:
        settle(store, [Settlement(**entry.model_dump()) for entry in settlements], who=who)
    with file.reading() as open_file:
        return audit_json(open_file, ListChoice())


def show_page(
    request: Request, open_file: OpenFile, choice: ListChoice, *, problem: str | None = None, status: int = 200
) -> Response:
    """Return the page; of a large file, once the audit is worked out beside the requests."""
    if is_large(open_file) and open_file.later("audit", lambda: audit_file(open_file.views)) is None:
        return render(request, "audit.html.j2", open_file=open_file, is_ready=False)
    facts, kinds = content(open_file, choice), kind_names(labels_for(request).code)
    rows = [(*row, span_pieces(row[1].text, row[0].evidence)) for row in facts.pop("rows")]
    return render(
        request,
        "audit.html.j2",
        status=status,
        open_file=open_file,
        is_ready=True,
        **facts,
        rows=rows,
        reason=choice.reason,
        state=choice.state,
        problem=problem,
        verdicts=VERDICTS,
        kinds=[kinds.get(kind, kind) for kind in facts["misread_kinds"]],
        last=last_page(facts["chosen"], PAGE_SIZE),
        first=(choice.page - 1) * PAGE_SIZE,
    )


def content(open_file: OpenFile, choice: ListChoice) -> dict[str, Any]:
    """Return what the page and the API say, with the mismatches of the page as ``rows``."""
    result, answers, chosen = find_mismatches(open_file, choice)
    listed = result.mismatches
    wanted = chosen[(choice.page - 1) * PAGE_SIZE : choice.page * PAGE_SIZE]
    reviews = open_file.views.reviews_by_id(mismatch.review_id for mismatch in wanted)
    names = ("precision", "reviews", "audited", "share", "expected", "mean", "mean_without", "unproven")
    return {
        **{name: getattr(result, name) for name in names},
        "misread_kinds": list(result.misread_kinds),
        "listed": len(listed),
        "reasons": dict(listed.reasons().most_common()),
        "settled": len(listed.among(settled_ids(answers))),
        "page": choice.page,
        "chosen": len(chosen),
        "rows": [(mismatch, reviews[mismatch.review_id], answers.get(mismatch.review_id)) for mismatch in wanted],
    }


def find_mismatches(open_file: OpenFile, choice: ListChoice) -> tuple[Audit, dict[str, Settlement], MismatchList]:
    """Return the audit, what was settled by the ids of reviews, and the mismatches that were chosen."""
    result = replace(open_file.alone("audit", lambda: audit_file(open_file.views)), precision=choice.precision)
    answers = open_file.once("settled", lambda: settled(open_file.views))
    mismatches = result.mismatches.of_reason(choice.reason) if choice.reason else result.mismatches
    if choice.state:
        mismatches = mismatches.among(settled_ids(answers), inside=choice.state == "settled")
    return result, answers, mismatches
