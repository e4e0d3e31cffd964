"""The app: files in, pages and a JSON API out. ``create_app`` wires what the routers hold."""

from __future__ import annotations

import secrets
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event, Thread

from anyio import CapacityLimiter
from anyio.to_thread import current_default_thread_limiter
from fastapi import FastAPI
from starlette.middleware.gzip import GZipMiddleware

import voxpop
from voxpop.annotate.project import is_project
from voxpop.errors import VoxpopError
from voxpop.store.filters import ReviewFilter
from voxpop.web import failures, metrics_page, routers
from voxpop.web.accounts import Accounts, AuthMiddleware, LoginThrottle, Sessions
from voxpop.web.annotation_projects import AnnotationProjects
from voxpop.web.jobs import Jobs, Limits
from voxpop.web.metrics_page import CountRequests, RequestCounts
from voxpop.web.page_cache import PageCache
from voxpop.web.rendering import templates
from voxpop.web.routers import aspect, overview
from voxpop.web.security import SecurityHeaders
from voxpop.web.state import Library

API = "/api/v1"
THREADS = 12  # that make pages; with more, under load, each page takes twice the processor time
ABOUT = (
    "What customers think, aspect by aspect, with proof. Every page of the web app is here as JSON. Offsets count code "
    "points of a review's text as given: text[start:end] is the quote."
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerOptions:
    """How the app is served."""

    host: str = "127.0.0.1"
    port: int = 8000
    hosts: tuple[str, ...] = ()  # names besides this machine's own that the app answers for
    viewers: tuple[str, ...] = ()  # tokens, SECRET or NAME=SECRET; without any, nobody is asked
    editors: tuple[str, ...] = ()
    folder: Path = Path("voxpop-uploads")  # where uploads are analysed and kept
    limits: Limits = field(default_factory=Limits)  # of uploads and the work on them


def create_app(files: Iterable[str | Path] = (), options: ServerOptions | None = None) -> FastAPI:
    """Return the app over some .voxpop files, opened when first asked for, and some folders of annotation projects."""
    options = options or ServerOptions()
    folder = options.folder.resolve()
    given = list(files)
    projects = AnnotationProjects(file for file in given if is_project(file))
    library = Library([*(file for file in given if not is_project(file)), *sorted(folder.glob("*.voxpop"))])
    jobs = Jobs(folder, ready=lambda path: library.add(path).slug, limits=options.limits)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        app.state.at_once = CapacityLimiter(1)  # calls that analyse wait for each other without keeping a thread
        current_default_thread_limiter().total_tokens = THREADS
        library.processes.allow()
        leaving = Event()
        warming = Thread(target=warm, args=(library, leaving), daemon=True)
        warming.start()
        jobs.start()
        yield
        jobs.close()
        leaving.set()
        library.processes.stop()
        warming.join()
        library.close()
        projects.close()

    app = FastAPI(
        title="voxpop",
        version=voxpop.__version__,
        description=ABOUT,
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        openapi_url=f"{API}/openapi.json",
    )
    app.state.library, app.state.options, app.state.secret = library, options, secrets.token_bytes(32)
    app.state.jobs, app.state.throttle, app.state.sessions = jobs, LoginThrottle(), Sessions()
    app.state.projects = projects
    app.state.accounts = Accounts(viewers=options.viewers, editors=options.editors, more=projects.accounts)
    app.state.requests = RequestCounts()
    app.include_router(metrics_page.pages, include_in_schema=False)
    for router in routers.ROUTERS:
        app.include_router(router.pages, include_in_schema=False)
        app.include_router(router.api, prefix=API, responses=failures.ANSWERS)
    app.add_middleware(GZipMiddleware, minimum_size=1024, compresslevel=4)
    app.add_middleware(PageCache, library=library, at_once=THREADS)
    app.add_middleware(
        AuthMiddleware, accounts=app.state.accounts, sessions=app.state.sessions, throttle=app.state.throttle
    )
    app.add_middleware(SecurityHeaders, hosts=(options.host, *options.hosts))
    app.add_middleware(CountRequests, counts=app.state.requests)
    failures.handle(app)
    return app


def warm(library: Library, leaving: Event) -> None:
    """Compile the templates, open the files and look behind every box before anyone asks.

    What is wrong with a file is told on its page.
    """
    for name in templates().list_templates():
        templates().get_template(name)
    for file in library:
        if leaving.is_set():
            return
        with suppress(VoxpopError):
            with file.reading() as open_file:
                overview.content(open_file)
                rows = len(open_file.views.table)
            for place in range(rows):  # each by itself, so that a change of the file need not wait for all
                if leaving.is_set():
                    return
                with file.reading() as open_file:
                    if place < len(open_file.views.table):
                        aspect.content(open_file, place, ReviewFilter(), n=aspect.QUOTES)
