"""Rows that cannot be read: set aside with what stood in them, so that the user can see and mend them.

What a column or a key names as a person (author, e-mail, …) is covered: names of people are kept nowhere.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from voxpop.ingest.columns import is_person
from voxpop.ingest.mask import COVER
from voxpop.types import Rejected

KEPT = 2000  # characters of a broken row
_PAIR = re.compile(  # in single quotes too: a Python dict written where JSON was meant
    r"""(?P<mark>["'])(?P<name>(?:(?!(?P=mark))[^\\]|\\.){1,60})(?P=mark)\s*:\s*"""
    r"""(?P<value>"(?:[^"\\]|\\.)*"?|'(?:[^'\\]|\\.)*'?|\[[^\]]*\]?|[^\s"',\[\]{}][^,\[\]{}]*)"""
)
_WHOLE = re.compile(r'"[^"]*"|[^"]*')  # a cell whose quotation marks match


def broken(reason: str, *, source: str, row: int, text: str | None, truncated: bool = False) -> Rejected:
    """A row that cannot be read, with its raw text as far as it can be shown and stored.

    Where the file ends amid the row, more than the row may be missing: that has a step of its own.
    """
    if truncated:
        reason = f"{reason.rstrip('.')}. The file ends there, so that it may have been cut short."
    return Rejected(
        step="truncated" if truncated else "row", reason=reason, source=source, row=row, text=storable(text)
    )


def storable(text: str | None, *, most: int | None = KEPT) -> str | None:
    """The beginning of a text, its NULs and halves of characters as U+FFFD; None when nothing is left."""
    if text is None:
        return None
    beginning = text[:most].replace("\0", "\ufffd").rstrip("\r\n")
    if beginning.isascii():
        return beginning or None
    return "".join("\ufffd" if "\ud800" <= char <= "\udfff" else char for char in beginning) or None


def without_people(cells: Sequence[str], names: Sequence[str]) -> list[str]:
    """The cells of a row that has too many or too few, each covered that may belong to a column of people.

    With two cells too many, that of column 3 stands at 3, 4 or 5; with two too few, at 1, 2 or 3.
    """
    shift = len(cells) - len(names)
    people = [at for at, name in enumerate(names) if is_person(name)]
    hidden = {place for at in people for place in range(at + min(shift, 0), at + max(shift, 0) + 1)}
    return [COVER * len(cell) if at in hidden else cell for at, cell in enumerate(cells)]


def without_people_in_line(line: str, names: Sequence[str], delimiter: str) -> str:
    """The same for a line that cannot be split: up to the cell whose quotation marks do not match, cells are in place.

    Where a column of people comes after that one, all that follows is covered.
    """
    cells = line.split(delimiter)
    people = {at for at, name in enumerate(names) if is_person(name)}
    wrong = next((at for at, cell in enumerate(cells) if not _WHOLE.fullmatch(cell)), len(cells))
    late = any(at >= wrong for at in people)
    hidden = (at in people or (late and at > wrong) for at in range(len(cells)))
    return delimiter.join(COVER * len(cell) if hide else cell for cell, hide in zip(cells, hidden, strict=True))


def without_people_in_json(text: str) -> str:
    """A piece of JSON, broken or not, with the values under names of people covered."""

    def covered(match: re.Match[str]) -> str:
        if not is_person(match["name"]):
            return match[0]
        return match[0][: match.start("value") - match.start()] + COVER * len(match["value"])

    return _PAIR.sub(covered, text)
