"""The page "Data": rejected rows, how the analysis was made and by which models; renaming and deleting the analysis."""

from __future__ import annotations

from contextlib import suppress
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Form, Query, Request
from pydantic import BaseModel, BeforeValidator, ConfigDict
from starlette.responses import RedirectResponse, Response

from voxpop import schema
from voxpop.assets import assets
from voxpop.document import counts_under, rejected_entry
from voxpop.errors import OptionError
from voxpop.store.change import changing
from voxpop.types import Rejected
from voxpop.web import file_contents
from voxpop.web.app_state import app_state
from voxpop.web.pages import labels_for, render
from voxpop.web.query import FileToChange, NotAccepted, PageNumber, RequestedFile, last_page, served_file
from voxpop.web.security import Sender
from voxpop.web.state import OpenFile, ServedFile, once
from voxpop.web.views.aspect_rows import flat_settings
from voxpop.web.views.public_paths import public_rejected, public_row
from voxpop.web.views.repeat_command import command

pages, api = APIRouter(), APIRouter(tags=["quality"])
PAGE_SIZE = 50
Step = Annotated[str | None, Query(max_length=40)]


class ModelCard(BaseModel):
    """A model that took part and that this version of voxpop still has."""

    model_config = ConfigDict(from_attributes=True)
    name: str
    language: str
    licence: str
    version: int
    sha256: str
    size: int
    card: Annotated[str, BeforeValidator(lambda path: path.read_text("utf-8"))]


class QualityPage(BaseModel):
    """What stands behind the numbers."""

    run: schema.Run
    counts: schema.Counts
    rejected: schema.RejectedRows
    masked: dict[str, int]
    cards: list[ModelCard]


@pages.get("/files/{file}/quality")
def quality(request: Request, open_file: RequestedFile, step: Step = None, page: PageNumber = 1) -> Response:
    facts = content(open_file)
    rejected = facts["rejected"]
    count = sum(entry["count"] for entry in rejected["by_step"] if entry["step"] == step) if step else rejected["total"]
    return render(
        request,
        "quality.html.j2",
        open_file=open_file,
        title=file_contents.title(open_file),
        can_delete=can_delete(request, served_file(request, open_file.whole.slug)),
        **facts,
        step=step,
        rows=rejected_json(open_file, step, page),
        page=page,
        last=last_page(count, PAGE_SIZE),
        settings=list(flat_settings(facts["run"]["settings"], labels_for(request))),
        command=command(facts["run"]),
    )


@api.get("/files/{file}/quality")
def quality_json(open_file: RequestedFile) -> QualityPage:
    """What was dropped and why, versions, settings, and the cards of the models."""
    return QualityPage(**content(open_file))


@api.get("/files/{file}/rejected")
def rejected_json(open_file: RequestedFile, step: Step = None, page: PageNumber = 1) -> list[Rejected]:
    """Rows that are not counted, with their reasons, fifty a page."""
    rows = open_file.views.rejected_page(step, limit=PAGE_SIZE, offset=(page - 1) * PAGE_SIZE)
    return [public_row(row) for row in rows]


@pages.post("/files/{file}/manage")
def manage(
    request: Request,
    file: FileToChange,
    who: Sender,
    action: Annotated[Literal["rename", "delete"], Form(alias="do")],
    title: Annotated[str, Form(max_length=80)] = "",
    sure: Annotated[str, Form(max_length=10)] = "",
) -> Response:
    """Change the title of an analysis, or delete it, with its file, if that was made here."""
    if action == "rename":
        if not title.strip():
            raise NotAccepted("manage_no_title")
        with changing(file.path) as store:
            store.put({"title": " ".join(title.split())})
        return RedirectResponse(f"/files/{file.slug}", 303)
    if sure != "yes" or not can_delete(request, file):
        raise NotAccepted("manage_not_sure")
    library = app_state(request).library
    library.remove(file.slug)
    try:
        file.path.unlink()
    except OSError as error:
        with suppress(OSError):
            library.add(file.path)
        raise OptionError(f"{file.path.name} cannot be deleted: {error.strerror}.") from None
    return RedirectResponse("/", 303)


def can_delete(request: Request, file: ServedFile) -> bool:
    """Whether a file lies in the folder of the app; others were opened by whoever started it, and stay theirs."""
    return file.path.parent == app_state(request).options.folder.resolve()


@once
def content(open_file: OpenFile) -> dict[str, Any]:
    """Return what the page and the API say of how the file was made."""
    facts, made_with = open_file.views.facts(), file_contents.run(open_file)["versions"]
    return {
        "run": file_contents.run(open_file),
        "counts": file_contents.counts(open_file),
        "rejected": public_rejected(rejected_entry(open_file.views)),
        "boilerplate": facts.get("boilerplate", []),
        "masked": counts_under(facts["curation"], "masked"),
        "cards": [
            ModelCard.model_validate(asset) for asset in assets() if made_with.get(asset.name) == asset.checksum[:8]
        ],
    }
