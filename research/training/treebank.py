"""Sentences with tags: UD treebanks in our tokens, and text labelled by a teacher."""

from __future__ import annotations

import lzma
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple


class Tagged(NamedTuple):
    """A sentence of the treebank in our tokens."""

    words: list[str]
    tags: list[str]
    fine: list[str]  # Penn tags, learned beside the others because they teach tense and number
    genre: str


def read(path: Path) -> list[Tagged]:
    """The sentences of a CoNLL-U file, hyphenated words merged as our tokens have them."""
    with lzma.open(path, "rt", encoding="utf-8") if path.suffix == ".xz" else path.open(encoding="utf-8") as lines:
        blocks = lines.read().strip().split("\n\n")
    return [_sentence(block.split("\n")) for block in blocks]


def read_labelled(path: Path) -> list[Tagged]:
    """Sentences as ``research.training.teacher`` writes them: one a line, cells of word, tag and Penn tag between tabs."""
    with lzma.open(path, "rt", encoding="utf-8") as lines:
        rows = [[cell.split(" ") for cell in line.rstrip("\n").split("\t")] for line in lines]
    return [Tagged([c[0] for c in row], [c[1] for c in row], [c[2] for c in row], "labelled") for row in rows]


def write_labelled(path: Path, sentences: Sequence[Tagged]) -> None:
    with lzma.open(path, "wt", encoding="utf-8") as out:
        for sentence in sentences:
            cells = zip(sentence.words, sentence.tags, sentence.fine, strict=True)
            out.write("\t".join(" ".join(cell) for cell in cells) + "\n")


def _sentence(lines: Sequence[str]) -> Tagged:
    name = next(line for line in lines if line.startswith("# sent_id"))
    genre = name.split("=")[1].strip().split("-")[0]
    table = [line.split("\t") for line in lines if line[0] != "#"]
    inside = {i for row in table if "-" in row[0] for i in _range(row[0])}  # of "don't", glued too
    cells = [row for row in table if row[0].isdigit()]
    groups = _glue(cells, inside)
    heads = [_head(group) for group in groups]
    return Tagged(
        ["".join(row[1] for row in group) for group in groups],
        [row[3] for row in heads], [row[4] for row in heads], genre,
    )  # fmt: skip


def _range(cell: str) -> range:
    first, last = cell.split("-")
    return range(int(first), int(last) + 1)


def _glue(cells: list[list[str]], inside: set[int]) -> list[list[list[str]]]:
    """Words that a hyphen joins without spaces become one group."""
    groups: list[list[list[str]]] = []
    joined = False
    for i, row in enumerate(cells):
        tight = bool(i) and "SpaceAfter=No" in cells[i - 1][9]
        hyphen = row[1] in ("-", "‐") and tight and "SpaceAfter=No" in row[9] and 0 < i < len(cells) - 1
        hyphen = hyphen and cells[i - 1][1][-1].isalnum() and cells[i + 1][1][0].isalnum() and int(row[0]) not in inside
        if joined or hyphen:
            groups[-1].append(row)
        else:
            groups.append([row])
        joined = hyphen
    return groups


def _head(group: list[list[str]]) -> list[str]:
    """The row of a group whose head lies outside it."""
    ids = {row[0] for row in group}
    return next(row for row in group if row[6] not in ids)
