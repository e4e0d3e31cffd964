"""What went wrong, as a page that says what to do, or as JSON for a program."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from pydantic import BaseModel
from starlette.exceptions import HTTPException
from starlette.responses import Response

from voxpop.annotate.project import NotYours
from voxpop.errors import InputError, MissingExtra, OptionError, StoreError, VoxpopError
from voxpop.web.accounts import Forbidden
from voxpop.web.app_state import app_state
from voxpop.web.jobs import DiskFull, JobNotReady, TooManyJobs, UploadTooLarge
from voxpop.web.labels import Labels
from voxpop.web.pages import labels_for, render
from voxpop.web.query import Conflict, LabelledError, Missing, NotAccepted, NotYet
from voxpop.web.security import Forged

STATUS: tuple[tuple[type[VoxpopError], int, str], ...] = (
    (Missing, 404, "missing"),
    (NotYet, 503, "unready"),
    (NotAccepted, 422, "option"),
    (Conflict, 409, "conflict"),
    (Forged, 403, "forged"),
    (Forbidden, 403, "viewer"),
    (NotYours, 409, "conflict"),
    (JobNotReady, 409, "unready"),
    (UploadTooLarge, 413, "large"),
    (TooManyJobs, 429, "busy"),
    (DiskFull, 507, "disk"),
    (OptionError, 422, "option"),
    (InputError, 422, "input"),
    (MissingExtra, 501, "extra"),
    (StoreError, 503, "store"),
    (VoxpopError, 500, "other"),
)


AGAIN = "3"  # seconds after which something that is being computed is asked for again
MAX_VALUE_LENGTH = 60  # characters of a value that is not accepted
REASONS = (  # how the type of a validation error begins, and the label that explains it
    ("missing", "invalid_missing"),
    ("extra_forbidden", "invalid_extra"),
    ("json_", "invalid_json"),
    ("literal_error", "invalid_choice"),
    ("enum", "invalid_choice"),
    ("string_too_long", "invalid_long"),
    ("too_long", "invalid_many"),
    ("too_short", "invalid_few"),
    ("greater_than", "invalid_small"),
    ("less_than", "invalid_large"),
    ("int_", "invalid_number"),
    ("float_", "invalid_number"),
    ("day", "invalid_day"),
)


class Problem(BaseModel):
    """What went wrong: a kind for programs, a sentence for people."""

    error: str
    message: str


ANSWERS: dict[int | str, dict[str, Any]] = {
    404: {"model": Problem, "description": "There is no such file, aspect or review"},
    422: {"model": Problem, "description": "A value is not accepted"},
    503: {"model": Problem, "description": "The file cannot be opened"},
}


def handle(app: FastAPI) -> None:
    app.add_exception_handler(VoxpopError, known_error)
    app.add_exception_handler(RequestValidationError, unacceptable)
    app.add_exception_handler(HTTPException, plain)
    app.add_exception_handler(Exception, unknown)


def known_error(request: Request, error: Exception) -> Response:
    status, kind = status_of(error)
    message = labels_for(request)(error.label, **error.values) if isinstance(error, LabelledError) else str(error)
    if isinstance(error, StoreError):
        for file in app_state(request).library:
            message = file.without_path(message)
    response = answer(request, status, kind, message)
    if isinstance(error, NotYet):
        response.headers.update({"Retry-After": AGAIN, "Refresh": AGAIN})
    return response


def status_of(error: Exception) -> tuple[int, str]:
    """Return the status that an error of ours is answered with, and its kind for programs."""
    return next((status, kind) for base, status, kind in STATUS if isinstance(error, base))


def unacceptable(request: Request, error: Exception) -> Response:
    """An address with a value that makes no sense."""
    details = cast(RequestValidationError, error).errors()
    label = labels_for(request)
    sentences = dict.fromkeys(explain(detail, label) for detail in details)
    return answer(request, 422, "option", label("space").join(list(sentences)[:5]))


def explain(detail: Mapping[str, Any], label: Labels) -> str:
    """Return what is wrong with one value, in a sentence."""
    kind, context, (where, *parts) = str(detail["type"]), detail.get("ctx", {}), detail["loc"] or ["body"]
    name, given = ".".join(map(str, parts)) or str(where), str(detail.get("input"))  # reviews.0.text of a body
    if kind == "value_error":  # of a validator of ours, which says it itself
        return f"{str(context['error']).removesuffix('.').capitalize()}."
    key = next((key for start, key in REASONS if kind.startswith(start)), "invalid_value")
    values = {name: str(value) for name, value in context.items()}
    limit = next((values[part] for part in ("ge", "le", "gt", "lt", "max_length", "min_length") if part in values), "")
    given = given if len(given) <= MAX_VALUE_LENGTH else f"{given[:MAX_VALUE_LENGTH]}…"
    return label(key, name=name, limit=limit, expected=values.get("expected", ""), given=given)


def plain(request: Request, error: Exception) -> Response:
    failure = cast(HTTPException, error)
    kind = "missing" if failure.status_code == 404 else "other"
    response = answer(request, failure.status_code, kind, "" if failure.status_code == 404 else str(failure.detail))
    response.headers.update(failure.headers or {})
    return response


def unknown(request: Request, error: Exception) -> Response:
    return answer(request, 500, "ours", f"{type(error).__name__}")


def answer(request: Request, status: int, kind: str, message: str) -> Response:
    if request.url.path.startswith("/api/"):
        text = message or "There is nothing at this address."
        return JSONResponse(Problem(error=kind, message=text).model_dump(), status)
    return render(request, "failure.html.j2", status=status, kind=kind, message=message, code=status)
