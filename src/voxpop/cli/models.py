"""voxpop models: the weights that come with voxpop."""

from __future__ import annotations

import typer
from rich.table import Table

from voxpop import assets
from voxpop.cli import console
from voxpop.cli.inputs import Json


def models(json: Json = False) -> None:
    """List the weights that come with voxpop, and check each against its checksum.

    Example: voxpop models --json
    """
    checked = assets.verify()
    if json:
        console.print_json([
            {"name": asset.name, "language": asset.language, "path": str(asset.path), "size": asset.size,
             "sha256": asset.sha256, "licence": asset.licence, "verified": error is None}
            for asset, error in checked
        ])  # fmt: skip
    else:
        table = Table(box=None, header_style="bold", pad_edge=False)
        for name in ("name", "language", "size", "licence", "verified"):
            table.add_column(name, justify="right" if name == "size" else "left")
        for asset, error in checked:
            table.add_row(asset.name, asset.language, f"{asset.size:,}", asset.licence, "NO" if error else "yes")
        console.out.print(table)
    for _, error in checked:
        if error is not None:
            console.complain(str(error))
    if any(error for _, error in checked):
        raise typer.Exit(1)
