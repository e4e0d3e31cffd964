"""Terms that end with the name of a product, as "my old Nikon": they are a whole product, not a part of one."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence

from voxpop.types import About, NameMention

PARTS: dict[About, About] = {
    "main": "part_of_main",
    "competing": "part_of_competing",
    "interacting": "part_of_interacting",
    "generic": "part_of_generic",
}
WHOLES = {part: whole for whole, part in PARTS.items()}


def about_read(about: About, names: Sequence[NameMention], end: int) -> About:
    """Return what a term is about by what the model reads: if it ends with a name, a product as a whole."""
    name = name_before(names, end)
    if name is None:
        return about
    return "main" if name.role == "main" else WHOLES.get(about, about)


def name_before(names: Sequence[NameMention], end: int) -> NameMention | None:
    """Return the name that holds the character before ``end``; names come in their order, none overlapping."""
    place = bisect_left(names, (end,)) - 1
    return names[place] if place >= 0 and end <= names[place].end else None
