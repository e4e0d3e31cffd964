"""voxpop append: take more reviews into an analysis."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import Annotated

import typer

from voxpop.analysis import append as take_in
from voxpop.analysis import open as open_analysis
from voxpop.cli import console
from voxpop.cli.analyze import show_analysis
from voxpop.cli.inputs import Address, Engine, Inputs, Json, RowOrder, Workers, source


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
    with console.progress() as progress:
        analysis = take_in(
            file,
            source(inputs),
            since=since.date() if since else None,
            workers=workers,
            engine=engine,
            address=address,
            progress=progress,
            on_choice=console.print_choice,
            on_note=console.print_note,
        )
    with analysis:
        new, aside = len(analysis.reviews) - known, len(analysis.rejected) - set_aside
        console.print_note(f"{console.counted(new, 'new review')}; {aside:,} rows set aside, or there before.")
        show_analysis(analysis, report=None, json=json, order=order)
