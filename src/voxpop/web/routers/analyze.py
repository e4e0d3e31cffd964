"""Analysis over the API: texts or a file in, the document out; small inputs at once, large ones as a job."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from dataclasses import asdict
from datetime import UTC, datetime
from typing import Annotated, Any, Literal, Self

from anyio.to_thread import run_sync
from fastapi import APIRouter, Request
from fastapi.exceptions import RequestValidationError
from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator
from starlette.responses import JSONResponse, RedirectResponse, Response

from voxpop import schema as shape
from voxpop.analysis import analyze
from voxpop.errors import OptionError
from voxpop.lang import LANGUAGES
from voxpop.lang.product_kinds import KINDS
from voxpop.settings import ANY_DOMAIN
from voxpop.types import Opinion
from voxpop.web.app_state import app_state
from voxpop.web.failures import Problem
from voxpop.web.job import Job
from voxpop.web.jobs import JobNotReady, UploadTooLarge, megabytes
from voxpop.web.pages import labels_for
from voxpop.web.query import one_of
from voxpop.web.routers.upload import RequestedJob, failure_message, parse_form, store_upload
from voxpop.web.security import check_origin, editor
from voxpop.web.state import TEXTS
from voxpop.web.upload_worker import settings

pages, api = APIRouter(), APIRouter(tags=["analyze"])
MAX_DIRECT_REVIEWS, MAX_DIRECT_CHARACTERS = 50, 50_000  # reviews and characters that are answered at once
MAX_REVIEWS = 100_000  # reviews in one call
MAX_JSON_BYTES = 100_000_000  # bytes of JSON

Text = Annotated[str, Field(max_length=200_000)]
Name = Annotated[str, Field(max_length=300)]


class ReviewInput(BaseModel):
    """A review: its text, and what else is known of it."""

    model_config = ConfigDict(extra="forbid")
    text: Text
    id: Name | None = None
    stars: Annotated[float | None, Field(ge=0, le=100)] = None
    date: Name | None = None
    product: Name | None = None


class AnalysisRequest(BaseModel):
    """Texts, or reviews; and how to analyse them."""

    model_config = ConfigDict(extra="forbid")
    texts: Annotated[list[Text] | None, Field(max_length=MAX_REVIEWS)] = None
    reviews: Annotated[list[ReviewInput] | None, Field(max_length=MAX_REVIEWS)] = None
    product: Name | None = None
    lang: one_of("auto", *LANGUAGES) = "auto"  # type: ignore[valid-type]
    by: Literal["terms", "categories", "tree"] = "terms"
    fast: bool = False
    domain: one_of(*KINDS, ANY_DOMAIN) | None = None  # type: ignore[valid-type]

    @model_validator(mode="after")
    def one_of_two(self) -> Self:
        if not self.texts and not self.reviews:
            raise ValueError("give texts or reviews, at least one")
        if self.texts and self.reviews:
            raise ValueError("give texts or reviews, not both")
        return self


class JobEntry(BaseModel):
    """A job: how far it is, and where its analysis is once it is done."""

    id: str
    name: str
    state: Literal["asking", "waiting", "running", "done", "failed", "cancelled"]
    stage: str
    done: int
    total: int
    error: str | None = None
    message: str | None = None
    file: str | None = None
    created: datetime


class AnalysisResult(BaseModel):
    """What the texts say: every opinion, and the document that the report is drawn from.

    Offsets count code points of the texts as given; personal data in them is masked one for one.
    """

    opinions: list[Opinion]
    document: shape.Document


OPTIONS = ("product", "lang", "by", "fast", "domain")
BODY = {
    "required": True,
    "content": {
        "application/json": {"schema": AnalysisRequest.model_json_schema(ref_template="#/components/schemas/{model}")},
        "multipart/form-data": {
            "schema": {
                "type": "object",
                "required": ["file"],
                "properties": {
                    "file": {"type": "string", "format": "binary"},
                    **{name: {"type": "string"} for name in OPTIONS},
                },
            }
        },
    },
}
Problems = dict[int | str, dict[str, Any]]
REFUSALS: Problems = {
    400: {"model": Problem, "description": "The body is no form"},
    403: {"model": Problem, "description": "Another site's page made the call, or a viewer did"},
    413: {"model": Problem, "description": "Too large"},
    429: {"model": Problem, "description": "Too many analyses wait already"},
    507: {"model": Problem, "description": "The disk is too full"},
}
UNREADY: Problems = {409: {"model": Problem, "description": "It is not done"}}
ACCEPTED: Problems = {202: {"model": JobEntry, "description": "A job was begun"}}


@api.post(
    "/analyze", response_model=AnalysisResult, responses={**ACCEPTED, **REFUSALS}, openapi_extra={"requestBody": BODY}
)
async def post(request: Request) -> Response:
    """Find out what texts or a file of reviews say: at once for a few, as a job (202) for many or for a file."""
    check_origin(request)
    if request.headers.get("content-type", "").startswith("multipart/form-data"):
        return begin_job(request, await store_form(request))
    body = await read_json_body(request)
    reviews = [review.model_dump(exclude_none=True) for review in body.reviews or []]
    reviews = reviews or [{"id": str(n), "text": text} for n, text in enumerate(body.texts or [], start=1)]
    options = body.model_dump(include=set(OPTIONS))
    if len(reviews) <= MAX_DIRECT_REVIEWS and sum(len(review["text"]) for review in reviews) <= MAX_DIRECT_CHARACTERS:
        return JSONResponse(await run_sync(analyze_at_once, reviews, options, limiter=app_state(request).at_once))
    data = "".join(json.dumps(review, ensure_ascii=True) + "\n" for review in reviews).encode("ascii")
    jobs = app_state(request).jobs
    job = jobs.new("texts.jsonl", who=editor(request), size=len(data))
    await jobs.receive(job, single_chunk(data))
    job.order |= options
    return begin_job(request, job)


@api.get("/jobs")
def jobs(request: Request) -> list[JobEntry]:
    """All jobs, the latest first."""
    return [job_entry(request, job) for job in app_state(request).jobs]


@api.get("/jobs/{id}")
def job(request: Request, job: RequestedJob) -> JobEntry:
    """How far a job is."""
    return job_entry(request, job)


@api.get("/jobs/{id}/result", response_class=Response, status_code=307, responses={**UNREADY})
def result(request: Request, job: RequestedJob) -> Response:
    """Leads to the document of a job that is done."""
    if job.state != "done" or job.result not in app_state(request).library.files:
        raise JobNotReady(f"The job is {job.state}. {failure_message(job, labels_for(request))}".strip())
    return RedirectResponse(request.url_for("document", file=job.result).path, 307)


@api.delete("/jobs/{id}")
def cancel(request: Request, job: RequestedJob) -> JobEntry:
    """Stop a job. One that is done stays as it is."""
    check_origin(request)
    app_state(request).jobs.cancel(job)
    return job_entry(request, job)


def begin_job(request: Request, job: Job) -> Response:
    app_state(request).jobs.begin(job)
    return JSONResponse(job_entry(request, job).model_dump(mode="json"), 202, {"Location": f"/api/v1/jobs/{job.id}"})


async def read_json_body(request: Request) -> AnalysisRequest:
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
        raise OptionError("Send JSON with the header Content-Type: application/json, or a file as multipart/form-data.")
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > MAX_JSON_BYTES:
            raise UploadTooLarge(
                f"At most {megabytes(MAX_JSON_BYTES)} of JSON are read in one piece. Send it as a file."
            )
    try:
        return AnalysisRequest.model_validate_json(bytes(body))
    except ValidationError as error:
        raise RequestValidationError(
            [{**problem, "loc": ("body", *problem["loc"])} for problem in error.errors()]
        ) from None


async def store_form(request: Request) -> Job:
    jobs = app_state(request).jobs
    form = await parse_form(request, jobs)
    try:
        options = {name: value for name in OPTIONS if isinstance(value := form.get(name), str) and value}
        settings(options)  # a wrong value is told now
        job = await store_upload(request, jobs, form)
    finally:
        await form.close()
    job.order |= options
    return job


async def single_chunk(data: bytes) -> AsyncIterator[bytes]:
    yield data


def analyze_at_once(reviews: list[dict[str, Any]], options: dict[str, Any]) -> dict[str, Any]:
    with TEXTS, analyze(review_table(reviews), settings=settings(options), workers=1) as analysis:
        return {"opinions": [asdict(opinion) for opinion in analysis.opinions], "document": analysis.document()}


def review_table(reviews: list[dict[str, Any]]) -> Any:
    """Reviews in the form that ``analyze`` takes: named columns, so that stars and dates are read as in any file."""
    import pyarrow as pa

    names = [name for name in ReviewInput.model_fields if any(name in review for review in reviews)]
    return pa.table({name: [review.get(name) for review in reviews] for name in names})


def job_entry(request: Request, job: Job) -> JobEntry:
    """Return a job as the API tells of it."""
    progress, failed = job.progress, job.state == "failed"
    return JobEntry(
        id=job.id,
        name=job.name,
        state=job.state,
        **{name: progress[name] for name in ("stage", "done", "total")},
        error=job.kind if failed else None,
        message=failure_message(job, labels_for(request)) or None,
        file=job.result if job.result in app_state(request).library.files else None,
        created=datetime.fromtimestamp(job.created, UTC),
    )
