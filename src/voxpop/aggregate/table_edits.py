"""The user's own idea of the table: a short list of aspects by their stable ids, and what is to become of each."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from voxpop.errors import OptionError

ID = re.compile(r"([a-z]{2})(:|>)(.+)", re.DOTALL)  # en:room, en>service, en>service>staff
MAX_NAME_LENGTH = 80  # characters of a name


@dataclass(frozen=True, slots=True, kw_only=True)
class AspectEdit:
    """One aspect that was edited; whatever is not said stays as it is found."""

    id: str
    name: str | None = None
    terms: tuple[str, ...] = ()  # what people call it: so it is known again in other reviews
    into: str | None = None  # counted in this one
    split: str | None = None  # its terms were taken from this one
    hidden: bool = False
    pinned: bool = False
    added: bool = False  # made from words: all that is said with them counts for it, wherever it was found

    @property
    def plain(self) -> bool:
        """Whether it says nothing."""
        return not (self.name or self.into or self.split or self.hidden or self.pinned or self.added)


@dataclass(frozen=True, slots=True)
class TableEdits:
    """All that was edited. The order of those that are pinned is the order they are shown in."""

    entries: tuple[AspectEdit, ...] = ()

    def __iter__(self) -> Iterator[AspectEdit]:
        return iter(self.entries)

    def __len__(self) -> int:
        return len(self.entries)

    def __getitem__(self, id: str) -> AspectEdit:
        """What is said of an aspect; nothing, if it was never edited."""
        return next((entry for entry in self.entries if entry.id == id), AspectEdit(id=id))

    def set(self, id: str, **changes: object) -> TableEdits:
        """The edits with another edit of one aspect."""
        made = replace(self[id], **changes)  # type: ignore[arg-type]
        if any(entry.id == id for entry in self.entries):
            return TableEdits(tuple(made if entry.id == id else entry for entry in self.entries))
        return TableEdits((*self.entries, made))

    def pinned(self) -> list[str]:
        return [entry.id for entry in self.entries if entry.pinned]

    def pin(self, id: str, place: int | None = None) -> TableEdits:
        """Pinned, at a place among the pinned; without one, as the last."""
        order = [other for other in self.pinned() if other != id]
        order.insert(len(order) if place is None else max(0, place), id)
        edits = self.set(id, pinned=True)
        return TableEdits((*map(edits.__getitem__, order), *(entry for entry in edits if entry.id not in order)))

    def ids(self) -> list[str]:
        return [entry.id for entry in self.entries]


@dataclass(frozen=True, slots=True)
class Key:
    """What an id stands for: an open aspect, a category, or an aspect within a category."""

    lang: str
    aspect: str | None
    category: str | None

    @property
    def kind(self) -> str:
        return "aspect" if self.category is None else "category" if self.aspect is None else "both"

    @property
    def name(self) -> str:
        """What it is called where nobody calls it something else."""
        return str(self.aspect if self.aspect is not None else self.category)

    @property
    def id(self) -> str:
        if self.category is None:
            return f"{self.lang}:{self.aspect}"
        return f"{self.lang}>{self.category}" + (f">{self.aspect}" if self.aspect is not None else "")


def key_of(id: str) -> Key:
    """An id taken apart."""
    match = ID.fullmatch(id)
    if match is None:
        raise OptionError(f"{id!r} is no id of an aspect. Ids look like en:room, or en>service for a category.")
    lang, mark, rest = match.groups()
    if mark == ":":
        return Key(lang, rest, None)
    category, _, aspect = rest.partition(">")
    return Key(lang, aspect or None, category)


def clean_name(name: str) -> str:
    """A name as it can be shown: one line, without space around it."""
    cleaned = " ".join(name.split())
    if not cleaned or len(cleaned) > MAX_NAME_LENGTH or not cleaned.isprintable():
        raise OptionError(
            f"A name has 1 to {MAX_NAME_LENGTH} characters that can be seen, on one line; {name[:100]!r} does not."
        )
    return cleaned
