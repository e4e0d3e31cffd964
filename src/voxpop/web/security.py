"""What protects a page: headers, whose Host header is believed, and tokens that only our own forms carry."""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Iterable
from hashlib import sha256
from typing import Annotated

from fastapi import Depends, Form
from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from voxpop.errors import VoxpopError
from voxpop.web.app_state import app_state

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
DRAWING = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"  # an SVG of our own, by itself
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}
LOCAL = ("localhost", "127.0.0.1", "[::1]")
SMALL = 4_000_000  # bytes of a form that is no upload
UPLOADS = ("/upload", "/api/v1/analyze")  # these mind their size themselves
VISITOR = "voxpop_visitor"  # the cookie that a form's token belongs to


class Forged(VoxpopError):
    """A form that does not come from one of our pages."""


class SecurityHeaders:
    """Answers only to the hosts it knows, puts the headers on everything, and answers HEAD as it would GET."""

    def __init__(self, app: ASGIApp, *, hosts: Iterable[str]) -> None:
        self.app = app
        self.hosts = {host.lower() for host in (*LOCAL, *hosts)}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        only_head = scope["method"] == "HEAD"
        if only_head:
            scope = {**scope, "method": "GET"}

        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                add_headers(MutableHeaders(scope=message))
            elif only_head and message["type"] == "http.response.body":
                message = {**message, "body": b""}
            await send(message)

        size = 0

        async def counted() -> Message:
            nonlocal size
            message = await receive()
            size += len(message.get("body", b""))
            if size > SMALL and scope["path"] not in UPLOADS:
                raise HTTPException(413, "The form is too large.")
            return message

        host = without_port(Headers(scope=scope).get("host", ""))
        if host.lower() not in self.hosts:
            text = f"This is voxpop, which does not answer for the host {host!r}. Start it with --allow-host to let it."
            await PlainTextResponse(text, 421)(scope, receive, sending)
            return
        await self.app(scope, counted, sending)


def add_headers(headers: MutableHeaders) -> None:
    """Add what every answer carries; what does not say how it may be kept is kept nowhere."""
    for name, value in HEADERS.items():
        headers.setdefault(name, value)
    headers.setdefault("Cache-Control", "private, no-store")
    if not headers["Cache-Control"].startswith("public"):
        vary = headers.get("Vary", "").lower()
        for name in ("Cookie", "Authorization"):
            if name.lower() not in vary:
                headers.add_vary_header(name)


def without_port(host: str) -> str:
    name, colon, port = host.rpartition(":")
    return name if colon and port.isdigit() else host


def form_token(request: Request) -> str:
    """What a form must carry: belongs to this visitor's cookie and this run of the app. Its page is kept nowhere.

    A visitor without a secret gets one, which is set as a cookie with the page.
    """
    request.state.form = True
    cookie = request.cookies.get(VISITOR)
    if not cookie and not hasattr(request.state, "visitor"):
        request.state.visitor = secrets.token_urlsafe(18)
    return _sign(request, cookie or request.state.visitor)


def check_origin(request: Request) -> None:
    """Raise where another site's page sent the browser here. Programs that are no browsers say neither."""
    origin = request.headers.get("origin")
    if origin and origin.partition("://")[2] != request.headers.get("host", ""):
        raise Forged("This call came from another site, so nothing was changed.")
    if request.headers.get("sec-fetch-site", "none") not in ("none", "same-origin"):
        raise Forged("This call came from another site, so nothing was changed.")


def check_form(request: Request, token: str | None) -> None:
    """Raise unless a form came from one of our own pages."""
    check_origin(request)
    cookie = request.cookies.get(VISITOR)
    if not cookie or not token or not hmac.compare_digest(token, _sign(request, cookie)):
        raise Forged("This page was open for too long or is not ours, so nothing was changed. Load it again and retry.")


def editor(request: Request) -> str:
    """Who changes something: the name that goes into the log. Where visitors prove who they are, that is known here."""
    return str(getattr(request.state, "who", None) or "local")


def sender(request: Request, csrf: Annotated[str, Form(max_length=200)] = "") -> str:
    """Who changes something by a form; raise unless it came from one of our own pages."""
    check_form(request, csrf)
    return editor(request)


def program(request: Request) -> str:
    """Who changes something by a call of the API; raise where another site's page may have made it."""
    check_origin(request)
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
        raise Forged("Nothing was changed: send JSON, with the header Content-Type: application/json.")
    return editor(request)


def _sign(request: Request, cookie: str) -> str:
    return hmac.new(app_state(request).secret, cookie.encode(), sha256).hexdigest()


Sender = Annotated[str, Depends(sender)]
Program = Annotated[str, Depends(program)]
