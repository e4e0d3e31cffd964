"""What is on the screen, to take away: the same address with the same filters, as CSV, Excel or JSON."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from typing import Annotated, Any

from fastapi import APIRouter, Query
from starlette.responses import Response

from voxpop import schema as shape
from voxpop.aggregate.audit import PRECISION
from voxpop.store.listing import Order
from voxpop.table_files import with_extra
from voxpop.web.background import awaited
from voxpop.web.exports import TYPES, Kind, download
from voxpop.web.query import Chosen, RequestedFile
from voxpop.web.routers import audit as audits
from voxpop.web.routers import ledger as ledgers
from voxpop.web.routers.aspect import Id, table_place
from voxpop.web.routers.reviews import Side, Under, row_of

pages, api = APIRouter(), APIRouter(tags=["export"])
MOST = 1_000_000  # rows of an export
FILE: dict[str, Any] = {"content": {kind.partition(";")[0]: {} for kind in TYPES.values()}, "description": "A file"}


@api.get("/files/{file}/export/aspects.{kind}", responses={200: FILE}, response_class=Response)
@pages.get("/files/{file}/export/aspects.{kind}")
def aspects(open_file: RequestedFile, kind: Kind) -> Response:
    """The table."""
    table = open_file.views.table
    rows = ({**shape.entry(shape.AspectNumbers, row, terms=list(row.terms)), "parent": row.parent} for row in table)
    return download(rows, kind, f"{open_file.slug}-aspects")


@api.get("/files/{file}/export/opinions.{kind}", responses={200: FILE}, response_class=Response)
@pages.get("/files/{file}/export/opinions.{kind}")
def opinions(open_file: RequestedFile, kind: Kind, chosen: Chosen, id: Id) -> Response:
    """The opinions on an aspect, with filters as on its page."""
    rows = open_file.views.all_opinions(table_place(open_file, id), chosen, limit=MOST)
    return download(list(with_extra(rows, open_file.views.extra_columns, kind)), kind, f"{open_file.slug}-{id}")


@api.get("/files/{file}/export/reviews.{kind}", responses={200: FILE}, response_class=Response)
@pages.get("/files/{file}/export/reviews.{kind}")
def reviews(
    open_file: RequestedFile, kind: Kind, chosen: Chosen, aspect: Under = None, side: Side = "", sort: Order = "newest"
) -> Response:
    """Reviews, with filters as on their page."""
    row = row_of(open_file, aspect, chosen, side)
    rows = open_file.views.all_reviews(chosen, order=sort, row=row, side=side or None, limit=MOST)
    return download(list(with_extra(rows, open_file.views.extra_columns, kind)), kind, f"{open_file.slug}-reviews")


@api.get("/files/{file}/export/audit.{kind}", responses={200: FILE}, response_class=Response)
@pages.get("/files/{file}/export/audit.{kind}")
def audit(
    open_file: RequestedFile,
    kind: Kind,
    precision: audits.Precision = PRECISION,
    reason: audits.Why = "",
    state: audits.State = "",
) -> Response:
    """Reviews whose stars and text disagree, with what was settled."""
    rows = audits.export_rows(open_file, precision=precision, reason=reason, state=state)
    return download(rows, kind, f"{open_file.slug}-audit")


@api.get("/files/{file}/export/ledger.{kind}", responses={200: FILE}, response_class=Response)
@pages.get("/files/{file}/export/ledger.{kind}")
def ledger(open_file: RequestedFile, kind: Kind) -> Response:
    """You and them, a row for each aspect and side."""
    entry = awaited(open_file, "ledger", ledgers.build_ledger)
    return download(list(flat(entry)), kind, f"{open_file.slug}-ledger")


@api.get("/files/{file}/export/rejected.{kind}", responses={200: FILE}, response_class=Response)
@pages.get("/files/{file}/export/rejected.{kind}")
def rejected(
    open_file: RequestedFile, kind: Kind, step: Annotated[str | None, Query(max_length=40)] = None
) -> Response:
    """Rows that are not counted, with their reasons."""
    rows = open_file.views.rejected_page(step, limit=MOST)
    return download([asdict(row) for row in rows], kind, f"{open_file.slug}-rejected")


def flat(ledger: shape.Ledger) -> Iterator[dict[str, Any]]:
    columns = shape.OpinionCounts.__annotations__
    for line in (ledger["total"], *ledger["aspects"]):
        for side, cell in line["sides"].items():
            numbers: Any = cell
            yield {
                "aspect": line["name"] or "",
                "of": side,
                **{name: numbers[name] for name in columns},
                **{name: line["compared"][name] for name in ("better", "worse", "equal")},
            }
    for rival in ledger["rivals"]:
        opinions: Any = rival["said"] or dict.fromkeys(columns)
        yield {
            "aspect": "",
            "of": rival["name"] or "competing",
            **{name: opinions[name] for name in columns},
            **{name: rival["compared"][name] for name in ("better", "worse", "equal")},
        }
