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
from collections.abc import Sequence
from dataclasses import dataclass, replace
from io import StringIO
from math import isfinite, nan
from pathlib import Path

from voxpop.errors import MeasureError
from voxpop.metrics.clusters import read_text
from voxpop.metrics.factuality import WORDS, Kind
from voxpop.metrics.gold_records import Record, Source, distinct, paired, wrong

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
    columns, table = _table(path)
    if columns[0] != "item" or len(columns) < 3:
        raise MeasureError(
            f"{path}, line 1: the columns are {', '.join(columns)}; accepted: item and two or more "
            "annotators, or item, annotator, label."
        )
    units: dict[str, dict[str, str]] = {}
    if set(columns) != LONG:
        for record in _keyed(table, "item").records:
            units[record.id or ""] = {name: label for name, label in record.value.items() if name != "item" and label}
        return units
    for record in table.records:
        empty = [name for name, cell in record.value.items() if not cell]
        if empty:
            raise wrong(path, record.line, f"{empty[0]} is empty.")
        item, annotator, label = (record.value[name] for name in ("item", "annotator", "label"))
        if annotator in units.setdefault(item, {}):
            raise wrong(path, record.line, f"{annotator} judged {item} before.")
        units[item][annotator] = label
    return units


def read_judged(gold: str | Path, pred: str | Path) -> Judged:
    """Labels and scores paired by id; each id must be in both files, once."""
    columns, table = _table(Path(gold), needed=("id", "label"))
    left, right = paired(_keyed(table, "id"), _keyed(_table(Path(pred), needed=("id", "score"))[1], "id"))
    for record in left.records:
        if record.value["label"].lower() not in WORDS:
            reason = f"the label {record.value['label']!r} is unknown. Accepted: {', '.join(WORDS)}."
            raise wrong(left.path, record.line, reason)
    pair = [name for name in columns if name in ("original", "replacement")]
    kinds = pair or [name for name in columns if name == "type"]
    return Judged(
        tuple(record.id or "" for record in left.records),
        tuple(cells["label"] for cells in left.values),
        tuple(_score(record, right.path) for record in right.records),
        tuple(tuple(cells[kind] for kind in kinds) for cells in left.values) if kinds else None,
    )


def _table(path: Path, *, needed: Sequence[str] = ()) -> tuple[list[str], Source]:
    """The names of the columns, and a record of cells by column for each line that holds something."""
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
    lacking = [name for name in needed if name not in columns]
    if lacking:
        raise wrong(path, 1, f"no column {lacking[0]!r}. Needed: {', '.join(needed)}.")
    if len(set(columns)) < len(columns) or "" in columns:
        raise wrong(path, 1, "the names of the columns must be distinct and not empty.")
    records = []
    try:
        for cells in reader:
            if any(cell.strip() for cell in cells):
                if len(cells) != len(columns):
                    raise wrong(path, reader.line_num, f"{len(cells)} cells under {len(columns)} columns.")
                records.append(Record(dict(zip(columns, map(str.strip, cells), strict=True)), reader.line_num))
    except csv.Error as error:
        raise wrong(path, reader.line_num, f"{error}.") from None
    if not records:
        raise MeasureError(f"{path} has no rows under its column names: there is nothing to measure.")
    return columns, Source(path, tuple(records))


def _keyed(table: Source, column: str) -> Source:
    """The records with the cells of a column as their ids."""
    for record in table.records:
        if not record.value[column]:
            raise wrong(table.path, record.line, f"the {column} is empty.")
    records = tuple(replace(record, id=record.value[column]) for record in table.records)
    return distinct(Source(table.path, records), column)


def _score(record: Record, path: Path) -> float:
    try:
        score = float(record.value["score"])
    except ValueError:
        score = nan
    if not isfinite(score):
        raise wrong(path, record.line, f"the score {record.value['score']!r} is no finite number.")
    return score
