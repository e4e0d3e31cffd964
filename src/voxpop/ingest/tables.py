"""What every reader hands on: rows of named cells, what a name of a column says, and rows that cannot be read."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import chain, zip_longest
from typing import Any, NamedTuple

from voxpop.ingest.streams import Stream
from voxpop.lang import languages, normalize
from voxpop.registry import Registry
from voxpop.settings import Settings
from voxpop.types import Rejected

KEPT = 2000  # characters of a broken row
_NOT_WORD = re.compile(r"[\W_]+")
_SURROGATE = re.compile("[\0\ud800-\udfff]")
_NAMED_SCALE = re.compile(  # "1-10", "1 to 7", "1 = poor, 7 = excellent", "/ 10", "out of 7"
    r"(?<!\d)(?:([01])\s*(?:[-–—~]|to|[=(]\D*)\s*|/\s*|of\s*)([3-9]|10|100)(?!\d)"
)
_WORDS = [lang.table_words for lang in languages()]
NAMES: dict[str, tuple[str, ...]] = {  # by role, without case, spaces and marks; the likelier first
    role: tuple(filter(None, chain(*zip_longest(*(words.COLUMN_NAMES[role].split() for words in _WORDS)))))
    for role in _WORDS[0].COLUMN_NAMES
}
ROLE: dict[str, str] = {name: role for role in reversed(NAMES) for name in NAMES[role]}
HINTED = {  # words in longer names: "Overall rating (1-10)", "reviewer_score"
    role: re.compile("|".join(words.COLUMN_HINTS[role] for words in _WORDS)) for role in _WORDS[0].COLUMN_HINTS
}


class TableRow(NamedTuple):
    """One row and its place: the line of a text file, the row of a sheet, the position of an item."""

    number: int
    cells: Mapping[str, Any]
    sheet: str = ""  # its name, where several sheets are read


@dataclass(frozen=True, slots=True)
class OpenTable:
    """A file being read. ``columns`` is given where the format itself says which column is which."""

    rows: Iterator[TableRow | Rejected]
    encoding: str | None = None
    columns: Mapping[str, str] | None = None
    named: bool = True  # False: the file has no header, columns are called "column 1", "column 2", …
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class FileChoice:
    """What was chosen for one file, so that a user can see it and overrule it."""

    source: str
    format: str
    encoding: str | None
    columns: dict[str, str] = field(default_factory=dict)  # role → column
    star_scale: str | None = None
    notes: tuple[str, ...] = ()
    texts: tuple[str, ...] = ()  # the columns that are joined to the text, in this order
    kept: tuple[str, ...] = ()  # columns without a role, which reviews keep in ``extra``
    left_out: tuple[str, ...] = ()  # columns that name people, which are not kept


Reader = Callable[[Stream, Settings], OpenTable]
READERS: Registry[Reader] = Registry("format")


def unique_names(names: Iterable[str]) -> list[str]:
    """Return column names that are all different and can be stored: a repeated one gets its number."""
    seen: dict[str, int] = {}
    unique = []
    for name in map(storable_name, names):
        seen[name] = seen.get(name, 0) + 1
        unique.append(name if seen[name] == 1 else f"{name} ({seen[name]})")
    return unique


def plain(name: str) -> str:
    """Return a column name without case, spaces and marks: "Review Text" → "reviewtext"."""
    return _NOT_WORD.sub("", normalize(name).lower()) or ("#" if name.strip() == "#" else "")


def role_of(name: str) -> str | None:
    """Return the role that a column of this name has, if the name says one."""
    return ROLE.get(plain(name))


def is_part(name: str) -> bool:
    """Whether a column holds one side of a review: "Cons", "What should we improve?"."""
    role = role_of(name)
    return role == "part" or (role is None and HINTED["part"].search(normalize(name).lower()) is not None)


def is_person(name: str) -> bool:
    """Whether a column holds names, addresses or numbers of people, by its name or that within an object."""
    parts = {name, name.rpartition(".")[2]}
    return any(plain(part) in NAMES["person"] or HINTED["person"].search(plain(part)) for part in parts)


def scale_in_name(name: str) -> tuple[int, int] | None:
    """Return the ends of the scale of a column of stars where its name says so: "Rating (1-10)", "NPS"."""
    if match := _NAMED_SCALE.search(normalize(name).lower()):
        return int(match[1] or 1), int(match[2])
    return (0, 10) if HINTED["ten"].search(normalize(name).lower()) else None


def broken(
    reason: str, *, source: str, row: int, text: str | None, names: Iterable[str] = (), truncated: bool = False
) -> Rejected:
    """Return a row that cannot be read, with what stood in it, unless one of the ``names`` in it is that of a person.

    Where the file ends amid the row, more than the row may be missing: that has a step of its own.
    """
    if truncated:
        reason = f"{reason.rstrip('.')}. The file ends there, so that it may have been cut short."
    kept = None if text is None or any(map(is_person, names)) else storable(text[:KEPT].rstrip("\r\n"))
    return Rejected(step="truncated" if truncated else "row", reason=reason, source=source, row=row, text=kept)


def storable_name(name: object) -> str:
    """Return the name of a column as a text that can be stored."""
    return storable(str(name)) or ""


def storable(text: str) -> str | None:
    """Return a text with U+FFFD for its NULs and halves of characters; None when nothing is left."""
    return _SURROGATE.sub("\ufffd", text) or None
