"""Quality: what was dropped and why, how the analysis was made, and the cards of the models that made it."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from pydantic import BaseModel
from starlette.responses import Response

from voxpop import schema
from voxpop.assets import assets
from voxpop.document import rejected_entry
from voxpop.types import Rejected
from voxpop.web import file_contents
from voxpop.web.api_models import model
from voxpop.web.pages import labels_for, render
from voxpop.web.query import RequestedFile, served_file
from voxpop.web.routers.manage import can_delete
from voxpop.web.state import OpenFile
from voxpop.web.views.aspect_rows import flat_settings
from voxpop.web.views.public_paths import public_rejected, public_row
from voxpop.web.views.repeat_command import command

pages, api = APIRouter(), APIRouter(tags=["quality"])
SHOWN = 50
CARD = ("name", "language", "licence", "version", "sha256", "size")


class ModelCard(BaseModel):
    """A model that took part."""

    name: str
    language: str
    licence: str
    version: int
    sha256: str
    size: int
    card: str


class QualityPage(BaseModel):
    """What stands behind the numbers."""

    run: model(schema.Run)  # type: ignore[valid-type]
    counts: model(schema.Counts)  # type: ignore[valid-type]
    rejected: model(schema.RejectedRows)  # type: ignore[valid-type]
    masked: dict[str, int]
    cards: list[ModelCard]


@pages.get("/files/{file}/quality")
def quality(
    request: Request,
    open_file: RequestedFile,
    step: Annotated[str | None, Query(max_length=40)] = None,
    page: Annotated[int, Query(ge=1, le=100_000)] = 1,
) -> Response:
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
        rows=rejected_rows(open_file, step, page),
        page=page,
        last=max(1, -(-count // SHOWN)),
        settings=list(flat_settings(facts["run"]["settings"], labels_for(request))),
        command=command(facts["run"]),
    )


@api.get("/files/{file}/quality")
def quality_json(open_file: RequestedFile) -> QualityPage:
    """What was dropped and why, versions, settings, and the cards of the models."""
    return QualityPage(**content(open_file))


@api.get("/files/{file}/rejected")
def rejected_json(
    open_file: RequestedFile,
    step: Annotated[str | None, Query(max_length=40)] = None,
    page: Annotated[int, Query(ge=1, le=100_000)] = 1,
) -> list[Rejected]:
    """Rows that are not counted, with their reasons, fifty a page."""
    return rejected_rows(open_file, step, page)


def rejected_rows(open_file: OpenFile, step: str | None, page: int) -> list[Rejected]:
    """Return a page of the rows that are not counted."""
    rows = open_file.views.rejected_page(step, limit=SHOWN, offset=(page - 1) * SHOWN)
    return [public_row(row) for row in rows]


def content(open_file: OpenFile) -> dict[str, Any]:
    """Return what the page and the API say of how the file was made."""
    return open_file.once("quality", lambda: _content(open_file))


def _content(open_file: OpenFile) -> dict[str, Any]:
    facts = open_file.views.facts()
    masks = {key.removeprefix("masked "): n for key, n in facts["curation"].items() if key.startswith("masked ")}
    return {
        "run": file_contents.run(open_file),
        "counts": file_contents.counts(open_file),
        "rejected": public_rejected(rejected_entry(open_file.views)),
        "boilerplate": facts.get("boilerplate", []),
        "masked": masks,
        "cards": cards(open_file),
    }


def cards(open_file: OpenFile) -> list[ModelCard]:
    """Return the cards of the models that this version of voxpop has and the file was made with."""
    made_with = file_contents.run(open_file)["versions"]
    return [
        ModelCard(**{name: getattr(asset, name) for name in CARD}, card=asset.card.read_text("utf-8"))
        for asset in assets()
        if made_with.get(asset.name, "") == asset.sha256[:8]
    ]
