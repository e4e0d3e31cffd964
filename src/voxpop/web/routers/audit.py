"""The star audit: reviews whose stars and text disagree, and the queue in which people settle them."""

from __future__ import annotations

from collections import Counter
from dataclasses import asdict, dataclass, replace
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Form, Query, Request
from pydantic import BaseModel, Field
from starlette.responses import RedirectResponse, Response

from voxpop.aggregate.audit import PRECISION, Audit
from voxpop.errors import OptionError
from voxpop.lang.product_kinds import kind_names
from voxpop.store.audit_queue import LONGEST, VERDICTS, Settlement, Verdict, audit_file, queue_row, settle, settled
from voxpop.store.change import changing
from voxpop.types import Mismatch, Reason, Review
from voxpop.web.pages import labels_for, render
from voxpop.web.query import RequestedFile
from voxpop.web.routers.edits import FileToChange
from voxpop.web.security import check_form, editor, program
from voxpop.web.state import OpenFile
from voxpop.web.views.marked_text import span_pieces

pages, api = APIRouter(), APIRouter(tags=["audit"])
SHOWN = 20
MOST = 300  # settlements at a time

Precision = Annotated[float, Query(ge=0.3, le=0.95, description="Share of the listed that should be real mismatches")]
PageNumber = Annotated[int, Query(ge=1, le=100_000)]
Why = Annotated[Reason | str, Query(max_length=40, description="Only mismatches with this reason")]
State = Annotated[Literal["", "open", "settled"], Query(description="Only those that are open, or settled")]
Who = Annotated[str, Depends(program)]


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
    assignee: Annotated[str | None, Field(max_length=LONGEST)] = None


Settlements = Annotated[list[SettlementEntry], Field(min_length=1, max_length=MOST)]


@pages.get("/files/{file}/audit")
def audit(
    request: Request,
    open_file: RequestedFile,
    precision: Precision = PRECISION,
    reason: Why = "",
    state: State = "",
    page: PageNumber = 1,
) -> Response:
    return shown(request, open_file, precision=precision, reason=reason, state=state, page=page)


@pages.post("/files/{file}/audit")
def audit_form(
    request: Request,
    file: FileToChange,
    review: Annotated[str, Form(max_length=1000)],
    back: Annotated[str, Form(max_length=400)] = "",
    verdict: Annotated[str, Form(max_length=40)] = "",
    assignee: Annotated[str, Form(max_length=LONGEST)] = "",
    csrf: Annotated[str, Form(max_length=200)] = "",
) -> Response:
    check_form(request, csrf)
    chosen = next((one for one in VERDICTS if one == verdict), None)
    try:
        with changing(file.path) as store:
            settle(store, [Settlement(review_id=review, verdict=chosen, assignee=assignee)], who=editor(request))
    except OptionError as error:
        with file.reading() as open_file:
            return shown(request, open_file, problem=str(error), status=422)
    query = f"?{back}" if back else ""
    return RedirectResponse(f"{request.url.path}{query}", 303)


@api.get("/files/{file}/audit")
def audit_json(
    open_file: RequestedFile,
    precision: Precision = PRECISION,
    reason: Why = "",
    state: State = "",
    page: PageNumber = 1,
) -> AuditPage:
    """Reviews whose stars and text disagree, the most certain first, twenty a page."""
    facts = content(open_file, precision=precision, reason=reason, state=state, page=page)
    entries = [entry(*row) for row in facts.pop("rows")]
    facts.pop("chosen")
    return AuditPage(**facts, mismatches=entries)


@api.post("/files/{file}/audit", responses={403: {"description": "Another site's page made the call"}})
def audit_post(file: FileToChange, settlements: Settlements, who: Who) -> AuditPage:
    """Keep what someone decided about some reviews."""
    with changing(file.path) as store:
        settle(store, [Settlement(**one.model_dump()) for one in settlements], who=who)
    with file.reading() as open_file:
        return audit_json(open_file)


def shown(
    request: Request,
    open_file: OpenFile,
    *,
    precision: float = PRECISION,
    reason: str = "",
    state: str = "",
    page: int = 1,
    problem: str | None = None,
    status: int = 200,
) -> Response:
    facts = content(open_file, precision=precision, reason=reason, state=state, page=page)
    result_kinds: list[str] = facts["misread_kinds"]
    rows = [(*row, span_pieces(row[1].text, row[0].evidence)) for row in facts.pop("rows")]
    return render(
        request,
        "audit.html.j2",
        status=status,
        open_file=open_file,
        **facts,
        rows=rows,
        reason=reason,
        state=state,
        problem=problem,
        verdicts=VERDICTS,
        kinds=[kind_names(labels_for(request).code).get(kind, kind) for kind in result_kinds],
        last=max(1, -(-facts["chosen"] // SHOWN)),
        first=(page - 1) * SHOWN,
    )


def content(open_file: OpenFile, *, precision: float, reason: str, state: str, page: int) -> dict[str, Any]:
    result = result_of(open_file, precision)
    answers = open_file.once("settled", lambda: settled(open_file.views))
    chosen = listed(result, answers, reason=reason, state=state)
    wanted = chosen[(page - 1) * SHOWN : page * SHOWN]
    reviews = open_file.views.reviews_by_id(one.review_id for one in wanted)
    names = ("precision", "reviews", "audited", "share", "expected", "mean", "mean_without", "unproven")
    return {
        **{name: getattr(result, name) for name in names},
        "misread_kinds": list(result.misread_kinds),
        "listed": len(result.mismatches),
        "reasons": dict(Counter(one.reason for one in result.mismatches).most_common()),
        "settled": len(listed(result, answers, reason="", state="settled")),
        "page": page,
        "chosen": len(chosen),
        "rows": [(one, reviews[one.review_id], answers.get(one.review_id)) for one in wanted],
    }


def result_of(open_file: OpenFile, precision: float) -> Audit:
    """The audit, worked out once for a file."""
    return replace(open_file.alone("audit", lambda: audit_file(open_file.views)), precision=precision)


def listed(result: Audit, answers: dict[str, Settlement], *, reason: str, state: str) -> list[Mismatch]:
    """The mismatches with a reason, if one is given, that are open or settled, if that is asked for."""

    def is_settled(mismatch: Mismatch) -> bool:
        answer = answers.get(mismatch.review_id)
        return answer is not None and answer.verdict is not None

    mismatches = [one for one in result.mismatches if not reason or one.reason == reason]
    return [one for one in mismatches if not state or is_settled(one) == (state == "settled")]


def export_rows(open_file: OpenFile, *, precision: float, reason: str, state: str) -> list[dict[str, Any]]:
    """All that are listed, for an export."""
    answers = settled(open_file.views)
    chosen = listed(result_of(open_file, precision), answers, reason=reason, state=state)
    reviews = open_file.views.reviews_by_id(one.review_id for one in chosen)
    return [queue_row(one, reviews[one.review_id], answers.get(one.review_id)) for one in chosen]


def entry(mismatch: Mismatch, review: Review, answer: Settlement | None) -> MismatchEntry:
    verdict, assignee = (answer.verdict, answer.assignee) if answer else (None, None)
    return MismatchEntry(**asdict(mismatch), text=review.text, verdict=verdict, assignee=assignee)
