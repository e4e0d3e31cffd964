"""Give an analysis another name, or delete it."""

from __future__ import annotations

from contextlib import suppress
from typing import Annotated, Literal

from fastapi import APIRouter, Form, Request
from starlette.responses import RedirectResponse, Response

from voxpop.errors import OptionError
from voxpop.store.change import changing
from voxpop.web.app_state import app_state
from voxpop.web.query import NotAccepted
from voxpop.web.routers.edits import FileToChange
from voxpop.web.security import check_form, editor
from voxpop.web.state import ServedFile

pages, api = APIRouter(), APIRouter()
LONGEST = 80  # characters of a title


@pages.post("/files/{file}/manage")
def manage(
    request: Request,
    file: FileToChange,
    action: Annotated[Literal["rename", "delete"], Form(alias="do")],
    title: Annotated[str, Form(max_length=LONGEST)] = "",
    sure: Annotated[str, Form(max_length=10)] = "",
    csrf: Annotated[str, Form(max_length=200)] = "",
) -> Response:
    """Change the title of an analysis, or delete it, with its file, if that was made here."""
    check_form(request, csrf)
    editor(request)
    if action == "rename":
        if not title.strip():
            raise NotAccepted("manage_no_title")
        with changing(file.path) as store:
            store.put({"title": " ".join(title.split())})
        return RedirectResponse(f"/files/{file.slug}", 303)
    if sure != "yes" or not can_delete(request, file):
        raise NotAccepted("manage_not_sure")
    app_state(request).library.remove(file.slug)
    try:
        file.path.unlink()
    except OSError as error:
        with suppress(OSError):
            app_state(request).library.add(file.path)
        raise OptionError(f"{file.path.name} cannot be deleted: {error.strerror}.") from None
    return RedirectResponse("/", 303)


def can_delete(request: Request, file: ServedFile) -> bool:
    """Whether a file lies in the folder of the app; others were opened by whoever started it, and stay theirs."""
    return file.path.parent == app_state(request).options.folder.resolve()
