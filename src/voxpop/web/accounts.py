"""Who may look and who may change: tokens, the cookie that stands for one, and the door that asks for it."""

from __future__ import annotations

import hmac
import re
import time
from collections import defaultdict, deque
from collections.abc import Iterable, Iterator
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

Role = Literal["viewer", "editor"]
SESSION = "voxpop_session"
SHORTEST = 12  # characters of a secret
OPEN = ("/login", "/static/", "/favicon.ico")  # what anyone may see
READING = ("GET", "HEAD", "OPTIONS")
FAILURES, WINDOW = 10, 60.0  # wrong tokens from one address before it has to wait, seconds
_NAMED = re.compile(r"([\w .@-]{1,60})=(.+)", re.DOTALL)


class Forbidden(VoxpopError):
    """A viewer who wants to change something."""


@dataclass(frozen=True, slots=True)
class Account:
    """Someone who has a token; the name goes into the log of edits."""

    name: str
    role: Role
    digest: bytes


LOCAL = Account("local", "editor", b"")  # whoever sits at this machine, where no token is asked for


class Accounts:
    """All tokens, kept as digests. Empty: nobody is asked."""

    def __init__(self, accounts: Iterable[Account] = ()) -> None:
        self._all = tuple(accounts)

    @classmethod
    def of(cls, *, viewers: Iterable[str] = (), editors: Iterable[str] = ()) -> Accounts:
        """From tokens as they are given: ``SECRET`` or ``NAME=SECRET``."""
        given: list[tuple[Role, str]] = [("viewer", one) for one in viewers] + [("editor", one) for one in editors]
        return cls(account(role, token) for role, token in given)

    def __bool__(self) -> bool:
        return bool(self._all)

    def __iter__(self) -> Iterator[Account]:
        return iter(self._all)

    def by_secret(self, secret: str) -> Account | None:
        digest = sha256(secret.encode("utf-8", "surrogatepass")).digest()
        return next((one for one in self._all if hmac.compare_digest(one.digest, digest)), None)

    def by_cookie(self, cookie: str, key: bytes) -> Account | None:
        given = cookie.encode("utf-8", "surrogatepass")
        return next((one for one in self._all if hmac.compare_digest(session(one, key).encode(), given)), None)


def account(role: Role, token: str) -> Account:
    named = _NAMED.fullmatch(token.strip())
    name, secret = (named[1].strip(), named[2]) if named else (role, token.strip())
    if len(secret) < SHORTEST:
        raise OptionError(
            f"The token of {name!r} is too short to be safe: it needs {SHORTEST} characters or more, such as those of "
            "python -c 'import secrets; print(secrets.token_urlsafe(24))'."
        )
    return Account(name, role, sha256(secret.encode("utf-8", "surrogatepass")).digest())


def session(account: Account, key: bytes) -> str:
    """What the cookie holds: worth nothing without this run's key, and says nothing about the secret."""
    return hmac.new(key, account.role.encode() + b"\0" + account.digest, sha256).hexdigest()


class Slow:
    """Addresses that guess tokens have to wait."""

    def __init__(self) -> None:
        self._failed: defaultdict[str, deque[float]] = defaultdict(lambda: deque(maxlen=FAILURES))
        self._lock = Lock()

    def failed(self, address: str) -> None:
        with self._lock:
            if len(self._failed) > 10_000:
                self._failed.clear()
            self._failed[address].append(time.monotonic())

    def waits(self, address: str) -> bool:
        with self._lock:
            times = self._failed.get(address)
            return bool(times and len(times) == FAILURES and time.monotonic() - times[0] < WINDOW)


class Door:
    """Lets in who has a token, lets viewers look, and tells the pages who it is."""

    def __init__(self, app: ASGIApp, *, accounts: Accounts, key: bytes, slow: Slow) -> None:
        self.app = app
        self.accounts = accounts
        self.key = key
        self.slow = slow

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        who = self.known(scope) if self.accounts else LOCAL
        state = scope.setdefault("state", {})
        if who is not None:
            state |= {"who": who.name, "role": who.role}
        path = scope["path"]
        if who is None and not path.startswith(OPEN):
            await self.turned_away(scope)(scope, receive, send)
        elif who is not None and who.role == "viewer" and scope["method"] not in READING and path != "/logout":
            place = "/api/v1/forbidden" if path.startswith("/api/") else "/forbidden"  # says so in the right way
            await self.app({**scope, "path": place, "raw_path": place.encode(), "method": "GET"}, receive, send)
        else:
            await self.app(scope, receive, send)

    def known(self, scope: Scope) -> Account | None:
        headers = Headers(scope=scope)
        kind, _, secret = headers.get("authorization", "").partition(" ")
        if kind.lower() == "bearer":
            return self.by_token(scope, secret.strip())
        cookie = cookie_parser(headers.get("cookie", "")).get(SESSION)
        return self.accounts.by_cookie(cookie, self.key) if cookie else None

    def by_token(self, scope: Scope, secret: str) -> Account | None:
        address = (scope.get("client") or ("",))[0]
        if self.slow.waits(address):
            return None
        found = self.accounts.by_secret(secret)
        if found is None:
            self.slow.failed(address)
        return found

    def turned_away(self, scope: Scope) -> Response:
        if scope["path"].startswith("/api/"):
            said = "A token is needed: send the header Authorization: Bearer TOKEN."
            answer = {"error": "token", "message": said}
            return JSONResponse(answer, 401, {"WWW-Authenticate": 'Bearer realm="voxpop"'})
        here = scope["path"] + (f"?{scope['query_string'].decode('latin-1')}" if scope["query_string"] else "")
        wanted = f"?next={quote(here, safe='')}" if scope["method"] in READING and here != "/" else ""
        return RedirectResponse(f"/login{wanted}", 303)


def may_edit(request: Request) -> bool:
    return getattr(request.state, "role", "editor") == "editor"


def within(address: str) -> str:
    """Where to go after logging in: only ever a page of ours."""
    safe = address.startswith("/") and not address.startswith(("//", "/\\", "/login"))
    return address if safe and address.isprintable() and "\\" not in address else "/"
