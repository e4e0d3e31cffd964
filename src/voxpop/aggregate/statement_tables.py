"""Statements as tables, in which they travel between the file, this process and others."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
import pyarrow as pa

from voxpop.aggregate.key_points import PointFinder, Statements, sampled
from voxpop.aggregate.label_matching import Floats, Places, StatementRow
from voxpop.aggregate.whole_phrases import AROUND
from voxpop.types import KeyPointKind

GROUPED = (
    "review", "polarity", "target_start", "target_end", "words_start", "words_end", "start", "end", "opinion_start",
    "opinion_end",
)  # fmt: skip


class StatementTables(NamedTuple):
    """Statements that opinions hold, a row for each such opinion, and the texts of their reviews (seq, text)."""

    rows: pa.Table
    texts: pa.Table


def by_statement(tables: StatementTables) -> tuple[pa.Table, Places]:
    """Return the rows in the order of the statements, and the place of the first row of each."""
    ids = tables.rows["id"].to_numpy()
    order = np.argsort(ids, kind="stable")
    return tables.rows.take(order), np.flatnonzero(np.diff(ids[order], prepend=-1))


def statements_of(tables: StatementTables) -> Statements:
    """Return statements in columns, each once."""
    rows, first = by_statement(tables)
    of_whole = np.logical_or.reduceat(rows["of_whole"].to_numpy(), first)
    rows = rows.take(first)
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


class GroupedRows(NamedTuple):
    """Statements that say what a label says: the label's number, the review and how likely each says it.

    ``rows`` has a row for each opinion that holds one.
    """

    numbers: Places
    reviews: Places
    chances: Floats
    rows: pa.Table


def grouped_rows(tables: StatementTables, *, finder: PointFinder) -> GroupedRows:
    """Find the statements that say what a label says. Others that begin at the same words belong to them."""
    statements, (rows, first) = statements_of(tables), by_statement(tables)
    places, numbers, chances = finder.nearest(statements)
    begins = [rows[name].fill_null(-1).to_numpy() for name in ("review", "words_start", "target_start")]
    beginning = np.unique(begins, axis=1, return_inverse=True)[1].reshape(-1)  # a number for each row
    order, counts = np.argsort(beginning, kind="stable"), np.bincount(beginning)
    found = beginning[first[places]]
    sizes = counts[found]
    at = np.arange(sizes.sum()) + np.repeat(np.cumsum(counts)[found] - np.cumsum(sizes), sizes)
    grouped = rows.select(GROUPED).take(order[at]).append_column("number", pa.array(np.repeat(numbers, sizes)))
    grouped = grouped.append_column("closeness", pa.array(np.repeat(chances, sizes)))
    return GroupedRows(numbers, statements.review[places], chances, grouped)
