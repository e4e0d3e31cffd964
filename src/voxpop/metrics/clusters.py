"""Coreference clusters of documents, in JSON lines and in CoNLL-2012 files.

JSON: ``{"id": NAME, "clusters": [[[0, 2], [5, 6]], …], "types": {"main": [mention, …]}}``, a document a line; a mention
is ``[start, end]`` or a string.

CoNLL-2012: a document stands between ``#begin document (NAME); part 000`` and ``#end document``, one token a line and
an empty line behind each sentence. The last column opens and closes mentions: ``(3`` … ``3)``, ``(3)`` for one token,
several with or without ``|`` between, ``-`` for none. A mention is the half-open range of its tokens in the document.
What stands in part 000 goes by its name alone, anything else by all that stands behind "#begin document".
"""

from __future__ import annotations

import re
from collections.abc import Collection, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from voxpop.errors import MeasureError
from voxpop.metrics.gold_records import Record, Source, is_json, read_objects, read_text

Mention = Hashable
BEGIN = re.compile(r"#\s*begin document\s*(.*\S)?\s*$")
WHOLE = re.compile(r"\((.*)\); part 0+")
END = re.compile(r"#\s*end document")
MARK = re.compile(r"\((\w+)\)|\((\w+)|(\w+)\)")
CELL = re.compile(rf"(?:{MARK.pattern})(?:\|?(?:{MARK.pattern}))*")


@dataclass(frozen=True, slots=True)
class ClusteredDocument:
    """The clusters of one document; how many tokens it has, where the file says so; its mentions by type."""

    clusters: Sequence[Collection[Mention]]
    tokens: int | None = None
    types: Mapping[str, Collection[Mention]] = field(default_factory=dict)


def read_clusters(path: Path) -> Source:
    """Return the documents of a CoNLL-2012 or JSON file, with their names as ids."""
    if is_json(path):
        return read_objects(path, "clusters").map(_from_json)
    try:
        records = tuple(
            Record(ClusteredDocument(tuple(map(tuple, conll_mentions(rows).values())), len(rows)), began, name)
            for name, began, rows in conll_documents(read_text(path))
        )
    except ValueError as error:
        raise MeasureError(f"{path}, {error}") from None
    if not records:
        raise MeasureError(f"{path} has no documents: it needs lines '#begin document NAME', or JSON.")
    return Source(path, records).distinct("the document")


def _from_json(value: Mapping[str, Any]) -> ClusteredDocument:
    types = value.get("types", {})
    if not isinstance(types, dict):
        raise ValueError("'types' must be an object of mentions by type.")
    if not isinstance(value["clusters"], list):
        raise ValueError("clusters must be a list of lists of mentions.")
    clusters = tuple(map(_mentions, value["clusters"]))
    return ClusteredDocument(clusters, types={kind: _mentions(mentions) for kind, mentions in types.items()})


def _mentions(value: Any) -> tuple[Mention, ...]:
    if not isinstance(value, list) or not value:
        raise ValueError(f"a cluster must be a list of at least one mention, not {value!r}.")
    for mention in value:
        pair = isinstance(mention, list) and len(mention) == 2 and all(type(part) is int for part in mention)
        if not (pair and 0 <= mention[0] <= mention[1]) and not (isinstance(mention, str) and mention):
            raise ValueError(f"{mention!r} is no mention; accepted: [start, end] or a string.")
    return tuple(mention if isinstance(mention, str) else tuple(mention) for mention in value)


def conll_documents(text: str) -> Iterator[tuple[str, int, list[tuple[int, str]]]]:
    """Yield the documents of a CoNLL-2012 file: the name, the line of its beginning, and numbered lines of tokens."""
    name: str | None = None
    began = 0
    rows: list[tuple[int, str]] = []
    for number, line in enumerate(text.split("\n"), 1):
        if END.match(line):
            if name is None:
                raise ValueError(f"line {number}: '#end document' without '#begin document'.")
            yield name, began, rows
            name, rows = None, []
        elif begin := BEGIN.match(line):
            if name is not None:
                raise ValueError(f"line {number}: the document begun in line {began} has no '#end document'.")
            line = begin.group(1) or ""
            name, began = (quoted[1] if (quoted := WHOLE.fullmatch(line)) else line), number
        elif line.strip() and not (name is None and line.startswith("#")):
            if name is None:
                reason = "a token outside of a document; CoNLL-2012 files put it after a line '#begin document NAME'."
                raise ValueError(f"line {number}: {reason}")
            rows.append((number, line))
    if name is not None:
        raise ValueError(f"line {began}: the document begun in line {began} has no '#end document'.")


def conll_mentions(rows: Sequence[tuple[int, str]]) -> dict[str, list[tuple[int, int]]]:
    """Return the mentions of a document by what stands in their brackets, as half-open ranges of its tokens."""
    mentions: dict[str, list[tuple[int, int]]] = {}
    open_at: dict[str, list[tuple[int, int]]] = {}
    for token, (line, row) in enumerate(rows):
        for cluster, opens, closes in _marks(row, line):
            mentions.setdefault(cluster, [])
            if opens and closes:
                mentions[cluster].append((token, token + 1))
            elif opens:
                open_at.setdefault(cluster, []).append((token, line))
            elif not open_at.get(cluster):
                raise ValueError(f"line {line}: '{cluster})' closes a mention that was not opened.")
            else:
                start, _ = open_at[cluster].pop()
                mentions[cluster].append((start, token + 1))
    for cluster, starts in open_at.items():
        if starts:
            raise ValueError(f"line {starts[0][1]}: '({cluster}' opens a mention that is never closed.")
    return mentions


def _marks(row: str, line: int) -> list[tuple[str, bool, bool]]:
    """(cluster, opens, closes) of a line: whole mentions, then openings, then closings, as the reference reads them."""
    cells = row.split()
    if len(cells) < 2:
        raise ValueError(f"line {line}: one column alone; a token needs its word and, last, its clusters.")
    if cells[-1] in ("-", "_"):
        return []
    if not CELL.fullmatch(cells[-1]):
        accepted = "accepted: '-', '(3', '3)', '(3)', and several of them with '|' between."
        raise ValueError(f"line {line}: {cells[-1]!r} in the last column is not understood; {accepted}")
    marks = [
        (whole or opened or closed, bool(whole or opened), bool(whole or closed))
        for whole, opened, closed in MARK.findall(cells[-1])
    ]
    return sorted(marks, key=lambda mark: (not (mark[1] and mark[2]), not mark[1]))
