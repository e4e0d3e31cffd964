"""Logging in with a token, and out again."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Form, Query, Request
from starlette.responses import RedirectResponse, Response

from voxpop.web.accounts import MONTH, SESSION_COOKIE, Forbidden, safe_address
from voxpop.web.app_state import app_state
from voxpop.web.pages import labels_for, render
from voxpop.web.security import Sender

pages, api = APIRouter(), APIRouter()
MAX_FORM_BYTES = 2000


@pages.get("/login")
def login(request: Request, next: Annotated[str, Query(max_length=MAX_FORM_BYTES)] = "/") -> Response:
    """Show the form that asks for a token."""
    return render(request, "login.html.j2", onward=safe_address(next), problem=None)


@pages.post("/login")
def log_in(
    request: Request,
    token: Annotated[str, Form(max_length=MAX_FORM_BYTES)] = "",
    next: Annotated[str, Form(max_length=MAX_FORM_BYTES)] = "/",
    *,
    who: Sender,
) -> Response:
    """Begin a session for whoever gives a right token."""
    account = app_state(request).accounts.by_secret(token.strip())
    if account is None:
        wait = app_state(request).throttle.failed(request.client.host if request.client else "")
        problem = labels_for(request)("login_slow" if wait else "login_wrong")
        status = 429 if wait else 403
        response: Response = render(request, "login.html.j2", status=status, onward=safe_address(next), problem=problem)
        if wait:
            response.headers["Retry-After"] = str(wait)
        return response
    response = RedirectResponse(safe_address(next), 303)
    response.set_cookie(
        SESSION_COOKIE,
        app_state(request).sessions.begin(account),
        max_age=MONTH,
        httponly=True,
        samesite="lax",
        secure=request.url.scheme == "https",
        path="/",
    )
    return response


@pages.post("/logout")
def log_out(request: Request, who: Sender) -> Response:
    """End the session; its cookie is worth nothing from now on."""
    app_state(request).sessions.end(request.cookies.get(SESSION_COOKIE, ""))
    response = RedirectResponse("/login", 303)
    response.delete_cookie(SESSION_COOKIE, path="/")
    return response


@pages.get("/forbidden")
@api.get("/forbidden", include_in_schema=False)
def forbidden(request: Request) -> Response:
    """Say to a viewer who wants to change something that they may not."""
    raise Forbidden(labels_for(request)("viewers_look"))
