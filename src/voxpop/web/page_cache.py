"""Pages that were made once and are still true: kept as they were sent, until their file changes."""

from __future__ import annotations

import secrets
from asyncio import Semaphore
from collections import OrderedDict
from dataclasses import dataclass, field
from hashlib import sha256
from threading import Lock

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import cookie_parser
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from voxpop.errors import StoreError
from voxpop.web.state import Library, Version, stamp

ROOM = 64_000_000  # bytes of all pages together
MAX_PAGE_BYTES = 400_000  # bytes of one
NOT_KEPT = ("export", "charts", "compare", "report.html")  # pages that are large, rare, or also show another file
COOKIES = ("voxpop_ui", "voxpop_theme")
RUN = secrets.token_hex(4)  # pages of an earlier run may come from other templates
Key = tuple[object, ...]


@dataclass(slots=True)
class CachedPage:
    """A page as it was sent: its head and its body."""

    version: Version
    start: Message
    body: bytearray = field(default_factory=bytearray)


class PageCache:
    """Answers GETs of a file's pages from memory, or with 304, while the file is the same.

    Any check of who asks comes before it. Pages that are not here are made in the order in which they were asked for,
    some ``at_once``: a page that was begun does not wait for threads while later ones take them.
    """

    def __init__(self, app: ASGIApp, *, library: Library, at_once: int) -> None:
        self.app = app
        self.library = library
        self._pages: OrderedDict[Key, CachedPage] = OrderedDict()
        self._size = 0
        self._lock = Lock()
        self._turns = Semaphore(at_once)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        cacheable = self._cache_key(scope) if scope["type"] == "http" and scope["method"] == "GET" else None
        if cacheable is None:
            await self.app(scope, receive, send)
            return
        key, version = cacheable
        mark = sha256(repr((RUN, key, version)).encode("utf-8", "surrogatepass")).hexdigest()
        tag = f'"{mark[:20]}"'  # changes whenever the page may
        if is_unchanged(Headers(scope=scope), tag):
            headers = {"ETag": tag, "Cache-Control": "private, no-cache", "Vary": "Cookie, Accept-Language"}
            await Response(status_code=304, headers=headers)(scope, receive, send)
            return
        page = self._find(key, version)
        if page is not None:
            await send_page(page, send)
            return
        made = CachedPage(version, {})

        async def keep(message: Message) -> None:
            if message["type"] == "http.response.start":
                if is_lasting(message):
                    MutableHeaders(scope=message)["ETag"] = tag
                made.start = message
            elif message["type"] == "http.response.body":
                made.body += message.get("body", b"")

        async with self._turns:
            await self.app(scope, receive, keep)
        if is_lasting(made.start) and len(made.body) <= MAX_PAGE_BYTES:
            self._keep(key, made)
        await send_page(made, send)

    def _cache_key(self, scope: Scope) -> tuple[Key, Version] | None:
        """Return what tells one page from another, and the version of its file; None for what is never kept."""
        parts = scope["path"].split("/")
        if len(parts) < 3 or parts[1] != "files" or (len(parts) > 3 and parts[3] in NOT_KEPT):
            return None
        file = self.library.files.get(parts[2].partition(";")[0])
        try:
            version = stamp(file.path) if file else None
        except StoreError:
            return None
        if version is None:
            return None
        headers = Headers(scope=scope)
        cookies = cookie_parser(headers.get("cookie", ""))
        chosen = tuple(cookies.get(name) for name in COOKIES)
        zipped = "gzip" in headers.get("accept-encoding", "")
        spoken = headers.get("accept-language", "")
        state = scope.get("state", {})
        who = (state.get("who"), state.get("role"))
        return (scope["path"], scope["query_string"], chosen, spoken, zipped, len(self.library), who), version

    def _find(self, key: Key, version: Version) -> CachedPage | None:
        with self._lock:
            page = self._pages.get(key)
            if page is None or page.version != version:
                return None
            self._pages.move_to_end(key)
            return page

    def _keep(self, key: Key, page: CachedPage) -> None:
        with self._lock:
            before = self._pages.pop(key, None)
            self._size += len(page.body) - (len(before.body) if before else 0)
            self._pages[key] = page
            while self._size > ROOM:
                _, oldest = self._pages.popitem(last=False)
                self._size -= len(oldest.body)


async def send_page(page: CachedPage, send: Send) -> None:
    """Send a page. Who sends it on may add to its headers without changing those that are kept."""
    await send({**page.start, "headers": list(page.start["headers"])})
    await send({"type": "http.response.body", "body": bytes(page.body)})


def is_lasting(start: Message) -> bool:
    """Whether a page holds for whoever asks next: it sets nothing and awaits nothing."""
    headers = Headers(raw=start["headers"])
    fixed = "no-cache" in headers.get("cache-control", "") and "set-cookie" not in headers
    return bool(start["status"] == 200 and fixed)


def is_unchanged(headers: Headers, tag: str) -> bool:
    """Whether a visitor already has what the mark stands for."""
    marks = (mark.strip().removeprefix("W/") for mark in headers.get("if-none-match", "").split(","))
    return any(mark in (tag, "*") for mark in marks)
