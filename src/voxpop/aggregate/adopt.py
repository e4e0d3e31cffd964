"""Apply the user's own aspects to those learned from other reviews: their terms stay with them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from voxpop.aggregate.table_edits import TableEdits, key_of

Groups = dict[str, tuple[str, ...]]  # the terms of each aspect by its name


def adopt(groups: Mapping[str, Sequence[str]], edits: TableEdits, *, lang: str) -> Groups:
    """The groups of a language with the user's own among them.

    A group whose name is one of the user's terms joins that aspect, with whatever was newly found to mean the same;
    single terms of the user's move out of other groups. Groups without terms go.
    """
    owner = _owners(edits, lang)
    adopted: dict[str, dict[str, None]] = {}
    for name, terms in groups.items():
        home = owner.get(name, name)
        for term in (name, *terms):
            if term in terms:
                adopted.setdefault(owner.get(term, home), {})[term] = None
    for term, name in owner.items():
        adopted.setdefault(name, {})[term] = None
    return {_name_of(name, terms, owner): tuple(terms) for name, terms in adopted.items() if terms}


def _owners(edits: TableEdits, lang: str) -> dict[str, str]:
    """Term → the aspect of the user's, by the name in its id, that it belongs to."""
    owner: dict[str, str] = {}
    for entry in edits:
        key = key_of(entry.id)
        if key.kind == "aspect" and key.lang == lang:
            owner.update(dict.fromkeys(entry.terms, str(key.aspect)))
    return owner


def _name_of(name: str, terms: Mapping[str, None], owner: Mapping[str, str]) -> str:
    """A group that lost the term it was named after is called by the first that is left."""
    ours = name in owner.values()
    return name if ours or name in terms else next(iter(terms))
