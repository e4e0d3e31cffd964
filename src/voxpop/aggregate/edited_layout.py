"""What edits make of a table: which rows there are, and which of them an opinion belongs to.

Nothing is counted here. ``layout`` sets the found rows beside the user's edits; ``Layout.place`` says where an opinion
goes; who keeps the opinions moves them and counts the rows that changed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from math import inf

from voxpop.aggregate.aspect_table import in_order, rank
from voxpop.aggregate.table_edits import AspectEdit, Key, TableEdits, key_of
from voxpop.types import Aspect

Place = tuple[str | None, str | None]  # an opinion's aspect and category, by name


@dataclass(frozen=True, slots=True)
class Slot:
    """A row of the table after the edits."""

    id: str
    name: str
    key: Key
    terms: tuple[str, ...]
    parts: tuple[str, ...]  # the ids of what is counted in it, itself first
    parent: str | None = None
    hidden: bool = False
    pinned: int | None = None  # its place among the pinned
    changed: bool = False  # other opinions than were found belong to it now, or it has another name


@dataclass(frozen=True, slots=True)
class Piece:
    """Something that opinions are on: a row as found, or a part that was split off."""

    key: Key
    terms: tuple[str, ...]
    found: bool


@dataclass(slots=True)
class Layout:
    """The rows after the edits, hidden ones too, and how opinions get there."""

    slots: dict[str, Slot] = field(default_factory=dict)
    waiting: list[str] = field(default_factory=list)  # ids of the edits that nothing here belongs to
    pieces: dict[str, Piece] = field(default_factory=dict)
    into: dict[str, str] = field(default_factory=dict)
    splits: dict[str, dict[str, str]] = field(default_factory=dict)  # of a row: term → the part that it went to
    added: dict[tuple[str, str], str] = field(default_factory=dict)  # language, term → the row that was made from it

    def places(self) -> object:
        """What decides where opinions belong, to be compared with another layout's."""
        rows = {id: (slot.name, slot.hidden, slot.parent) for id, slot in self.slots.items()}
        return rows, self.into, self.splits, self.added

    @property
    def shown(self) -> list[Slot]:
        return [slot for slot in self.slots.values() if not self.is_hidden(slot)]

    def is_hidden(self, slot: Slot) -> bool:
        return slot.hidden or (slot.parent in self.slots and self.slots[slot.parent].hidden)

    def final(self, id: str, words: Sequence[str] = ()) -> str:
        """Where an opinion found under ``id`` with these words belongs."""
        left: set[tuple[str, str]] = set()
        while True:
            taken = next((self.splits[id][term] for term in words if term in self.splits.get(id, {})), None)
            if taken is not None and (id, taken) not in left:
                left.add((id, taken))
                id = taken
            elif id in self.into:
                id = self.into[id]
            else:
                return id

    def place(self, lang: str, aspect: str | None, category: str | None, term: str | None = None) -> Place:
        """The aspect and category that an opinion has now; None for one that is hidden."""
        original = aspect
        open_id, within = Key(lang, aspect, None).id, Key(lang, aspect, category).id
        if term is not None and (lang, term) in self.added:
            slot = self.slots[self.final(self.added[lang, term], [term])]
            aspect = None if slot.hidden else slot.name
        elif aspect is not None and open_id in self.pieces:
            slot = self.slots[self.final(open_id, [term or ""])]
            aspect = None if slot.hidden else slot.name
        elif aspect is not None and category is not None and within in self.pieces:
            slot = self.slots[self.final(within, [term or ""])]
            category = slot.key.category
            aspect = None if slot.hidden else slot.name
        category_id = Key(lang, None, category).id if category is not None else ""
        if category_id in self.pieces:
            slot = self.slots[self.final(category_id, [term or "", original or ""])]
            category = None if slot.hidden else slot.name
        return aspect, category

    def split_rows(self) -> set[Key]:
        """Rows as found whose opinions are told apart by their words."""
        return {piece.key for id, piece in self.pieces.items() if piece.found and self._splits_on_the_way(id)}

    def _splits_on_the_way(self, id: str) -> bool:
        while id in self.into and id not in self.splits:
            id = self.into[id]
        return id in self.splits


def layout(aspects: Sequence[Aspect], edits: TableEdits) -> Layout:
    """The found rows as the edits wants them."""
    made = Layout()
    for aspect in aspects:
        key = Key(aspect.lang, None if aspect.category and not aspect.parent else aspect.name, aspect.category)
        made.pieces[aspect.id] = Piece(key, aspect.terms, found=True)
    _split(made, edits)
    _merge(made, edits)
    _join_namesakes(made, edits, ("aspect", "category"))
    _follow_categories(made)
    _join_namesakes(made, edits, ("both",))
    _build(made, edits)
    return made


def _split(made: Layout, edits: TableEdits) -> None:
    """Parts that were split off; one that other reviews were found to have from the start needs no splitting."""
    waiting = [entry for entry in edits if entry.split is not None and entry.id not in made.pieces]
    while ready := [entry for entry in waiting if entry.split in made.pieces]:
        for entry in ready:
            made.pieces[entry.id] = Piece(key_of(entry.id), entry.terms, found=False)
            made.splits.setdefault(str(entry.split), {}).update(dict.fromkeys(entry.terms, entry.id))
        waiting = [entry for entry in waiting if entry not in ready]
    for entry in (entry for entry in edits if entry.split is None and entry.id not in made.pieces):
        _claim(made, entry)


def _claim(made: Layout, entry: AspectEdit) -> None:
    """An aspect that the user describes by its words takes them from where they were found."""
    key = key_of(entry.id)
    if entry.added:
        made.pieces[entry.id] = Piece(key, entry.terms, found=False)
        made.added.update(dict.fromkeys(((key.lang, term) for term in entry.terms), entry.id))
        return
    for id, piece in list(made.pieces.items()):
        shared = set(piece.terms) & set(entry.terms)
        if shared and piece.found and (piece.key.lang, piece.key.kind, key.kind) == (key.lang, "aspect", "aspect"):
            made.splits.setdefault(id, {}).update(dict.fromkeys(shared, entry.id))
            made.pieces[entry.id] = Piece(key, entry.terms, found=False)


def _merge(made: Layout, edits: TableEdits) -> None:
    """What goes into what; something that nobody speaks of here can still take in what they do speak of."""
    todo = list(made.pieces)
    while todo:
        id = todo.pop()
        target = edits[id].into
        if target is None:
            continue
        made.into[id] = target
        if target not in made.pieces:
            made.pieces[target] = Piece(key_of(target), edits[target].terms, found=False)
            todo.append(target)


def _join_namesakes(made: Layout, edits: TableEdits, kinds: Sequence[str]) -> None:
    """Merge rows of one name: the row that the user gave this name takes the other in."""
    named: dict[tuple[str | None, ...], str] = {}
    for id, piece in made.pieces.items():
        if id in made.into or edits[id].hidden or piece.key.kind not in kinds:
            continue
        mark = (piece.key.lang, piece.key.kind, _home(made, piece.key), edits[id].name or piece.key.name)
        other = named.setdefault(mark, id)
        if other != id:
            remaining, gone = (id, other) if edits[id].name and not edits[other].name else (other, id)
            made.into[gone], named[mark] = remaining, remaining


def _home(made: Layout, key: Key) -> str | None:
    """The id of the category that an aspect stands under now."""
    if key.kind != "both":
        return None
    home = Key(key.lang, None, key.category).id
    return made.final(home) if home in made.pieces else home


def _follow_categories(made: Layout) -> None:
    """Aspects within a category go where it goes, to their namesakes if there are any."""
    for id, piece in made.pieces.items():
        if piece.key.kind != "both" or id in made.into:
            continue
        home = _home(made, piece.key)
        namesake = replace(piece.key, category=made.pieces[home].key.category).id if home in made.pieces else id
        if namesake in made.pieces and made.final(namesake) != id:
            made.into[id] = namesake


def _build(made: Layout, edits: TableEdits) -> None:
    """The rows. Categories first: what stands within one needs its name."""
    members: dict[str, list[str]] = {}
    for id in made.pieces:
        if (home := made.final(id)) != id:
            members.setdefault(home, []).append(id)
    pins = {id: place for place, id in enumerate(edits.pinned())}
    order = sorted(made.pieces, key=lambda id: made.pieces[id].key.kind == "both")
    for id in (id for id in order if id not in made.into):
        made.slots[id] = _slot(made, edits[id], members.get(id, []), pins.get(id))
    made.waiting = [id for id in edits.ids() if id not in made.pieces]


def _slot(made: Layout, entry: AspectEdit, members: Sequence[str], pinned: int | None) -> Slot:
    piece = made.pieces[entry.id]
    parts = (entry.id, *members)
    everything = [(id, term) for id in parts for term in made.pieces[id].terms]
    terms = tuple(dict.fromkeys(term for id, term in everything if made.final(id, [term]) == entry.id))
    key, parent = piece.key, _home(made, piece.key)
    if parent in made.pieces:
        key = replace(key, category=made.pieces[parent].key.category)
    name = entry.name or piece.key.name
    torn = any(id in made.splits for id in parts)
    changed = bool(members) or torn or not piece.found or key != piece.key or name != piece.key.name
    return Slot(entry.id, name, key, terms, parts, parent, entry.hidden, pinned, changed)


def arrange(rows: Sequence[Aspect], slots: dict[str, Slot]) -> list[Aspect]:
    """Rows in the order of the table: the pinned first, then most reviews; each followed by those under it."""
    place = {id: inf if slot.pinned is None else slot.pinned for id, slot in slots.items()}
    return in_order(rows, lambda aspect: (place[aspect.id], rank(aspect)))
