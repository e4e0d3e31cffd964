"""What every request can reach: set once by ``create_app`` and typed here."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, cast

from starlette.requests import Request

if TYPE_CHECKING:
    from anyio import CapacityLimiter

    from voxpop.web.accounts import Accounts, LoginThrottle, Sessions
    from voxpop.web.annotation_projects import AnnotationProjects
    from voxpop.web.app import ServerOptions
    from voxpop.web.jobs import Jobs
    from voxpop.web.state import Library


class AppState(Protocol):
    """The parts of a running app."""

    accounts: Accounts
    at_once: CapacityLimiter  # calls that analyse wait for each other without keeping a thread
    jobs: Jobs
    library: Library
    options: ServerOptions
    projects: AnnotationProjects
    secret: bytes  # of this run; signs the tokens of forms
    sessions: Sessions
    throttle: LoginThrottle


def app_state(request: Request) -> AppState:
    """Return the parts of the app that a request is made to."""
    return cast(AppState, request.app.state)
