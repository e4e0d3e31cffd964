"""Judgements in files, for ``agreement`` and ``factuality``: tables with a header, tabs or commas between the cells.

Agreement, wide (a cell is empty where an annotator did not judge) or long (annotators in the order of the lines):

    item   ann    bob    eve              item   annotator   label
    m1     main   main   generic          m1     ann         main
    m2     main          main             m1     bob         main

Factuality, gold and predictions; ``original`` and ``replacement`` (or ``type``) may be left out:

    id     label          original   replacement          id     score
    s1     inconsistent   main       competing            s1     0.31
"""

from __future__ import annotations

import csv
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from io import StringIO
from math import isfinite, nan
from pathlib import Path

from voxpop.errors import MeasureError
from voxpop.metrics.clusters import read_text
from voxpop.metrics.factuality import WORDS, Kind

Row = tuple[int, dict[str, str]]  # its line in the file, its cells by column
LONG = {"item", "annotator", "label"}


@dataclass(frozen=True, slots=True)
class Judged:
    """Sentences with their labels, in the order of the gold file, and a system's scores for them."""

    ids: tuple[str, ...]
    labels: tuple[str, ...]
    scores: tuple[float, ...]
    types: tuple[Kind, ...] | None


def read_units(path: str | Path) -> dict[str, dict[str, str]]:
    """The units of an agreement file by item: who gave it which label."""
    path = Path(path)
    columns, rows = _table(path)
    if columns[0] != "item" or len(columns) < 3:
        raise MeasureError(
            f"{path}, line 1: the columns are {', '.join(columns)}; accepted: item and two or more "
            "annotators, or item, annotator, label."
        )
    return _long(rows, path) if set(columns) == LONG else _wide(rows, path)


def read_judged(gold: str | Path, pred: str | Path) -> Judged:
    """Labels and scores paired by id; each id must be in both files, once."""
    columns, rows = _table(Path(gold), needed=("id", "label"))
    labels = _keyed(rows, Path(gold), "id")
    scored = _keyed(_table(Path(pred), needed=("id", "score"))[1], Path(pred), "id")
    for side, other_side, path, other in ((labels, scored, gold, pred), (scored, labels, pred, gold)):
        missing = [key for key in side if key not in other_side]
        if missing:
            more = f" {len(missing)} of {len(side)} ids are missing there." if len(missing) > 1 else ""
            raise MeasureError(f"{path}, line {side[missing[0]][0]}: the id {missing[0]!r} is not in {other}.{more}")
    pair = [name for name in columns if name in ("original", "replacement")]
    kinds = pair or [name for name in columns if name == "type"]
    types = tuple(tuple(cells[kind] for kind in kinds) for _, cells in labels.values()) if kinds else None
    return Judged(
        tuple(labels),
        tuple(_label(row, Path(gold)) for row in labels.values()),
        tuple(_score(scored[key], Path(pred)) for key in labels),
        types,
    )


def _wide(rows: Iterator[Row], path: Path) -> dict[str, dict[str, str]]:
    return {
        item: {name: label for name, label in cells.items() if name != "item" and label}
        for item, (_, cells) in _keyed(rows, path, "item").items()
    }


def _long(rows: Iterator[Row], path: Path) -> dict[str, dict[str, str]]:
    units: dict[str, dict[str, str]] = {}
    for line, cells in rows:
        empty = [name for name, cell in cells.items() if not cell]
        if empty:
            raise MeasureError(f"{path}, line {line}: {empty[0]} is empty.")
        unit = units.setdefault(cells["item"], {})
        if cells["annotator"] in unit:
            raise MeasureError(f"{path}, line {line}: {cells['annotator']} judged {cells['item']} before.")
        unit[cells["annotator"]] = cells["label"]
    return units


def _table(path: Path, *, needed: Sequence[str] = ()) -> tuple[list[str], Iterator[Row]]:
    text = read_text(path)
    if not text.strip():
        raise MeasureError(f"{path} is empty; it needs a line of column names first.")
    tabs = "\t" in text.split("\n", 1)[0]
    # with tabs a quotation mark is a character like any other
    reader = csv.reader(
        StringIO(text, newline=""),
        delimiter="\t" if tabs else ",",
        quoting=csv.QUOTE_NONE if tabs else csv.QUOTE_MINIMAL,
    )
    columns = [name.strip() for name in next(reader)]
    wrong = [name for name in needed if name not in columns]
    if wrong:
        raise MeasureError(f"{path}, line 1: no column {wrong[0]!r}. Needed: {', '.join(needed)}.")
    if len(set(columns)) < len(columns) or "" in columns:
        raise MeasureError(f"{path}, line 1: the names of the columns must be distinct and not empty.")
    return columns, _rows(reader, columns, path)


def _rows(reader: Iterator[list[str]], columns: Sequence[str], path: Path) -> Iterator[Row]:
    while True:
        try:
            cells = next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            raise MeasureError(f"{path}, line {reader.line_num}: {error}.") from None  # type: ignore[attr-defined]
        line: int = reader.line_num  # type: ignore[attr-defined]
        if any(cell.strip() for cell in cells):
            if len(cells) != len(columns):
                raise MeasureError(f"{path}, line {line}: {len(cells)} cells under {len(columns)} columns.")
            yield line, dict(zip(columns, map(str.strip, cells), strict=True))


def _keyed(rows: Iterator[Row], path: Path, column: str) -> dict[str, Row]:
    row_of: dict[str, Row] = {}
    for line, cells in rows:
        key = cells[column]
        if not key:
            raise MeasureError(f"{path}, line {line}: the {column} is empty.")
        if key in row_of:
            raise MeasureError(f"{path}, line {line}: {column} {key!r} stood in line {row_of[key][0]} before.")
        row_of[key] = (line, cells)
    return row_of


def _score(row: Row, path: Path) -> float:
    line, cells = row
    try:
        score = float(cells["score"])
    except ValueError:
        score = nan
    if not isfinite(score):
        raise MeasureError(f"{path}, line {line}: the score {cells['score']!r} is no finite number.")
    return score


def _label(row: Row, path: Path) -> str:
    line, cells = row
    if cells["label"].lower() not in WORDS:
        raise MeasureError(
            f"{path}, line {line}: the label {cells['label']!r} is unknown. Accepted: {', '.join(WORDS)}."
        )
    return cells["label"]
