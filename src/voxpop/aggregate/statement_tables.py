"""Statements as tables, in which they travel between the file, this process and others."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import pyarrow as pa

from voxpop.aggregate.key_points import NearestLabels, Statements, sampled
from voxpop.aggregate.label_matching import StatementRow
from voxpop.aggregate.whole_phrases import AROUND
from voxpop.arrow_tables import RowsWithTexts, texts_of
from voxpop.types import KeyPointKind


def statements_of(tables: RowsWithTexts) -> Statements:
    """Return statements that opinions hold, of which each such opinion has a row, in columns and each once."""
    rows, texts = tables
    ids = rows["id"].to_numpy()
    order = np.argsort(ids, kind="stable")
    first = np.flatnonzero(np.diff(ids[order], prepend=-1))  # row of each statement
    of_whole = np.logical_or.reduceat(rows["of_whole"].to_numpy()[order], first)
    rows = rows.take(order[first])
    names = ("start", "end", "target_start", "target_end")
    start, end, target_start, target_end = (rows[name].to_pylist() for name in names)
    spoken = texts_of(rows, texts)  # to cut the texts here is quicker than to do so in DuckDB
    numbers = ("id", "review", "start", "has_target", "polarity", "wish")
    return Statements(
        text=[text[first:last] for text, first, last in zip(spoken, start, end, strict=True)],
        target=[
            "" if first is None else text[first:last]
            for text, first, last in zip(spoken, target_start, target_end, strict=True)
        ],
        meaning=np.frombuffer(b"".join(rows["meaning"].to_pylist()), np.int8).reshape(len(rows), -1),
        of_whole=of_whole,
        before=[text[max(0, first - AROUND) : first] for text, first in zip(spoken, start, strict=True)],
        after=[text[last : last + AROUND] for text, last in zip(spoken, end, strict=True)],
        **{name: rows[name].to_numpy() for name in numbers},
    )


def sampled_rows(
    bounded: tuple[RowsWithTexts, Mapping[KeyPointKind, int]], *, lang: str
) -> dict[KeyPointKind, list[StatementRow]]:
    """Return the statements of each kind that a sample may take in; each task has the highest tickets so far."""
    tables, highest = bounded
    return sampled(statements_of(tables), lang, highest)


def grouped_rows(tables: RowsWithTexts, *, nearest: NearestLabels) -> pa.Table:
    """Return the statements that say what a label says, with its number and how likely each does."""
    statements = statements_of(tables)
    places, numbers, chances = nearest(statements)
    own = {"id": statements.id[places], "review": statements.review[places]}
    return pa.table({**own, "number": numbers, "chance": chances})
