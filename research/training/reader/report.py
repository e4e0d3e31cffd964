"""Figures of one reader or of several seeds as rows: mean, deviation, interval, and the difference to others."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from research.training.reader.figures import Found
from voxpop.metrics.measure import SEED
from voxpop.metrics.score_table import Cell, Table

Measured = Mapping[str, Sequence[Found]]  # by source
PLAIN = ("MAE", "MAE of the mean", "RMSE of the mean", "kappa", "its width in stars")  # not shown in per cent


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """A figure of a source: one value for each reader, and for a single one its 95 % bootstrap interval."""

    source: str
    task: str
    figure: str
    n: int
    values: tuple[float, ...]
    mean: float
    sd: float | None
    low: float | None = None
    high: float | None = None


def rows(measured: Sequence[Measured], *, resamples: int = 0, seed: int = SEED) -> list[Row]:
    """Figures that all readers have, in the order of the first."""
    found = []
    for source, figures in measured[0].items():
        others = [{each[:2]: each for each in other.get(source, ())} for other in measured]
        for each in figures:
            if all(each[:2] in other for other in others):
                found.append(_row(source, [other[each[:2]] for other in others], resamples, seed))
    return found


def _row(source: str, same: Sequence[Found], resamples: int, seed: int) -> Row:
    values = tuple(each.value for each in same)
    first = same[0]
    low = high = None
    if resamples and len(same) == 1:
        interval = first.score.interval(first.key, resamples=resamples, seed=seed)
        low, high = interval.low, interval.high
    sd = float(np.std(values, ddof=1)) if len(values) > 1 else None
    return Row(source=source, task=first.task, figure=first.figure, n=first.score.n, values=values,
               mean=float(np.mean(values)), sd=sd, low=low, high=high)  # fmt: skip


def table(found: Iterable[Row], *, others: Iterable[Row] | None = None, caption: str = "") -> Table:
    """Shares in per cent; with ``others``, their figures and how far ours lie above."""
    beside = None if others is None else {(row.source, row.task, row.figure): row.mean for row in others}
    cells: list[tuple[Cell, ...]] = []
    for row in found:
        scale = 1.0 if row.figure in PLAIN else 100.0
        line = [None if x is None else scale * x for x in (row.mean, row.sd, row.low, row.high)]
        cell: tuple[Cell, ...] = (row.source, row.task, row.figure, row.n, *line)
        if beside is not None:
            other = beside.get((row.source, row.task, row.figure))
            cell += (None, None) if other is None else (scale * other, scale * (row.mean - other))
        cells.append(cell)
    columns = ("source", "task", "figure", "reviews", "value", "± sd", "low", "high")
    return Table(columns + (() if beside is None else ("against", "difference")), tuple(cells), caption, digits=2)


def headlines(found: Iterable[Row], wanted: Sequence[Mapping[str, str]]) -> Table:
    """The figures that were asked for, in their order, each beside what was wanted of it and what others published.

    ``wanted`` names a source, a task and a figure in each row; its other columns are shown as they are.
    """
    known = {(row.source, row.task, row.figure): row for row in found}
    named = ("source", "task", "figure")
    beside = [name for name in (wanted[0] if wanted else ()) if name not in named]
    cells: list[tuple[Cell, ...]] = []
    for line in wanted:
        row = known.get((line["source"], line["task"], line["figure"]))
        if row is not None:
            title = f"{row.source}, {row.task}, {row.figure}"
            cells.append((title, shown(row), *(line[name] or None for name in beside)))
    return Table(("figure", "reader", *beside), tuple(cells))


def shown(row: Row) -> str:
    """The mean with its deviation over seeds, or the value of one reader with its interval."""
    digits, scale = (3, 1.0) if row.figure in PLAIN else (1, 100.0)
    text = f"{scale * row.mean:.{digits}f}"
    if row.sd is not None:
        return f"{text} ± {scale * row.sd:.{digits}f}"
    if row.low is None or row.high is None:
        return text
    return f"{text} ({scale * row.low:.{digits}f}–{scale * row.high:.{digits}f})"


def to_json(found: Iterable[Row]) -> list[dict[str, Any]]:
    return [asdict(row) for row in found]
