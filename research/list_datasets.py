"""voxpop data: the public data sets, and whether they are here."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table

from research import datasets
from voxpop.cli import console
from voxpop.cli.inputs import Json

COLOURS = {"ready": "green", "absent": "grey50", "incomplete": "yellow", "damaged": "red"}


def data(
    names: Annotated[list[str] | None, typer.Argument(metavar="[NAME...]", help="Data sets. Default: all.")] = None,
    folder: Annotated[Path | None, typer.Option("--data", help="Their folder. Default: VOXPOP_DATA.")] = None,
    json: Json = False,
) -> None:
    """List the data sets that voxpop is measured with, and check that they are whole.

    Example: voxpop data semeval14 --data ~/data
    """
    checks = datasets.check_all(datasets.folder(folder), names or ())
    if json:
        console.print_json([
            {"name": check.dataset.name, "about": check.dataset.about, "licence": check.dataset.licence,
             "state": check.state, "size": check.size, "missing": check.missing, "damaged": check.damaged}
            for check in checks
        ])  # fmt: skip
    else:
        table = Table(box=None, header_style="bold", pad_edge=False)
        for name in ("name", "state", "size", "licence", "what"):
            table.add_column(name, justify="right" if name == "size" else "left")
        for check in checks:
            state = f"[{COLOURS[check.state]}]{check.state}[/]"
            table.add_row(check.dataset.name, state, f"{check.size:,}", check.dataset.licence, check.dataset.about)
        console.out.print(table)
    if names and any(check.state != "ready" for check in checks):
        raise typer.Exit(1)
