"""Logging in with a token, and out again."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Form, Query, Request
from starlette.responses import RedirectResponse, Response

from voxpop.web.accounts import SESSION, Accounts, Forbidden, Slow, session, within
from voxpop.web.pages import labels_for, render
from voxpop.web.security import check_form

pages, api = APIRouter(), APIRouter()
MONTH = 30 * 24 * 3600
LONGEST = 2000


@pages.get("/login")
def login(request: Request, next: Annotated[str, Query(max_length=LONGEST)] = "/") -> Response:
    return render(request, "login.html.j2", onward=within(next), problem=None)


@pages.post("/login")
def enter(
    request: Request,
    token: Annotated[str, Form(max_length=LONGEST)] = "",
    next: Annotated[str, Form(max_length=LONGEST)] = "/",
    csrf: Annotated[str, Form(max_length=200)] = "",
) -> Response:
    check_form(request, csrf)
    accounts: Accounts = request.app.state.accounts
    slow: Slow = request.app.state.slow
    address = request.client.host if request.client else ""
    label = labels_for(request)
    if slow.waits(address):
        return render(request, "login.html.j2", status=429, onward=within(next), problem=label("login_slow"))
    found = accounts.by_secret(token.strip())
    if found is None:
        slow.failed(address)
        return render(request, "login.html.j2", status=403, onward=within(next), problem=label("login_wrong"))
    response = RedirectResponse(within(next), 303)
    secure = request.url.scheme == "https"
    value = session(found, request.app.state.secret)
    response.set_cookie(SESSION, value, max_age=MONTH, httponly=True, samesite="lax", secure=secure, path="/")
    return response


@pages.post("/logout")
def leave(request: Request, csrf: Annotated[str, Form(max_length=200)] = "") -> Response:
    check_form(request, csrf)
    response = RedirectResponse("/login", 303)
    response.delete_cookie(SESSION, path="/")
    return response


@pages.get("/forbidden")
@api.get("/forbidden", include_in_schema=False)
def forbidden(request: Request) -> Response:
    """Where the door sends a viewer who wants to change something."""
    raise Forbidden(labels_for(request)("viewers_look"))
