"""Render pages in the visitor's language and theme, with links that keep the view."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Any
from urllib.parse import urlencode

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from voxpop.lang import DEFAULT, LANGUAGES
from voxpop.web import file_contents, security
from voxpop.web.accounts import may_edit
from voxpop.web.app_state import app_state
from voxpop.web.labels import Labels, labels
from voxpop.web.links import AppLinks, address, flat_query
from voxpop.web.rendering import rendered, static_files
from voxpop.web.state import OpenFile
from voxpop.web.views.scope_view import scope_view

THEMES = ("auto", "light", "dark")
YEAR = 365 * 24 * 3600
# The pages of a file in the order of the navigation; their labels are nav_NAME, and each but the first is at /NAME.
NAVIGATION = (
    "overview", "reviews", "audit", "drivers", "segments", "trends", "ledger", "compare", "check", "edit", "trust",
    "quality",
)  # fmt: skip


def render(request: Request, template: str, *, status: int = 200, **content: Any) -> HTMLResponse:
    """Return a page in the visitor's language and theme."""
    label, theme = labels_for(request), preference(request, "theme", THEMES) or "auto"
    open_file = content.get("open_file")
    links = AppLinks(open_file.slug, aspects=open_file.views.places, query=request.query_params) if open_file else None
    scope = scope_view(open_file, page_of(request), label) if open_file else None
    html = rendered(
        template,
        **{"open_file": None, **content},
        label=label,
        address=address,
        asset=asset,
        theme=theme,
        request=request,
        languages={code: labels(code)("language_name") for code in LANGUAGES},
        library=app_state(request).library,
        navigation=NAVIGATION,
        who=getattr(request.state, "who", None),
        role=getattr(request.state, "role", None),
        may_edit=may_edit(request),
        accounts=bool(app_state(request).accounts),
        link=linker(request),
        kept=keeper(open_file, label.code) if open_file else None,
        to=links,
        scope=scope,
        damaged=file_contents.damaged(open_file) if open_file else [],
        csrf=lambda: security.form_token(request),
    )
    fixed = "data-again" not in html and not hasattr(request.state, "form")
    headers = {
        "Cache-Control": "private, no-cache" if fixed else "private, no-store",
        "Vary": "Cookie, Accept-Language",
    }
    response = HTMLResponse(html, status, headers)
    remember(request, response)
    return response


def page_of(request: Request) -> str:
    """Return what stands behind the file in the address of a page, without the period and page that it shows."""
    name = request.url.path.partition("/files/")[2].partition("/")[2]
    left_out = ("since", "until", "page", "ui", "theme", "saved", "at")
    query = [(key, value) for key, value in request.query_params.multi_items() if value and key not in left_out]
    return (f"/{name}" if name else "") + (f"?{urlencode(query)}" if query and name else "")


def language(request: Request) -> str:
    """Return the language that was asked for, remembered, or that the browser prefers."""
    if chosen := preference(request, "ui", list(LANGUAGES)):
        return chosen
    for accepted in request.headers.get("accept-language", "").split(","):
        if (code := accepted.strip()[:2].lower()) in LANGUAGES:
            return code
    return DEFAULT


def labels_for(request: Request) -> Labels:
    """Return the labels in the language of a visitor."""
    return labels(language(request))


def preference(request: Request, name: str, options: Sequence[str]) -> str | None:
    """Return a preference of the address or of a cookie, if it is one of the options."""
    value = request.query_params.get(name) or request.cookies.get(f"voxpop_{name}")
    return value if value in options else None


def remember(request: Request, response: Response) -> None:
    """Keep preferences that came with the address, and the visitor's secret where a form needs one."""
    for name, options in (("ui", list(LANGUAGES)), ("theme", list(THEMES))):
        value = request.query_params.get(name)
        if value is not None and value in options:
            response.set_cookie(f"voxpop_{name}", value, max_age=YEAR, samesite="lax", path="/")
    if hasattr(request.state, "visitor"):
        response.set_cookie(security.VISITOR, request.state.visitor, httponly=True, samesite="strict", path="/")


def linker(request: Request) -> Callable[..., str]:
    """Return ``link``: ``link(sort="stars", page=None)`` is this address, changed; None removes a part."""
    items, here = request.query_params.multi_items(), request.url.path
    current = [(name, urlencode([(name, value)])) for name, value in items if value and name not in ("ui", "theme")]

    def link(base: str | None = None, /, **changes: Any) -> str:
        query = [pair for name, pair in current if name not in changes] + [
            urlencode([pair]) for pair in flat_query(changes)
        ]
        path = here if base is None else base
        return f"{path}?{'&'.join(query)}" if query else path

    return link


def keeper(open_file: OpenFile, language: str) -> Callable[..., Markup]:
    """Return ``kept``, for blocks that are the same on many pages of a file: ``{% call kept("review", r.id) %}``.

    The block is rendered where it was not lately. Whatever it shows follows from the file, the language and the key.
    """

    def kept(*key: Hashable, caller: Callable[[], Markup]) -> Markup:
        named = (language, *key)
        return open_file.fragments.find([named], lambda _: {named: caller()})[named]

    return kept


def asset(name: str) -> str:
    """Return the address of a static file, which changes with its content."""
    return f"/static/{name}?v={static_files()[name][1]}"
