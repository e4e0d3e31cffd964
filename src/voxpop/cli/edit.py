"""voxpop edit: change the table of an analysis from the command line."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from voxpop.aggregate.aspect_table import find_id
from voxpop.cli import console
from voxpop.cli.edits import describe
from voxpop.errors import OptionError
from voxpop.store import edit_log
from voxpop.store.change import changing
from voxpop.store.selection import parse_day
from voxpop.store.time_series import Mark, add_mark, remove_mark
from voxpop.store.writable import Writable

WHO = "command line"


def edit(
    file: Path,
    *,
    merge: tuple[str, str] | None = None,
    rename: tuple[str, str] | None = None,
    hide: list[str] | None = None,
    show: list[str] | None = None,
    add: list[str] | None = None,
    take_back: str | None = None,
    mark: list[str] | None = None,
    unmark: list[str] | None = None,
) -> None:
    """Change the table of an analysis: merge, rename, hide or add rows; mark days such as a release.

    Rows are given by name or id. An added row counts all opinions on its words, wherever they were counted before.
    voxpop edits FILE lists all edits with their numbers. Only the last edit can be undone, so that nobody undoes an
    edit of somebody else.

    Example: voxpop edit cafe.voxpop --merge restroom toilets --rename wifi internet --hide today
    """
    if not any((merge, rename, hide, show, add, take_back, mark, unmark)):
        raise OptionError('Say what to change, for example: --rename wifi internet, --add "battery: battery, charge".')
    lines: list[str] = []  # printed once all of it is in the file: one edit that fails takes back the others
    with changing(file) as store:
        if take_back is not None:
            if take_back != "last" and not take_back.isdecimal():
                raise OptionError(
                    f"--undo takes the number of an edit, as voxpop edits lists it, or last; given: {take_back!r}."
                )
            seq = None if take_back == "last" else int(take_back)
            lines.append(f"Undone: {describe(edit_log.undo(store, seq=seq, who=WHO))}")
        if merge:
            source, into = (row_id(store, name) for name in merge)
            lines.append(edit_row(store, "merge", {"ids": [source], "into": into}, into))
        if rename:
            id = row_id(store, rename[0])
            lines.append(edit_row(store, "rename", {"id": id, "name": rename[1]}, id))
        for kind, names in (("hide", hide), ("show", show)):
            for name in names or ():
                id = row_id(store, name)
                lines.append(edit_row(store, kind, {"id": id}, id))
        for text in add or ():
            name, words = words_of_row(text)
            edit_log.add(store, name, words, who=WHO)
            lines.append(row_line(store, next(row.id for row in store.aspects if row.name == name)))
        for text in mark or ():
            day, _, name = text.partition(":")
            add_mark(store, Mark(parse_day(day), name))
            lines.append(f"Marked: {text}")
        for text in unmark or ():
            remove_mark(store, text)
            lines.append(f"No longer marked: {text}")
    for line in lines:
        console.print_line(line)


def edit_row(store: Writable, kind: str, args: dict[str, Any], id: str) -> str:
    """Do one edit and return a line about the row that came of it."""
    edit_log.do(store, kind, args, who=WHO)
    return f"Hidden: {edit_log.layout_of(store).slots[id].name}" if kind == "hide" else row_line(store, id)


def row_line(store: Writable, id: str) -> str:
    """Return the numbers of a row as a line."""
    row = next(row for row in store.aspects if row.id == id)
    terms = f" ({', '.join(row.terms[:8])})" if row.terms else ""
    return f"{row.name}: {console.counted(row.reviews, 'review')}, {row.positive:,} good, {row.negative:,} bad{terms}"


def row_id(store: Writable, name: str) -> str:
    """Return the id of a row, hidden ones too, that is given by id or name."""
    return find_id(name, {slot.id: slot.name for slot in edit_log.layout_of(store).slots.values()})


def words_of_row(text: str) -> tuple[str, list[str]]:
    """Read "battery: battery, charge", or only a name, which is then its word."""
    name, _, words = text.partition(":")
    name = " ".join(name.split())
    if not name:
        raise OptionError(f'A row is written as "battery: battery, charge"; given: {text!r}.')
    return name, edit_log.split_words(words)
