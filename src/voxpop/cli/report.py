"""voxpop report: one self-contained page."""

from __future__ import annotations

from pathlib import Path

from voxpop.aggregate.damage import Order
from voxpop.analysis import open as open_analysis
from voxpop.cli import console


def report(
    file: Path, *, output: Path | None = None, overwrite: bool = False, order: Order = "mentions", json: bool = False
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
