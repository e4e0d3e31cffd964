"""What is on the screen, to take away: tables with the same filters, charts, and the whole result in one piece."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import asdict
from functools import wraps
from itertools import islice
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Request
from starlette.responses import HTMLResponse, JSONResponse, Response, StreamingResponse

from voxpop import schema
from voxpop.document import build
from voxpop.store.audit_queue import queue_row
from voxpop.store.checks import labels
from voxpop.store.listing import Order
from voxpop.table_files import Row, table_bytes, with_extra
from voxpop.web import file_contents
from voxpop.web.background import awaited, computed
from voxpop.web.pages import labels_for
from voxpop.web.query import Chosen, NotAccepted, NotYet, RequestedFile
from voxpop.web.rendering import rendered
from voxpop.web.report import render
from voxpop.web.routers import audit as audits
from voxpop.web.routers import compare as comparisons
from voxpop.web.routers import segments as splits
from voxpop.web.routers.aspect import Id, content, table_place
from voxpop.web.routers.drivers import build_drivers
from voxpop.web.routers.ledger import build_ledger
from voxpop.web.routers.reviews import Side, Under, row_of
from voxpop.web.security import DRAWING
from voxpop.web.views import chart_shapes
from voxpop.web.views.public_paths import public_document, public_row

pages, api = APIRouter(), APIRouter(tags=["export"])
MAX_ROWS = 1_000_000  # of an export
Kind = Literal["csv", "xlsx", "json"]
TYPES = {
    "csv": "text/csv; charset=utf-8",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "json": "application/json",
}
FILE: dict[str, Any] = {"content": {kind.partition(";")[0]: {} for kind in TYPES.values()}, "description": "A file"}
Rows = Callable[..., Iterable[Row]]


def safe(name: str) -> str:
    """Return a name that every system takes for a file."""
    return re.sub(r"[^A-Za-z0-9._-]+", "-", name).strip("-") or "voxpop"


def exported(name: str) -> Callable[[Rows], Rows]:
    """Serve the rows that a function returns as a file, to people and to programs."""

    def register(rows: Rows) -> Rows:
        @wraps(rows)
        def download(**values: Any) -> Response:
            kind: Kind = values["kind"]
            table = list(islice(rows(**values), MAX_ROWS + 1))
            if len(table) > MAX_ROWS:
                raise NotAccepted("export_large", limit=f"{MAX_ROWS:,}")
            filename = safe(f"{values['open_file'].slug}-{values.get('id', name)}")
            headers = {"Content-Disposition": f'attachment; filename="{filename}.{kind}"'}
            return StreamingResponse(table_bytes(table, kind), media_type=TYPES[kind], headers=headers)

        path = f"/files/{{file}}/export/{name}.{{kind}}"
        pages.get(path, response_model=None)(download)
        api.get(path, responses={200: FILE}, response_class=Response, response_model=None)(download)
        return rows

    return register


@exported("aspects")
def aspects(open_file: RequestedFile, kind: Kind) -> Iterable[Row]:
    """The table."""
    table = open_file.views.table
    return [{**schema.entry(schema.AspectNumbers, row), "parent": row.parent} for row in table]


@exported("opinions")
def opinions(open_file: RequestedFile, kind: Kind, chosen: Chosen, id: Id) -> Iterable[Row]:
    """The opinions on an aspect, with filters as on its page."""
    rows = open_file.views.all_opinions(table_place(open_file, id), chosen)
    return with_extra(rows, open_file.views.extra_columns, kind)


@exported("reviews")
def reviews(
    open_file: RequestedFile, kind: Kind, chosen: Chosen, aspect: Under = None, side: Side = "", sort: Order = "newest"
) -> Iterable[Row]:
    """Reviews, with filters as on their page."""
    row = row_of(open_file, aspect, chosen, side)
    rows = open_file.views.all_reviews(chosen, order=sort, row=row, side=side or None)
    return with_extra(rows, open_file.views.extra_columns, kind)


@exported("audit")
def audit(open_file: RequestedFile, kind: Kind, choice: audits.Choice) -> Iterable[Row]:
    """Reviews whose stars and text disagree, with what was settled: all pages of the list."""
    _, answers, mismatches = audits.find_mismatches(open_file, choice)
    listed = {mismatch.review_id: mismatch for mismatch in mismatches}
    reviews = open_file.views.reviews_by_id(listed)
    return [queue_row(mismatch, reviews[id], answers.get(id)) for id, mismatch in listed.items()]


@exported("drivers")
def drivers(open_file: RequestedFile, kind: Kind) -> Iterable[Row]:
    """What each aspect does to the stars, a row for each: complaints_effect, complaints_effect_low …"""
    rows = []
    for driver in awaited(open_file, "drivers", build_drivers)["aspects"]:
        estimates: dict[str, Any] = {name: driver[name] for name in ("won_back", "share", "asymmetry")}
        row: dict[str, Any] = {name: driver[name] for name in ("id", "name", "reviews", "kind")}
        for side in ("complaints", "praise"):
            effects: Any = driver[side] or {}
            row[f"{side}_reviews"] = effects.get("reviews")
            estimates |= {f"{side}_{name}": effects.get(name) for name in ("plain", "effect", "on_mean")}
        for name, estimate in estimates.items():
            for part, suffix in (("value", ""), ("low", "_low"), ("high", "_high")):
                row[f"{name}{suffix}"] = estimate[part] if estimate else None
        rows.append(row)
    return rows


@exported("segments")
def segments(open_file: RequestedFile, kind: Kind, by: splits.By = None) -> Iterable[Row]:
    """The numbers of each segment and aspect, a row for each."""
    column = splits.chosen_column(open_file, by)
    entry = open_file.alone(("segments", column), lambda: splits.build(open_file, column)) if column else None
    return [
        {"segment": segment["name"] or "", "segment_reviews": segment["reviews"], **aspect}
        for segment in (entry["segments"] if entry else [])
        for aspect in segment["aspects"]
    ]


@exported("compare")
def compare(
    request: Request, open_file: RequestedFile, kind: Kind, chosen: comparisons.ComparisonSides
) -> Iterable[Row]:
    """All numbers of both sides of a comparison."""
    return comparisons.rows(comparisons.content(request, open_file, chosen, labels_for(request)))


@exported("ledger")
def ledger(open_file: RequestedFile, kind: Kind) -> Iterable[Row]:
    """You and them, a row for each aspect and side, and for each rival."""
    entry = awaited(open_file, "ledger", build_ledger)
    cells: list[tuple[str, str, Any, Any]] = [
        (line["name"] or "", side, cell, line["compared"])
        for line in (entry["total"], *entry["aspects"])
        for side, cell in line["sides"].items()
    ]
    cells += [("", rival["name"] or "competing", rival["said"] or {}, rival["compared"]) for rival in entry["rivals"]]
    return [
        {
            "aspect": aspect,
            "of": side,
            **{name: counts.get(name) for name in schema.OpinionCounts.__annotations__},
            **{name: compared[name] for name in ("better", "worse", "equal")},
        }
        for aspect, side, counts, compared in cells
    ]


@exported("rejected")
def rejected(
    open_file: RequestedFile, kind: Kind, step: Annotated[str | None, Query(max_length=40)] = None
) -> Iterable[Row]:
    """Rows that are not counted, with their reasons."""
    return [asdict(public_row(row)) for row in open_file.views.rejected_page(step, limit=MAX_ROWS + 1)]


@exported("checks")
def checks(open_file: RequestedFile, kind: Kind) -> Iterable[Row]:
    """What was said of the opinions, as labelled sentences that ``voxpop train`` takes."""
    return labels(open_file.views)


@pages.get("/files/{file}/charts/months.svg")
def months(request: Request, open_file: RequestedFile) -> Response:
    """Stars by month."""
    stars = file_contents.stars(open_file)
    columns, name = chart_shapes.star_columns(stars["by_month"]), file_contents.title(open_file)
    marks = chart_shapes.mark_lines(file_contents.marks(open_file), columns)
    return drawing(request, f"{open_file.slug}-months", months=columns, mean=stars["mean"], name=name, marks=marks)


@pages.get("/files/{file}/charts/trend.svg")
def trend(request: Request, open_file: RequestedFile, chosen: Chosen, id: Id) -> Response:
    """An aspect over time."""
    numbers = content(open_file, table_place(open_file, id), chosen, n=1)
    columns, name = chart_shapes.trend(numbers["by_month"]), numbers["aspect"]["name"]
    marks = chart_shapes.mark_lines(file_contents.marks(open_file), columns)
    return drawing(request, f"{open_file.slug}-trend", trend=columns, name=name, marks=marks)


def drawing(request: Request, filename: str, **content: Any) -> Response:
    """Return a chart as an SVG file that carries its own colours."""
    text = rendered("chart.svg.j2", label=labels_for(request), **content)
    headers = {"Content-Security-Policy": DRAWING, "Content-Disposition": f'inline; filename="{safe(filename)}.svg"'}
    return Response(text, media_type="image/svg+xml", headers=headers)


@pages.get("/files/{file}/report.html")
def report(open_file: RequestedFile) -> Response:
    """One page that loads nothing, to keep or to send."""
    document = computed(open_file, "document", build)
    if document is None:
        raise NotYet("report")
    filename = f'attachment; filename="{safe(open_file.slug)}.html"'
    headers = {"Content-Disposition": filename, "Cache-Control": "private, no-store"}
    marks = file_contents.marks(open_file)
    return HTMLResponse(render(document, changes=file_contents.changes(open_file), marks=marks), headers=headers)


@api.get("/files/{file}/document", response_model=schema.Document, tags=["overview"])
def document(open_file: RequestedFile) -> Response:
    """The whole result with its evidence: what ``voxpop report --json`` prints."""
    return JSONResponse(public_document(awaited(open_file, "document", build)))
