"""From a file to an analysis: drop it, confirm its columns, watch the work, land on the overview."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Form, Request
from starlette.datastructures import FormData, UploadFile
from starlette.formparsers import MultiPartException, MultiPartParser
from starlette.responses import RedirectResponse, Response

from voxpop.aggregate.table_edits_file import write as write_edits
from voxpop.errors import InputError, OptionError
from voxpop.ingest.columns import ROLES
from voxpop.lang import LANGUAGES
from voxpop.lang.product_kinds import KINDS, kind_names
from voxpop.settings import ANY_DOMAIN
from voxpop.store.edit_log import table_edits_of
from voxpop.web.app_state import app_state
from voxpop.web.failures import status_of
from voxpop.web.job import ASPECTS, Job
from voxpop.web.jobs import DiskFull, Jobs, TooManyJobs, UploadTooLarge, megabytes
from voxpop.web.labels import Labels
from voxpop.web.pages import labels_for, render
from voxpop.web.query import Missing, one_of
from voxpop.web.security import Sender, check_form, check_origin, editor

pages, api = APIRouter(), APIRouter()
NAME = 200
PIECE = 1 << 20
KNOWN = ("count", "read", "learn")


def job_of(request: Request, id: str) -> Job:
    jobs = app_state(request).jobs
    if id not in jobs:
        raise Missing("job")
    return jobs[id]


RequestedJob = Annotated[Job, Depends(job_of)]


@pages.post("/upload")
async def receive(request: Request) -> Response:
    check_origin(request)
    jobs = app_state(request).jobs
    try:
        form = await parse_form(request, jobs)
        try:
            check_form(request, str(form.get("csrf") or ""))
            job = await store_upload(request, jobs, form)
        finally:
            await form.close()
        await jobs.preview(job)
    except (UploadTooLarge, DiskFull, TooManyJobs, InputError) as error:
        return upload_page(request, problem=str(error), status=status_of(error)[0])
    return RedirectResponse(f"/upload/{job.id}", 303)


@pages.get("/upload/{id}")
def confirm(request: Request, job: RequestedJob) -> Response:
    if job.state != "asking" or job.preview is None:
        return RedirectResponse(f"/jobs/{job.id}", 303)
    return show_columns(request, job)


@pages.post("/upload/{id}")
def begin(
    request: Request,
    job: RequestedJob,
    who: Sender,
    text: Annotated[str, Form(max_length=NAME)] = "",
    stars: Annotated[str, Form(max_length=NAME)] = "",
    date: Annotated[str, Form(max_length=NAME)] = "",
    product: Annotated[str, Form(max_length=NAME)] = "",
    id_column: Annotated[str, Form(alias="id_", max_length=NAME)] = "",
    name: Annotated[str, Form(max_length=NAME)] = "",
    title: Annotated[str, Form(max_length=80)] = "",
    lang: Annotated[one_of("auto", *LANGUAGES), Form()] = "auto",  # type: ignore[valid-type]
    by: Annotated[Literal["terms", "categories", "tree"], Form()] = "terms",
    fast: Annotated[bool, Form()] = False,
    domain: Annotated[one_of("", *KINDS, ANY_DOMAIN), Form()] = "",  # type: ignore[valid-type]
    edits: Annotated[str, Form(max_length=NAME)] = "",
) -> Response:
    """The user has said which column is which: places in the list of columns, empty for none."""
    seen = job.preview or {}
    places = {"text": text, "stars": stars, "date": date, "product": product, "id": id_column}
    columns: dict[str, str | list[str]] = {}
    if seen.get("columns"):
        columns = {role: column_at(place, seen["columns"]) for role, place in places.items()}
        if text == JOINED:
            columns["text"] = list(seen["choice"]["texts"]) if seen.get("choice") else ""
    if columns and not columns["text"]:
        return show_columns(request, job, problem=labels_for(request)("upload_no_text"), status=422)
    if seen.get("choice") and seen["choice"]["format"] in FIXED:
        columns = {}
    aspects = copy_edits(request, job, edits) if edits else {}
    job.order |= {
        "columns": columns,
        "product": name.strip() or None,
        "title": title.strip(),
        "lang": lang,
        "by": by,
        "fast": fast,
        "domain": domain or None,
        **aspects,
    }
    app_state(request).jobs.begin(job)
    return RedirectResponse(f"/jobs/{job.id}", 303)


SURE = 0.02  # of the reviews must be read before the time that is left can be told
JOINED = "joined"  # the columns of text that belong together
FIXED = ("txt",)  # formats that say themselves which column is which


@pages.get("/jobs/{id}")
def watch(request: Request, job: RequestedJob) -> Response:
    if job.state == "asking":
        return RedirectResponse(f"/upload/{job.id}", 303)
    if job.state == "done" and job.result in app_state(request).library.files and "stay" not in request.query_params:
        return RedirectResponse(f"/files/{job.result}", 303)
    words = labels_for(request)
    response = render(
        request,
        "job.html.j2",
        job=job,
        stage=stage(job, words),
        share=share(job),
        failure=failure_message(job, words),
        live=job.state in ("waiting", "running"),
        again=job.file.is_file(),
    )
    response.headers["Cache-Control"] = "private, no-store"
    return response


@pages.post("/jobs/{id}/{act}")
def act(request: Request, job: RequestedJob, act: Literal["cancel", "again", "drop"], who: Sender) -> Response:
    jobs = app_state(request).jobs
    if act == "again":
        jobs.begin(job)
    else:
        jobs.cancel(job)
    if act == "drop":
        jobs.drop(job)
    return RedirectResponse("/upload" if act == "drop" else f"/jobs/{job.id}", 303)


@pages.get("/upload")
def upload(request: Request) -> Response:
    return upload_page(request)


def upload_page(request: Request, *, problem: str | None = None, status: int = 200) -> Response:
    jobs, largest = app_state(request).jobs, app_state(request).jobs.limits.upload
    listed = [(job, stage(job, labels_for(request))) for job in jobs][:10]
    return render(
        request, "upload.html.j2", status=status, problem=problem, jobs=listed, most=megabytes(largest), largest=largest
    )


def show_columns(request: Request, job: Job, *, problem: str | None = None, status: int = 200) -> Response:
    seen, label = job.preview or {}, labels_for(request)
    choice: dict[str, Any] = seen.get("choice") or {}
    names: list[str] = seen.get("columns") or []
    chosen = {role: names.index(name) for role, name in (choice.get("columns") or {}).items() if name in names}
    return render(
        request,
        "confirm.html.j2",
        status=status,
        job=job,
        names=names,
        rows=seen.get("rows") or [],
        choice=choice,
        chosen={role: place for role, place in chosen.items() if role in ROLES},
        joined=choice["texts"] if len(choice.get("texts") or ()) > 1 else [],
        roles=ROLES,
        problem=problem or seen.get("problem"),
        fixed=choice.get("format") in FIXED,
        rejected=seen.get("rejected") or [],
        wide=columns_to_show(chosen, names),
        kinds={**kind_names(label.code), ANY_DOMAIN: label("confirm_domain_any")},
    )


def columns_to_show(chosen: dict[str, int], names: list[str], *, most: int = 8) -> list[int]:
    """Return the columns whose first rows are shown: those that were chosen, then others in their order."""
    rest = [place for place in range(len(names)) if place not in chosen.values()]
    return sorted([*chosen.values(), *rest][: max(most, len(chosen))])


def column_at(place: str, names: list[str]) -> str:
    """Return the name of the column that was chosen by its place; empty where there is none."""
    return names[int(place)] if place.isdecimal() and int(place) < len(names) else ""


def copy_edits(request: Request, job: Job, slug: str) -> dict[str, str]:
    """Copy the edits of another analysis into the folder of a job, to be applied to its result as well."""
    library = app_state(request).library
    if slug not in library.files:
        raise OptionError(f"There is no analysis {slug!r} whose edits could be used.")
    with library[slug].reading() as open_file:
        (job.folder / ASPECTS).write_text(write_edits(table_edits_of(open_file.views)), encoding="utf-8")
    return {"aspects": ASPECTS}


async def parse_form(request: Request, jobs: Jobs) -> FormData:
    """Read the form; what is too large is noticed on the way even where nobody announced it."""
    announced = request.headers.get("content-length", "")
    jobs.check_size(int(announced) if announced.isdecimal() else 0)

    async def chunks() -> AsyncIterator[bytes]:
        size = 0
        async for chunk in request.stream():
            size += len(chunk)
            jobs.check_size(size)
            yield chunk

    if not request.headers.get("content-type", "").startswith("multipart/form-data"):
        raise InputError("Send the file as a form: multipart/form-data with a field named file.")
    try:
        return await MultiPartParser(request.headers, chunks(), max_files=1, max_fields=20).parse()  # type: ignore[arg-type]
    except (MultiPartException, KeyError, UnicodeDecodeError) as error:
        raise InputError(f"The form could not be read: {getattr(error, 'message', error)}.") from None
    except OSError as error:
        raise DiskFull(f"The file could not be kept: {error.strerror}. Make room, then upload it again.") from None


async def store_upload(request: Request, jobs: Jobs, form: FormData) -> Job:
    """Make a job with the file of a form."""
    file = form.get("file")
    if not isinstance(file, UploadFile) or not file.filename:
        raise InputError(labels_for(request)("upload_none"))
    job = jobs.new(file.filename[:NAME], who=editor(request), size=file.size or 0)

    async def chunks() -> AsyncIterator[bytes]:
        while chunk := await file.read(PIECE):
            yield chunk

    await jobs.receive(job, chunks())
    return job


def stage(job: Job, words: Labels) -> str:
    """Say how far a job is."""
    if job.state != "running":
        return words(f"job_{job.state}")
    progress = job.progress
    if progress["stage"] not in KNOWN:
        return words("job_running")
    text = words(f"stage_{progress['stage']}", n=int(progress["done"]), total=int(progress["total"]))
    seconds = seconds_left(job)
    if seconds is None:
        return text
    few = seconds < 60
    left = words("seconds", n=max(5, 5 * round(seconds / 5))) if few else words("minutes", n=round(seconds / 60))
    return words("job_left", stage=text, time=left)


def seconds_left(job: Job) -> float | None:
    """Return how long reading will still take at the pace so far; None until that can be told."""
    part, began = share(job), job.progress.get("began")
    if not part or part < SURE or not began:
        return None
    return (time.time() - float(began)) * (1 - part) / part


def share(job: Job) -> float | None:
    """Return which part of the reviews has been read; None: nobody knows yet."""
    progress = job.progress
    if job.state != "running" or progress["stage"] != "read" or not progress["total"]:
        return None
    return min(1.0, float(progress["done"]) / float(progress["total"]))


def failure_message(job: Job, words: Labels) -> str:
    """Say what went wrong, and what to do."""
    if job.state != "failed":
        return ""
    return job.message if job.kind == "input" else words(f"job_failed_{job.kind}", message=job.message)
