"""Coreference clusters in CoNLL-2012 files, read and written.

A document stands between ``#begin document (NAME); part 000`` and ``#end document``, one token a line and an empty line
behind each sentence. The last column opens and closes mentions: ``(3`` … ``3)``, ``(3)`` for one token, several with or
without ``|`` between, ``-`` for none. A mention is the half-open range of its tokens in the document. What stands in
part 000 goes by its name alone, anything else by all that stands behind "#begin document".
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import count
from pathlib import Path

from voxpop.atomic_files import atomic_write
from voxpop.errors import MeasureError
from voxpop.metrics.clusters import ClusteredDocument, Mention, pair_documents, parse_json, read_text

__all__ = ["ClusteredDocument", "Mention", "pair_documents", "read_clusters", "read_text", "write_conll"]

BEGIN = re.compile(r"#\s*begin document\s*(.*\S)?\s*$")
WHOLE = re.compile(r"\((.*)\); part 0+")
PART = re.compile(r"\((.*)\); part (\d+)")
END = re.compile(r"#\s*end document")
MARK = re.compile(r"\((\w+)\)|\((\w+)|(\w+)\)")
CELL = re.compile(rf"(?:{MARK.pattern})(?:\|?(?:{MARK.pattern}))*")


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


def write_conll(
    path: str | Path,
    documents: Iterable[ClusteredDocument],
    *,
    words: Mapping[str, Sequence[Sequence[str]]] | None = None,
) -> None:
    """Writes token ranges as CoNLL-2012 with the columns document, part, number, word, clusters.

    ``words`` has the sentences of each document; without it all tokens stand in one. A name has no blanks in a column,
    and so has _ in their place, in the first line as well.
    """
    lines: list[str] = []
    written: dict[tuple[str, str], str] = {}
    for document in documents:
        named = PART.fullmatch(document.id)
        name, part = (_column(named[1]), named[2]) if named else (_column(document.id), "000")
        if (name, part) in written:
            raise MeasureError(
                f"Documents {written[name, part]!r} and {document.id!r} would both be named {name!r}: "
                "CoNLL files have no blanks in names. Rename one, or write JSON."
            )
        written[name, part] = document.id
        rows = _rows(document, (words or {}).get(document.id), f"{name}\t{int(part)}")
        lines += [f"#begin document ({name}); part {part}", *rows, "#end document", ""]
    atomic_write(path, "\n".join(lines))


def _column(text: str) -> str:
    """A text as a column can hold it."""
    return re.sub(r"\s+", "_", text) or "_"


def _rows(document: ClusteredDocument, sentences: Sequence[Sequence[str]] | None, begin: str) -> Iterator[str]:
    opened: dict[int, list[tuple[int, str]]] = {}
    closed: dict[int, list[tuple[int, str]]] = {}
    last = 0
    for number, cluster in enumerate(document.clusters):
        ranges = [_range(mention, document.id) for mention in dict.fromkeys(cluster)]
        _nested(ranges, document.id)
        for start, end in ranges:
            last = max(last, end)
            if end == start + 1:
                opened.setdefault(start, []).append((0, f"({number})"))
            else:
                opened.setdefault(start, []).append((-end, f"({number}"))
                closed.setdefault(end - 1, []).append((-start, f"{number})"))
    if sentences is None:
        sentences = [["_"] * (last if document.tokens is None else document.tokens)]
    total = sum(map(len, sentences))
    if last > total:
        raise MeasureError(f"Document {document.id} has {total} tokens, but a mention ends at {last}.")
    tokens = count()
    for sentence in filter(None, sentences):
        for place, word in enumerate(sentence):
            token = next(tokens)
            marks = [mark for _, mark in [*sorted(opened.get(token, [])), *sorted(closed.get(token, []))]]
            yield "\t".join((begin, str(place), _column(word), "|".join(marks) or "-"))
        yield ""


def _range(mention: Mention, document: str) -> tuple[int, int]:
    if isinstance(mention, tuple) and len(mention) == 2 and all(isinstance(part, int) for part in mention):
        start, end = mention
        if 0 <= start < end:
            return start, end
    raise MeasureError(f"Document {document}: {mention!r} is no range of tokens; CoNLL files hold (start, end) alone.")


def _nested(ranges: Sequence[tuple[int, int]], document: str) -> None:
    """Brackets of one cluster cannot tell mentions that cross from mentions that nest."""
    around: list[tuple[int, int]] = []
    for start, end in sorted(ranges, key=lambda span: (span[0], -span[1])):
        while around and around[-1][1] <= start:
            around.pop()
        if around and around[-1][1] < end:
            raise MeasureError(
                f"Document {document}: {around[-1]} and {(start, end)} of one cluster cross; CoNLL "
                "files cannot hold that. Write JSON."
            )
        around.append((start, end))


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
