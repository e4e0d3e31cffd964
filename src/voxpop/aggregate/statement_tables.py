"""Statements as tables, in which they travel between the file, this process and others."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
import pyarrow as pa

from voxpop.aggregate.key_points import PointFinder, Statements, sampled
from voxpop.aggregate.label_matching import StatementRow
from voxpop.aggregate.whole_phrases import AROUND
from voxpop.types import KeyPointKind


class StatementTables(NamedTuple):
    """Statements that opinions hold, a row for each such opinion, and the texts of their reviews (seq, text)."""

    rows: pa.Table
    texts: pa.Table


def statements_of(tables: StatementTables) -> Statements:
    """Return statements in columns, each once."""
    ids = tables.rows["id"].to_numpy()
    order = np.argsort(ids, kind="stable")
    first = np.flatnonzero(np.diff(ids[order], prepend=-1))  # row of each statement
    of_whole = np.logical_or.reduceat(tables.rows["of_whole"].to_numpy()[order], first)
    rows = tables.rows.take(order[first])
    names = ("review", "start", "end", "target_start", "target_end")
    review, start, end, target_start, target_end = (rows[name].to_pylist() for name in names)
    text_of = dict(zip(*(column.to_pylist() for column in tables.texts.columns), strict=True))
    spoken = [text_of[number] for number in review]  # to cut the texts here is quicker than to do so in DuckDB
    numbers = ("review", "start", "has_target", "polarity", "wish", "words_start")
    return Statements(
        text=[text[first:last] for text, first, last in zip(spoken, start, end, strict=True)],
        target=[
            "" if first is None else text[first:last]
            for text, first, last in zip(spoken, target_start, target_end, strict=True)
        ],
        meaning=np.frombuffer(b"".join(rows["meaning"].to_pylist()), np.int8).reshape(len(rows), -1),
        target_start=target_start,
        of_whole=of_whole,
        before=[text[max(0, first - AROUND) : first] for text, first in zip(spoken, start, strict=True)],
        after=[text[last : last + AROUND] for text, last in zip(spoken, end, strict=True)],
        **{name: rows[name].to_numpy() for name in numbers},
    )


def sampled_rows(
    bounded: tuple[StatementTables, Mapping[KeyPointKind, int | None]], *, lang: str
) -> dict[KeyPointKind, list[StatementRow]]:
    """Return the statements of each kind that a sample takes in, with the highest ticket of the sample so far."""
    tables, highest = bounded
    return sampled(statements_of(tables), lang, highest)


def grouped_rows(tables: StatementTables, *, finder: PointFinder) -> pa.Table:
    """Return the statements that say what a label says, with its number and how likely each does."""
    statements = statements_of(tables)
    places, numbers, closeness = finder.nearest(statements)
    starts = zip(statements.words_start[places].tolist(), places.tolist(), strict=True)
    targets = [-1 if start is None else start for start in statements.target_start]
    spots = pa.array([(start, targets[place]) for start, place in starts], pa.list_(pa.int32()))
    columns = {"number": numbers, "review": statements.review[places], "closeness": closeness, "place": spots}
    return pa.table(columns)
