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
             "sha256": asset.sha256, "licence": asset.licence, "version": asset.version, "verified": error is None}
            for asset, error in checked
        ])  # fmt: skip
    else:
        table = Table(box=None, header_style="bold", pad_edge=False)
        for name in ("name", "lang", "version", "size", "licence", "whole"):
            table.add_column(name, justify="right" if name in ("version", "size") else "left")
        for asset, error in checked:
            verified = "NO" if error else "yes"
            table.add_row(asset.name, asset.language, str(asset.version), f"{asset.size:,}", asset.licence, verified)
        console.out.print(table)
    for _, error in checked:
        if error is not None:
            console.complain(str(error))
    if any(error for _, error in checked):
        raise typer.Exit(1)
