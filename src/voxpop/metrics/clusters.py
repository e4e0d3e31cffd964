"""Coreference clusters of documents, in JSON files and in CoNLL-2012 files.

JSON: ``{"NAME": [[[0, 2], [5, 6]], …], …}``, clusters of mentions by document, or a list (or lines) of
``{"id": NAME, "clusters": …, "types": {"main": [mention, …]}}``. A mention is ``[start, end]`` or a string.

CoNLL-2012: a document stands between ``#begin document (NAME); part 000`` and ``#end document``, one token a line and
an empty line behind each sentence. The last column opens and closes mentions: ``(3`` … ``3)``, ``(3)`` for one token,
several with or without ``|`` between, ``-`` for none. A mention is the half-open range of its tokens in the document.
What stands in part 000 goes by its name alone, anything else by all that stands behind "#begin document".
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from voxpop.errors import MeasureError

Mention = Hashable
BEGIN = re.compile(r"#\s*begin document\s*(.*\S)?\s*$")
WHOLE = re.compile(r"\((.*)\); part 0+")
END = re.compile(r"#\s*end document")
MARK = re.compile(r"\((\w+)\)|\((\w+)|(\w+)\)")
CELL = re.compile(rf"(?:{MARK.pattern})(?:\|?(?:{MARK.pattern}))*")


@dataclass(frozen=True, slots=True)
class ClusteredDocument:
    """The clusters of one document; how many tokens it has, where the file says so; its mentions by type."""

    id: str
    clusters: Sequence[Collection[Mention]]
    tokens: int | None = None
    types: Mapping[str, Collection[Mention]] = field(default_factory=dict)


def pair_documents(
    gold: Mapping[str, ClusteredDocument], pred: Mapping[str, ClusteredDocument]
) -> tuple[list[ClusteredDocument], list[ClusteredDocument]]:
    """Both sides in the order of the gold; every document must be on both, with equally many tokens."""
    for side, other, name in ((gold, pred, "predictions"), (pred, gold, "gold")):
        missing = [document for document in side if document not in other]
        if missing:
            raise MeasureError(
                f"{len(missing)} of {len(side)} documents are not in the {name}: "
                f"{', '.join(missing[:3])}{' …' if len(missing) > 3 else ''}."
            )
    for name, document in gold.items():
        sizes = document.tokens, pred[name].tokens
        if None not in sizes and sizes[0] != sizes[1]:
            raise MeasureError(
                f"Document {name}: {sizes[0]} tokens in the gold, {sizes[1]} in the predictions; "
                "mentions can only be compared over the same tokens."
            )
    return list(gold.values()), [pred[name] for name in gold]


def read_clusters(path: str | Path) -> dict[str, ClusteredDocument]:
    """The documents of a CoNLL-2012 or JSON file by name. The first character that is not a space tells which."""
    path = Path(path)
    text = read_text(path)
    start = text.lstrip()[:1]
    if not start:
        raise MeasureError(f"{path} is empty: clusters are read from CoNLL-2012 or JSON files.")
    read = parse_json if start in "[{" else parse_conll
    documents: dict[str, ClusteredDocument] = {}
    for document, line in read(text, path):
        if document.id in documents:
            raise MeasureError(f"{path}, line {line}: document {document.id!r} is there a second time.")
        documents[document.id] = document
    if not documents:
        raise MeasureError(f"{path} has no documents: it needs lines '#begin document NAME', or JSON.")
    return documents


def parse_json(text: str, path: Path) -> Iterator[tuple[ClusteredDocument, int]]:
    for value, line in _json_values(text, path):
        where = f"{path}, line {line}"
        if isinstance(value, dict) and "clusters" not in value:
            for name, clusters in value.items():
                yield ClusteredDocument(str(name), _clusters(clusters, f"{where}, document {name}")), line
        elif isinstance(value, dict) and "id" in value:
            name = str(value["id"])
            where = f"{where}, document {name}"
            types = value.get("types", {})
            if not isinstance(types, dict):
                raise MeasureError(f"{where}: 'types' must be an object of mentions by type.")
            tokens = value.get("tokens")
            if tokens is not None and not (type(tokens) is int and tokens >= 0):
                raise MeasureError(f"{where}: 'tokens' must be how many there are, not {tokens!r}.")
            mentions_of = {kind: _mentions(mentions, where) for kind, mentions in types.items()}
            yield ClusteredDocument(name, _clusters(value["clusters"], where), tokens, mentions_of), line
        else:
            raise MeasureError(f"{where}: a document must be an object with 'id' and 'clusters'.")


def _json_values(text: str, path: Path) -> Iterator[tuple[Any, int]]:
    """The documents of one JSON value, or of one on each line."""
    try:
        content = json.loads(text)
    except json.JSONDecodeError as error:
        lines = [(number, line) for number, line in enumerate(text.split("\n"), 1) if line.strip()]
        if error.msg != "Extra data" or len(lines) < 2:
            raise MeasureError(f"{path}, line {error.lineno}: this is not JSON ({error.msg}).") from None
        for number, line in lines:
            try:
                yield json.loads(line), number
            except json.JSONDecodeError as wrong:
                raise MeasureError(f"{path}, line {number}: this is not JSON ({wrong.msg}).") from None
        return
    yield from ((value, 1) for value in (content if isinstance(content, list) else [content]))


def _clusters(value: Any, where: str) -> tuple[tuple[Mention, ...], ...]:
    if not isinstance(value, list):
        raise MeasureError(f"{where}: clusters must be a list of lists of mentions.")
    return tuple(_mentions(cluster, where) for cluster in value)


def _mentions(value: Any, where: str) -> tuple[Mention, ...]:
    if not isinstance(value, list) or not value:
        raise MeasureError(f"{where}: a cluster must be a list of at least one mention, not {value!r}.")
    for mention in value:
        pair = isinstance(mention, list) and len(mention) == 2 and all(type(part) is int for part in mention)
        if not (pair and 0 <= mention[0] <= mention[1]) and not (isinstance(mention, str) and mention):
            raise MeasureError(f"{where}: {mention!r} is no mention; accepted: [start, end] or a string.")
    return tuple(mention if isinstance(mention, str) else tuple(mention) for mention in value)


def read_text(path: Path) -> str:
    """The file as UTF-8, or an error that names the line."""
    try:
        raw = path.read_bytes()
        return raw.decode("utf-8-sig")
    except OSError as error:
        raise MeasureError(f"{path} cannot be read: {error.strerror}.") from None
    except UnicodeDecodeError as error:
        line = raw[: error.start].count(b"\n") + 1
        raise MeasureError(f"{path}, line {line}: this is not UTF-8 text; save the file as UTF-8.") from None


def parse_conll(text: str, path: Path) -> Iterator[tuple[ClusteredDocument, int]]:
    name: str | None = None
    began = 0
    rows: list[tuple[int, str]] = []
    for number, line in enumerate(text.split("\n"), 1):
        if END.match(line):
            if name is None:
                raise MeasureError(f"{path}, line {number}: '#end document' without '#begin document'.")
            yield _document(name, rows, path), began
            name, rows = None, []
        elif begin := BEGIN.match(line):
            if name is not None:
                raise MeasureError(f"{path}, line {number}: the document begun in line {began} has no '#end document'.")
            line = begin.group(1) or ""
            name, began = (quoted[1] if (quoted := WHOLE.fullmatch(line)) else line), number
        elif line.strip() and not (name is None and line.startswith("#")):
            if name is None:
                raise MeasureError(
                    f"{path}, line {number}: a token outside of a document; CoNLL-2012 files put it "
                    "after a line '#begin document NAME'."
                )
            rows.append((number, line))
    if name is not None:
        raise MeasureError(f"{path}: the document begun in line {began} has no '#end document'.")


def _document(name: str, rows: Sequence[tuple[int, str]], path: Path) -> ClusteredDocument:
    clusters: dict[str, list[Mention]] = {}
    open_at: dict[str, list[tuple[int, int]]] = {}
    for token, (line, row) in enumerate(rows):
        for cluster, opens, closes in _marks(row, path, line):
            clusters.setdefault(cluster, [])
            if opens and closes:
                clusters[cluster].append((token, token + 1))
            elif opens:
                open_at.setdefault(cluster, []).append((token, line))
            elif not open_at.get(cluster):
                raise MeasureError(f"{path}, line {line}: '{cluster})' closes a mention that was not opened.")
            else:
                start, _ = open_at[cluster].pop()
                clusters[cluster].append((start, token + 1))
    for cluster, starts in open_at.items():
        if starts:
            raise MeasureError(f"{path}, line {starts[0][1]}: '({cluster}' opens a mention that is never closed.")
    return ClusteredDocument(name, tuple(tuple(mentions) for mentions in clusters.values()), len(rows))


def _marks(row: str, path: Path, line: int) -> list[tuple[str, bool, bool]]:
    """(cluster, opens, closes) of a line: whole mentions, then openings, then closings, as the reference reads them."""
    cells = row.split()
    if len(cells) < 2:
        raise MeasureError(f"{path}, line {line}: one column alone; a token needs its word and, last, its clusters.")
    if cells[-1] in ("-", "_"):
        return []
    if not CELL.fullmatch(cells[-1]):
        raise MeasureError(
            f"{path}, line {line}: {cells[-1]!r} in the last column is not understood; accepted: '-', "
            "'(3', '3)', '(3)', and several of them with '|' between."
        )
    marks = [
        (whole or opened or closed, bool(whole or opened), bool(whole or closed))
        for whole, opened, closed in MARK.findall(cells[-1])
    ]
    return sorted(marks, key=lambda mark: (not (mark[1] and mark[2]), not mark[1]))
