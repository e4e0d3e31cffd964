"""voxpop report: one self-contained page."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from voxpop.analysis import open as open_analysis
from voxpop.cli import console
from voxpop.cli.inputs import Json, RowOrder


def report(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A .voxpop file.")],
    output: Annotated[Path | None, typer.Option("--output", "-o", help="Default: FILE with .html.")] = None,
    overwrite: Annotated[bool, typer.Option("--overwrite", help="Replace the page if it is there.")] = False,
    order: RowOrder = "mentions",
    json: Json = False,
) -> None:
    """Write an analysis as one HTML page to open, send or print; or as JSON.

    Example: voxpop report cafe.voxpop -o cafe.html
    """
    with open_analysis(file) as analysis:
        if json:
            console.print_json(analysis.document(order=order))
            return
        page = analysis.report(output or file.with_suffix(".html"), overwrite=overwrite, order=order)
        console.print_line(f"Page: {page}")
