"""Coreference clusters of documents, and JSON files of them.

``{"NAME": [[[0, 2], [5, 6]], …], …}``, clusters of mentions by document, or a list (or lines) of
``{"id": NAME, "clusters": …, "types": {"main": [mention, …]}}``. A mention is ``[start, end]`` or a string.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from voxpop.atomic_files import atomic_write
from voxpop.errors import MeasureError

Mention = Hashable


@dataclass(frozen=True, slots=True)
class ClusteredDocument:
    """The clusters of one document; how many tokens it has, where the file says so; its mentions by type."""

    id: str
    clusters: Sequence[Collection[Mention]]
    tokens: int | None = None
    types: Mapping[str, tuple[Mention, ...]] = field(default_factory=dict)


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


def write_json(path: str | Path, documents: Iterable[ClusteredDocument]) -> None:
    """Writes one document a line."""
    lines = []
    for document in documents:
        record: dict[str, Any] = {"id": document.id, "clusters": [list(cluster) for cluster in document.clusters]}
        if document.tokens is not None:
            record["tokens"] = document.tokens
        if document.types:
            record["types"] = {kind: list(mentions) for kind, mentions in document.types.items()}
        lines.append(json.dumps(record, ensure_ascii=False) + "\n")
    atomic_write(path, "".join(lines))


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
            yield (
                ClusteredDocument(
                    name,
                    _clusters(value["clusters"], where),
                    _tokens(value, where),
                    {kind: _mentions(mentions, where) for kind, mentions in types.items()},
                ),
                line,
            )
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


def _tokens(record: Mapping[str, Any], where: str) -> int | None:
    tokens = record.get("tokens")
    if tokens is None or (type(tokens) is int and tokens >= 0):
        return tokens
    raise MeasureError(f"{where}: 'tokens' must be how many there are, not {tokens!r}.")


def _clusters(value: Any, where: str) -> tuple[tuple[Mention, ...], ...]:
    if not isinstance(value, list):
        raise MeasureError(f"{where}: clusters must be a list of lists of mentions.")
    return tuple(_mentions(cluster, where) for cluster in value)


def _mentions(value: Any, where: str) -> tuple[Mention, ...]:
    if not isinstance(value, list) or not value:
        raise MeasureError(f"{where}: a cluster must be a list of at least one mention, not {value!r}.")
    return tuple(_mention(mention, where) for mention in value)


def _mention(value: Any, where: str) -> Mention:
    if isinstance(value, str) and value:
        return value
    pair = isinstance(value, list) and len(value) == 2 and all(type(part) is int for part in value)
    if pair and 0 <= value[0] <= value[1]:
        return tuple(value)
    raise MeasureError(f"{where}: {value!r} is no mention; accepted: [start, end] or a string.")


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
