"""What a person can do to a table: each operation checks what it was given and returns the new edits."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from voxpop.aggregate.edited_layout import Layout, Slot
from voxpop.aggregate.table_edits import Key, TableEdits, clean_name
from voxpop.errors import OptionError, choose, did_you_mean

Operation = Callable[..., TableEdits]


def merge(edits: TableEdits, now: Layout, *, ids: Sequence[str], into: str) -> TableEdits:
    """Count some aspects in another one."""
    target = row(now, into)
    others = [row(now, id) for id in dict.fromkeys(ids) if id != target.id]
    if not others:
        raise OptionError("Merging takes at least one aspect besides the one that takes it in.")
    for other in others:
        if (other.key.lang, other.key.kind) != (target.key.lang, target.key.kind):
            raise OptionError(
                f"{other.name!r} cannot be merged into {target.name!r}: only aspects of one language, or categories of "
                "one language, can be counted together."
            )
        edits = edits.set(other.id, into=target.id, hidden=False, pinned=False, terms=own_terms(now, other))
    return edits.set(target.id, hidden=False, terms=own_terms(now, target))


def unmerge(edits: TableEdits, now: Layout, *, id: str) -> TableEdits:
    """Take something out again that was merged into an aspect."""
    if edits[id].into is None:
        raise OptionError(f"{id!r} was not merged into another aspect, so it cannot be taken out of one.")
    return tidy(edits.set(id, into=None), now, id)


def rename(edits: TableEdits, now: Layout, *, id: str, name: str) -> TableEdits:
    """Call an aspect something else; its own name again takes the edit back."""
    slot = row(now, id)
    name = clean_name(name)
    for other in now.slots.values():
        if other.id != slot.id and other.name == name and name_scope(other) == name_scope(slot):
            raise OptionError(f"There is another aspect called {name!r}. Merge the two, or choose another name.")
    return edits.set(slot.id, name=None if name == slot.key.name else name, terms=own_terms(now, slot))


def split(edits: TableEdits, now: Layout, *, id: str, terms: Sequence[str], name: str | None = None) -> TableEdits:
    """Make an aspect of its own of some of the words that an aspect is called by."""
    slot = row(now, id)
    chosen = tuple(dict.fromkeys(terms))
    if not chosen:
        raise OptionError("Choose the words that are to be an aspect of their own.")
    for term in chosen:
        choose(f"word of {slot.name!r}", term, slot.terms)
    if len(chosen) == len(slot.terms):
        raise OptionError(f"These are all the words of {slot.name!r}, so nothing would be left of it. Choose fewer.")
    name = clean_name(name or chosen[0])
    if any(other.name == name and name_scope(other) == name_scope(slot) for other in now.slots.values()):
        raise OptionError(f"There is another aspect called {name!r}. Choose another name.")
    new = unused(slot.key, chosen[0], {*now.pieces, *edits.ids()})
    edits = edits.set(slot.id, terms=tuple(term for term in own_terms(now, slot) if term not in chosen))
    return edits.set(new.id, split=slot.id, terms=chosen, name=None if name == new.name else name)


def add(edits: TableEdits, now: Layout, *, name: str, terms: Sequence[str], lang: str) -> TableEdits:
    """Make a row from words: all that is said with them counts for it."""
    name = clean_name(name)
    if any(slot.key.kind != "aspect" for slot in now.slots.values()):
        raise OptionError("The rows of this table are categories. A row from a word can be added to a table of terms.")
    if any(slot.name == name and slot.key.lang == lang for slot in now.slots.values()):
        raise OptionError(f"There is an aspect called {name!r} already. Choose another name, or rename that one.")
    key = unused(Key(lang, name, None), name, {*now.pieces, *edits.ids()})
    terms = tuple(dict.fromkeys(terms))
    return edits.set(key.id, terms=terms, added=True, name=None if name == key.name else name)


def hide(edits: TableEdits, now: Layout, *, id: str) -> TableEdits:
    """Leave an aspect out of the table, the summary and the counts."""
    slot = row(now, id)
    return edits.set(slot.id, hidden=True, pinned=False, terms=own_terms(now, slot))


def show(edits: TableEdits, now: Layout, *, id: str) -> TableEdits:
    """Show a hidden aspect again."""
    return tidy(edits.set(row(now, id).id, hidden=False), now, id)


def pin(edits: TableEdits, now: Layout, *, id: str, place: int | None = None) -> TableEdits:
    """Keep an aspect at the top of the table, at a place among those that are there."""
    slot = row(now, id)
    return edits.set(slot.id, hidden=False, terms=own_terms(now, slot)).pin(slot.id, place)


def unpin(edits: TableEdits, now: Layout, *, id: str) -> TableEdits:
    """Let an aspect stand where its count puts it."""
    return tidy(edits.set(row(now, id).id, pinned=False), now, id)


OPERATIONS: Mapping[str, Operation] = {  # by the names that they have in files and in the API
    "merge": merge, "part": unmerge, "rename": rename, "split": split, "add": add, "hide": hide, "show": show,
    "pin": pin, "unpin": unpin,
}  # fmt: skip


def operate(edits: TableEdits, now: Layout, kind: str, args: Mapping[str, Any]) -> TableEdits:
    """One edit by its name."""
    operation = OPERATIONS[choose("edit", kind, OPERATIONS)]
    try:
        return operation(edits, now, **args)
    except TypeError:
        accepted = [name for name in operation.__annotations__ if name not in ("edits", "now", "return")]
        raise OptionError(f"An edit of kind {kind!r} takes {' and '.join(accepted)}, not {dict(args)!r}.") from None


def row(now: Layout, id: str) -> Slot:
    """The row with an id, or an error that says which there are."""
    if id in now.slots:
        return now.slots[id]
    if id in now.into:
        home = now.slots[now.final(id)]
        raise OptionError(f"{id!r} is counted in {home.name!r} ({home.id}). Take it out of there first.")
    raise OptionError(f"There is no aspect with the id {id!r}.{did_you_mean(id, now.slots)}")


def own_terms(now: Layout, slot: Slot) -> tuple[str, ...]:
    """The words of a row by itself, without those of what was merged into it."""
    others = {term for id in slot.parts[1:] for term in now.pieces[id].terms}
    return tuple(term for term in slot.terms if term not in others)


def tidy(edits: TableEdits, now: Layout, id: str) -> TableEdits:
    """The edits without that of an aspect, if it says what was found anyway."""
    used = {target for entry in edits for target in (entry.into, entry.split)}
    as_found = id in now.pieces and now.pieces[id].found and edits[id].terms in ((), now.pieces[id].terms)
    if edits[id].plain and as_found and id not in used:
        return TableEdits(tuple(entry for entry in edits if entry.id != id))
    return edits


def name_scope(slot: Slot) -> tuple[str, str, str | None]:
    """Return what a row's name must be unique in: its language, kind and parent."""
    return slot.key.lang, slot.key.kind, slot.parent


def unused(key: Key, term: str, taken: set[str]) -> Key:
    """The key of a new row beside another."""
    names = (term if n == 1 else f"{term} {n}" for n in range(1, 10_000))
    keys = (replace(key, **{"category" if key.kind == "category" else "aspect": name}) for name in names)
    return next(candidate for candidate in keys if candidate.id not in taken)
