"""You and them: what is said of the product beside what is said of others, aspect by aspect and rival by rival."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from pydantic import BaseModel
from starlette.responses import Response

from voxpop import schema as shape
from voxpop.document import ledger_entry, ledger_of
from voxpop.store import Store
from voxpop.web.aside import worked
from voxpop.web.pages import render
from voxpop.web.query import NAME, Here
from voxpop.web.report import charts, view
from voxpop.web.shape import model
from voxpop.web.state import Open

pages, api = APIRouter(), APIRouter(tags=["ledger"])
SIDES = ("main", "competing", "interacting", "generic")


class LedgerPage(BaseModel):
    """``ledger`` is null while it is being worked out: ask again in a moment."""

    ledger: model(shape.Ledger) | None  # type: ignore[valid-type]


@pages.get("/files/{file}/ledger")
def ledger(
    request: Request,
    here: Here,
    rival: Annotated[str | None, Query(max_length=NAME)] = None,
    aspect: Annotated[str | None, Query(max_length=NAME)] = None,
    side: Annotated[str | None, Query(max_length=20)] = None,
) -> Response:
    found = made(here)
    return render(
        request,
        "ledger.html.j2",
        here=here,
        found=found,
        sides=SIDES,
        quotes=opened(found, rival=rival, aspect=aspect, side=side) if found else None,
        rival=rival,
        aspect=aspect,
        side=side,
        drawn=drawn,
        ids=here.views.places,
    )


@api.get("/files/{file}/ledger")
def ledger_json(here: Here) -> LedgerPage:
    """What is said of the product, its rivals, what it is used with and its kind, with quotes."""
    return LedgerPage(ledger=made(here))


def made(here: Open) -> shape.Ledger | None:
    return worked(here, "ledger", written)


def written(store: Store) -> shape.Ledger:
    return ledger_entry(store, ledger_of(store))


def drawn(cell: Any) -> dict[str, Any]:
    """How a cell is drawn: its bar, its axis, its verdict."""
    return {
        "parts": charts.stack([(name, cell[name]) for name in charts.SIDES]),
        "axis": charts.axis(cell["mean"], cell["low"], cell["high"]),
        "verdict": view.verdict(cell),
    }


def opened(found: shape.Ledger, *, rival: str | None, aspect: str | None, side: str | None) -> list[shape.Quote] | None:
    """The quotes behind the number that was selected; None where none was."""
    if rival is not None:
        one = next((one for one in found["rivals"] if (one["name"] or "") == rival), None)
        if one is None:
            return None
        return one["compared"]["quotes"] if side == "compared" or one["said"] is None else one["said"]["quotes"]
    lines = [found["total"], *found["aspects"]]
    line = next((line for line in lines if (line["id"] or "") == (aspect or "")), None)
    if line is None or side is None:
        return None
    if side == "compared":
        return line["compared"]["quotes"]
    return line["sides"][side]["quotes"] if side in line["sides"] else None
