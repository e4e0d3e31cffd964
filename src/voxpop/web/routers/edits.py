"""Edits of the table: merge, rename, split, hide and pin aspects, and take it back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Form, Query, Request
from pydantic import BaseModel, Field
from starlette.responses import RedirectResponse, Response

from voxpop.aggregate.edited_layout import Layout
from voxpop.aggregate.table_edits_file import write
from voxpop.errors import OptionError
from voxpop.store import edit_log
from voxpop.store.change import changing
from voxpop.store.edit_log import Edit, StaleEdit
from voxpop.store.writable import Writable
from voxpop.web import file_contents
from voxpop.web.labels import Labels
from voxpop.web.links import address
from voxpop.web.pages import labels_for, render
from voxpop.web.query import NAME, Conflict, FileToChange, RequestedFile
from voxpop.web.routers.export import safe
from voxpop.web.security import Program, Sender
from voxpop.web.state import OpenFile

pages, api = APIRouter(), APIRouter(tags=["edits"])
MAX_ITEMS = 500  # aspects or words in one edit
LOGGED = 50  # edits shown on the page

Text = Annotated[str, Field(max_length=NAME)]
REFUSALS: dict[int | str, dict[str, Any]] = {
    403: {"description": "Another site's page made the call"},
    409: {"description": "The edit to undo or redo is not the one whose turn it is"},
}


class EditLog(BaseModel):
    """All edits, oldest first; the rows that are there now and hidden; and what no review here speaks of."""

    edits: list[Edit]
    rows: list[dict[str, Any]]
    waiting: list[str]


class EditRequest(BaseModel):
    """One edit. ``merge`` takes ids and into, ``rename`` id and name, ``split`` id, terms and a name, ``add`` name
    and terms, ``pin`` id and a place, and ``part``, ``hide``, ``show``, ``unpin`` take id; ``undo`` and ``redo`` take
    the seq of the edit that they mean (409 if it is not that edit's turn), or nothing for the last one."""

    kind: Literal["merge", "part", "rename", "split", "add", "hide", "show", "pin", "unpin", "undo", "redo"]
    id: Text | None = None
    ids: Annotated[list[Text] | None, Field(max_length=MAX_ITEMS)] = None
    into: Text | None = None
    name: Text | None = None
    terms: Annotated[list[Text] | None, Field(max_length=MAX_ITEMS)] = None
    place: Annotated[int | None, Field(ge=0, le=MAX_ITEMS)] = None
    seq: int | None = None


@pages.get("/files/{file}/edit")
def edit(request: Request, open_file: RequestedFile, at: Annotated[str, Query(max_length=NAME)] = "") -> Response:
    return show_page(request, open_file, at=at)


@pages.post("/files/{file}/edit")
def edit_form(
    request: Request,
    file: FileToChange,
    who: Sender,
    action: Annotated[str, Form(alias="do", max_length=400)],
    ids: Annotated[list[str] | None, Form(max_length=MAX_ITEMS)] = None,
    terms: Annotated[list[str] | None, Form(max_length=MAX_ITEMS)] = None,
    into: Annotated[str, Form(max_length=NAME)] = "",
    name: Annotated[str, Form(max_length=NAME)] = "",
    words: Annotated[str, Form(max_length=NAME)] = "",
) -> Response:
    try:
        with changing(file.path) as store:
            given = {"ids": ids or [], "terms": terms or [], "into": into, "name": name, "words": words}
            at = press_button(store, action, given, who=who)
    except (OptionError, Conflict) as error:
        is_stale = isinstance(error, Conflict)
        problem = labels_for(request)(error.label, **error.values) if isinstance(error, Conflict) else str(error)
        with file.reading() as open_file:
            return show_page(request, open_file, problem=problem, chosen=ids or [], status=409 if is_stale else 422)
    return RedirectResponse(address(request.url.path, at=at or "top"), 303)


@pages.get("/files/{file}/edit/aspects.toml")
@api.get("/files/{file}/edits.toml", response_class=Response, responses={200: {"content": {"application/toml": {}}}})
def edits_toml(open_file: RequestedFile) -> Response:
    """The edits as a file for ``voxpop analyze --aspects``."""
    headers = {"Content-Disposition": f'attachment; filename="{safe(open_file.slug)}-aspects.toml"'}
    return Response(write(edit_log.table_edits_of(open_file.views)), media_type="application/toml", headers=headers)


@api.get("/files/{file}/edits")
def edits_json(open_file: RequestedFile) -> EditLog:
    """What was edited, and what came of it."""
    now = edit_log.layout_of(open_file.views)
    rows = [
        {
            **{name: getattr(slot, name) for name in ("id", "name", "parent", "hidden", "pinned")},
            "terms": list(slot.terms),
            "parts": list(slot.parts),
        }
        for slot in now.slots.values()
    ]
    return EditLog(edits=edit_log.history(open_file.views), rows=rows, waiting=now.waiting)


@api.post("/files/{file}/edits", responses=REFUSALS)
def edits_post(file: FileToChange, edit_request: EditRequest, who: Program) -> EditLog:
    """Do one edit, or take the last one back."""
    args = edit_request.model_dump(exclude_none=True, exclude={"kind", "seq"})
    with changing(file.path) as store:
        if edit_request.kind in ("undo", "redo"):
            undo_or_redo(store, edit_request.kind, edit_request.seq, who=who)
        elif edit_request.kind == "add":
            edit_log.add(store, edit_request.name or "", edit_request.terms or (), who=who)
        else:
            edit_log.do(store, edit_request.kind, args, who=who)
    with file.reading() as open_file:
        return edits_json(open_file)


def press_button(store: Writable, action: str, given: dict[str, Any], *, who: str) -> str:
    """Do what a button of the page stands for, with what is given on it; return the id of the row to look at then."""
    kind, _, rest = action.partition(" ")
    if kind in ("undo", "redo"):  # "undo 7", by the number of the edit that the page showed
        undo_or_redo(store, kind, int(rest) if rest.isdecimal() and len(rest) < 10 else -1, who=who)
        return ""
    if kind == "move":  # "move 2 en:room"
        place, _, id = rest.partition(" ")
        edit_log.do(store, "pin", {"id": id, "place": int(place) if place.isdigit() else 0}, who=who)
        return id
    if kind == "add":
        edit_log.add(store, given["name"], edit_log.split_words(given["words"]), who=who)
        return next((row.id for row in store.aspects if row.name == " ".join(given["name"].split())), "")
    args = edit_arguments(kind, {**given, "ids": [rest]} if rest else given, edit_log.layout_of(store))
    for arguments_of_edit in args:
        edit_log.do(store, kind, arguments_of_edit, who=who)
    return str(args[0].get("into") or args[0].get("id") or "")


def undo_or_redo(store: Writable, kind: str, seq: int | None, *, who: str) -> None:
    """Undo or redo an edit; raise where another one would be undone or redone than the one that was meant."""
    try:
        (edit_log.undo if kind == "undo" else edit_log.redo)(store, seq=seq, who=who)
    except StaleEdit:
        raise Conflict("edit_stale") from None


def edit_arguments(kind: str, given: dict[str, Any], now: Layout) -> list[dict[str, Any]]:
    """Return the arguments of the edits that a button stands for."""
    ids, name = given["ids"], given["name"]
    if kind == "split":
        pairs = [term.partition("\t") for term in given["terms"]]
        homes = {home for home, _, _ in pairs}
        if len(homes) != 1:
            raise OptionError("Choose the words to split off, all of one aspect.")
        return [{"id": homes.pop(), "terms": [term for _, _, term in pairs], "name": name.strip() or None}]
    if not ids:
        raise OptionError("Choose an aspect first.")
    if kind == "merge":
        into = given["into"] or next((id for id in now.slots if id in ids), ids[0])  # else the largest
        return [{"ids": [id for id in ids if id != into], "into": into}]
    if kind == "rename":
        if len(ids) != 1:
            raise OptionError("Choose one aspect to rename.")
        return [{"id": ids[0], "name": name}]
    return [{"id": id} for id in ids]


def show_page(
    request: Request,
    open_file: OpenFile,
    *,
    at: str = "",
    problem: str | None = None,
    chosen: Sequence[str] = (),
    status: int = 200,
) -> Response:
    words = labels_for(request)
    layout = open_file.once("layout", lambda: edit_log.layout_of(open_file.views))
    done = open_file.once("edits", lambda: edit_log.history(open_file.views))
    original = open_file.once("found aspects", lambda: edit_log.found_aspects(open_file.views))
    names = {slot.id: slot.name for slot in layout.slots.values()} | {aspect.id: aspect.name for aspect in original}
    return render(
        request,
        "edit.html.j2",
        status=status,
        open_file=open_file,
        rows=[(row, layout.slots[row.aspect["id"]]) for row in file_contents.rows(open_file)],
        hidden=[slot for slot in layout.slots.values() if slot.hidden],
        waiting=layout.waiting,
        names=names,
        at=at,
        problem=problem,
        chosen=list(chosen),
        last=edit_log.undoable(done),
        next_one=edit_log.redoable(done),
        log=[(edit, edit_sentence(edit, names, words)) for edit in reversed(done[-LOGGED:])],
        sentence_of=lambda edit: edit_sentence(edit, names, words),
    )


def edit_sentence(edit: Edit, names: Mapping[str, str], words: Labels) -> str:
    """Return an edit in a sentence."""
    args = edit.args

    def named(id: str) -> str:
        return names.get(id, id.partition(":")[2] or id.rpartition(">")[2])

    values = {
        "what": words("comma").join(named(id) for id in args.get("ids") or [args.get("id", "")]),
        "into": named(args.get("into", "")),
        "name": args.get("name") or (args.get("terms") or [""])[0],
        "terms": words("comma").join(args.get("terms", [])),
    }
    return words(f"edit_did_{edit.kind}", **values)
