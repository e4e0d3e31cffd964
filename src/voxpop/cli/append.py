"""voxpop append: take more reviews into an analysis."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import Annotated

import typer

from voxpop import file_updates
from voxpop.analysis import open as open_analysis
from voxpop.cli import console
from voxpop.cli.analyze import show_analysis
from voxpop.cli.inputs import Address, Engine, Inputs, Json, Log, RowOrder, Workers, source
from voxpop.cli.json_log import reporting


def append(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A .voxpop file.")],
    inputs: Inputs,
    since: Annotated[
        datetime | None,
        typer.Option(formats=["%Y-%m-%d"], help="Pass over rows dated before this day, for exports that overlap."),
    ] = None,
    engine: Engine = "local",
    address: Address = None,
    workers: Workers = None,
    order: RowOrder = "mentions",
    log: Log = "text",
    json: Json = False,
) -> None:
    """Take new reviews into an analysis, and bring everything that is counted up to date.

    Only the new reviews are read, with the settings of the file; those that it has already are recognised, by their
    text or by id and text. Edits and your own aspects stay. The result is that of one run over all reviews, but that
    the kind of product and the boilerplate are those of the file (docs/scale.md). A call that was stopped goes on when
    it is repeated.

    Example: voxpop append cafe.voxpop last-week.csv --since 2024-05-01
    """
    with open_analysis(file) as before:
        known, set_aside = len(before.reviews), len(before.rejected)
    with reporting(log) as report:
        file_updates.append(
            file,
            source(inputs),
            since=since.date() if since else None,
            workers=workers,
            engine=engine,
            address=address,
            progress=report.progress,
            on_choice=report.choice,
            on_note=report.note,
        )
    with open_analysis(file) as analysis:
        new, aside = len(analysis.reviews) - known, len(analysis.rejected) - set_aside
        report.note(f"{console.counted(new, 'new review')}; {aside:,} rows set aside, or there before.")
        show_analysis(analysis, report=None, json=json, order=order)
