"""You and them: what is said of the product beside what is said of others, aspect by aspect and rival by rival."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Request
from pydantic import BaseModel
from starlette.responses import Response

from voxpop import schema
from voxpop.document import ledger_entry
from voxpop.store import Store
from voxpop.store.ledger_counts import ledger_of
from voxpop.web.background import computed
from voxpop.web.pages import labels_for, render
from voxpop.web.query import NAME, RequestedFile
from voxpop.web.views.ledger_view import COMPARED, ledger_view, selected_quotes

pages, api = APIRouter(), APIRouter(tags=["ledger"])


class LedgerPage(BaseModel):
    """``ledger`` is null while it is being worked out: ask again in a moment."""

    ledger: schema.Ledger | None


@pages.get("/files/{file}/ledger")
def ledger(
    request: Request,
    open_file: RequestedFile,
    rival: Annotated[str | None, Query(max_length=NAME)] = None,
    aspect: Annotated[str | None, Query(max_length=NAME)] = None,
    side: Annotated[str | None, Query(max_length=20)] = None,
) -> Response:
    entry = computed(open_file, "ledger", build_ledger)
    quotes = selected_quotes(entry, rival=rival, aspect=aspect, side=side) if entry else None
    return render(
        request,
        "ledger.html.j2",
        open_file=open_file,
        is_ready=entry is not None,
        view=ledger_view(entry, labels_for(request)),
        quotes=quotes,
        rival=rival,
        is_comparison=side == COMPARED,
    )


@api.get("/files/{file}/ledger")
def ledger_json(open_file: RequestedFile) -> LedgerPage:
    """What is said of the product, its rivals, what it is used with and its kind, with quotes."""
    return LedgerPage(ledger=computed(open_file, "ledger", build_ledger))


def build_ledger(store: Store) -> schema.Ledger:
    """Return the ledger of a file."""
    return ledger_entry(store, ledger_of(store))
