"""Pages that were made once and are still true: kept as they were sent, until their file changes."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, field
from threading import Lock

from starlette.datastructures import Headers
from starlette.requests import cookie_parser
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from voxpop.errors import StoreError
from voxpop.web.state import Library, Version, stamp

ROOM = 64_000_000  # bytes of all pages together
LARGEST = 400_000  # bytes of one
WORKED = ("export", "charts", "compare", "report.html")  # pages that are large, rare, or also show another file
COOKIES = ("voxpop_ui", "voxpop_theme")
Key = tuple[object, ...]


@dataclass(slots=True)
class Sent:
    """A page as it left: its head and its body."""

    version: Version
    start: Message
    body: bytearray = field(default_factory=bytearray)
    whole: bool = False


class Kept:
    """Answers GETs of a file's pages from memory while the file is the same. Any check of who asks stands outside."""

    def __init__(self, app: ASGIApp, *, library: Library) -> None:
        self.app = app
        self.library = library
        self._pages: OrderedDict[Key, Sent] = OrderedDict()
        self._size = 0
        self._lock = Lock()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        found = self._asked(scope) if scope["type"] == "http" and scope["method"] == "GET" else None
        if found is None:
            await self.app(scope, receive, send)
            return
        key, version = found
        page = self._find(key, version)
        if page is not None:
            await send(page.start)
            await send({"type": "http.response.body", "body": bytes(page.body)})
            return
        made = Sent(version, {})

        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                made.start = message
            elif message["type"] == "http.response.body":
                made.body += message.get("body", b"")
                made.whole = not message.get("more_body", False)
            await send(message)

        await self.app(scope, receive, sending)
        if made.whole and lasting(made):
            self._keep(key, made)

    def _asked(self, scope: Scope) -> tuple[Key, Version] | None:
        """What tells one page from another, and the version of its file; None for what is never kept."""
        parts = scope["path"].split("/")
        if len(parts) < 3 or parts[1] != "files" or (len(parts) > 3 and parts[3] in WORKED):
            return None
        file = self.library.files.get(parts[2])
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

    def _find(self, key: Key, version: Version) -> Sent | None:
        with self._lock:
            page = self._pages.get(key)
            if page is None or page.version != version:
                return None
            self._pages.move_to_end(key)
            return page

    def _keep(self, key: Key, page: Sent) -> None:
        with self._lock:
            before = self._pages.pop(key, None)
            self._size += len(page.body) - (len(before.body) if before else 0)
            self._pages[key] = page
            while self._size > ROOM:
                _, oldest = self._pages.popitem(last=False)
                self._size -= len(oldest.body)


def lasting(page: Sent) -> bool:
    """Whether a page holds for whoever asks next: it is whole, sets nothing and awaits nothing."""
    headers = Headers(raw=page.start["headers"])
    fixed = "no-cache" in headers.get("cache-control", "") and "set-cookie" not in headers
    return bool(page.start["status"] == 200 and fixed and len(page.body) <= LARGEST)
