"""Who may look and who may change: tokens, the sessions that stand for them, and the middleware that asks for them."""

from __future__ import annotations

import hmac
import math
import re
import secrets
import time
from collections import OrderedDict, defaultdict, deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from hashlib import sha256
from threading import Lock
from typing import Literal
from urllib.parse import quote

from starlette.datastructures import Headers
from starlette.requests import Request, cookie_parser
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

from voxpop.errors import OptionError, VoxpopError

Role = Literal["viewer", "editor", "annotator"]
SESSION_COOKIE = "voxpop_session"
MIN_SECRET_LENGTH = 12  # characters of a secret
PUBLIC = ("/login", "/static/", "/favicon.ico")  # what anyone may see
EDITORS_ONLY = ("/upload", "/jobs/")  # pages that are nothing but forms and progress of uploads
READING = ("GET", "HEAD", "OPTIONS")
ANNOTATION = ("/annotate", "/api/v1/annotate")  # projects decide themselves who may do what
FOR_ANNOTATORS = (*ANNOTATION, "/logout", "/forbidden", *PUBLIC)  # not the analyses, which show what the model reads
CHECKS = re.compile(r"(?:/api/v1)?/files/[^/]+/check")  # sends a summary and changes nothing
FAILURES, WINDOW = 10, 60.0  # wrong tokens from one address before further ones are refused, seconds
MONTH = 30 * 24 * 3600  # seconds that a session lasts
SESSIONS = 10_000  # that are remembered
_NAMED = re.compile(r"([\w .@-]{1,60})=(.+)", re.DOTALL)


class Forbidden(VoxpopError):
    """A viewer who wants to change something."""


@dataclass(frozen=True, slots=True)
class TokenAccount:
    """Someone who has a token; the name goes into the log of edits."""

    name: str
    role: Role
    digest: bytes


LOCAL = TokenAccount("local", "editor", b"")  # whoever sits at this machine, where no token is asked for


class Accounts:
    """All tokens, ``SECRET`` or ``NAME=SECRET``, kept as digests. Without any, nobody is asked.

    ``more`` gives those that are added while the app runs.
    """

    def __init__(
        self,
        *,
        viewers: Iterable[str] = (),
        editors: Iterable[str] = (),
        more: Callable[[], Iterable[TokenAccount]] = tuple,
    ) -> None:
        self._given = [account("viewer", token) for token in viewers] + [account("editor", token) for token in editors]
        self._more = more

    def __bool__(self) -> bool:
        return any(True for _ in self)

    def __iter__(self) -> Iterator[TokenAccount]:
        yield from self._given
        yield from self._more()

    def by_secret(self, secret: str) -> TokenAccount | None:
        """Return the account with this secret."""
        digest = _digest(secret)
        return next((account for account in self if hmac.compare_digest(account.digest, digest)), None)


def account(role: Role, token: str) -> TokenAccount:
    """Return the account of a token."""
    named = _NAMED.fullmatch(token.strip())
    name, secret = (named[1].strip(), named[2]) if named else (role, token.strip())
    if len(secret) < MIN_SECRET_LENGTH:
        raise OptionError(
            f"The token of {name!r} is too short to be safe: it needs {MIN_SECRET_LENGTH} characters or more, such as "
            "those of python -c 'import secrets; print(secrets.token_urlsafe(24))'."
        )
    return TokenAccount(name, role, _digest(secret))


class Sessions:
    """Who is logged in: a random value for each login, worth nothing once its session has ended."""

    def __init__(self) -> None:
        self._sessions: OrderedDict[bytes, tuple[TokenAccount, float]] = OrderedDict()
        self._lock = Lock()

    def begin(self, account: TokenAccount) -> str:
        """Begin a session and return the value of its cookie."""
        value = secrets.token_urlsafe(32)
        with self._lock:
            self._sessions[_digest(value)] = (account, time.monotonic() + MONTH)
            if len(self._sessions) > SESSIONS:
                self._sessions.popitem(last=False)
        return value

    def account(self, value: str) -> TokenAccount | None:
        """Return whose session a cookie stands for."""
        with self._lock:
            account, end = self._sessions.get(_digest(value), (None, 0.0))
        return account if time.monotonic() < end else None

    def end(self, value: str) -> None:
        """End a session: its cookie is worth nothing from now on."""
        with self._lock:
            self._sessions.pop(_digest(value), None)


def _digest(value: str) -> bytes:
    return sha256(value.encode("utf-8", "surrogatepass")).digest()


class LoginThrottle:
    """Counts wrong tokens by address. Only wrong ones are ever refused: a right one is accepted at any time."""

    def __init__(self) -> None:
        self._failed: defaultdict[str, deque[float]] = defaultdict(lambda: deque(maxlen=FAILURES))
        self._lock = Lock()

    def failed(self, address: str) -> int:
        """Note a wrong token; return the seconds that the address should wait, 0 if it may try again at once."""
        now = time.monotonic()
        with self._lock:
            if len(self._failed) > 10_000:
                self._failed.clear()
            times = self._failed[address]
            wait = WINDOW - (now - times[0]) if len(times) == FAILURES else 0.0
            if wait <= 0:
                times.append(now)
        return max(0, math.ceil(wait))


class AuthMiddleware:
    """Lets in who has a token, lets viewers look, and tells the pages who it is."""

    def __init__(self, app: ASGIApp, *, accounts: Accounts, sessions: Sessions, throttle: LoginThrottle) -> None:
        self.app = app
        self.accounts = accounts
        self.sessions = sessions
        self.throttle = throttle

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        bearer = bearer_token(scope)
        account = self._account(scope, bearer) if self.accounts else LOCAL
        state = scope.setdefault("state", {})
        if account is not None:
            state |= {"who": account.name, "role": account.role}
        path = scope["path"]
        if account is None and not path.startswith(PUBLIC):
            address = str((scope.get("client") or ("",))[0])
            wait = self.throttle.failed(address) if bearer is not None else 0
            await self._refusal(scope, wait)(scope, receive, send)
        elif account is not None and is_forbidden(account, scope):
            place = "/api/v1/forbidden" if path.startswith("/api/") else "/forbidden"  # says so in the right way
            await self.app({**scope, "path": place, "raw_path": place.encode(), "method": "GET"}, receive, send)
        else:
            await self.app(scope, receive, send)

    def _account(self, scope: Scope, bearer: str | None) -> TokenAccount | None:
        if bearer is not None:
            return self.accounts.by_secret(bearer)
        cookie = cookie_parser(Headers(scope=scope).get("cookie", "")).get(SESSION_COOKIE)
        return self.sessions.account(cookie) if cookie else None

    def _refusal(self, scope: Scope, wait: int) -> Response:
        if wait:
            message = "Too many wrong tokens came from this address. Send the right one, or wait before the next try."
            return JSONResponse({"error": "token", "message": message}, 429, {"Retry-After": str(wait)})
        if scope["path"].startswith("/api/"):
            message = "A token is needed: send the header Authorization: Bearer TOKEN."
            return JSONResponse(
                {"error": "token", "message": message}, 401, {"WWW-Authenticate": 'Bearer realm="voxpop"'}
            )
        path = scope["path"] + (f"?{scope['query_string'].decode('latin-1')}" if scope["query_string"] else "")
        onward = f"?next={quote(path, safe='')}" if scope["method"] in READING and path != "/" else ""
        return RedirectResponse(f"/login{onward}", 303)


def bearer_token(scope: Scope) -> str | None:
    """Return the token that a program sent, None where it sent none."""
    kind, _, secret = Headers(scope=scope).get("authorization", "").partition(" ")
    return secret.strip() if kind.lower() == "bearer" else None


def is_forbidden(account: TokenAccount, scope: Scope) -> bool:
    """Whether a request asks for what the account may not see, or changes what it may only look at."""
    path = str(scope["path"])
    if account.role == "annotator":
        return path != "/" and not path.startswith(FOR_ANNOTATORS)
    changes_nothing = path == "/logout" or path.startswith(ANNOTATION) or CHECKS.fullmatch(path) is not None
    reads = scope["method"] in READING or changes_nothing
    return account.role == "viewer" and (not reads or path.startswith(EDITORS_ONLY))


def may_edit(request: Request) -> bool:
    """Whether the visitor may change something."""
    return getattr(request.state, "role", None) == "editor"


def safe_address(address: str) -> str:
    """Return where to go after logging in: only ever a page of ours."""
    safe = address.startswith("/") and not address.startswith(("//", "/\\", "/login"))
    return address if safe and address.isprintable() and "\\" not in address else "/"
