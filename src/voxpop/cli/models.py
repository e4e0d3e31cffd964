"""voxpop models: the weights that come with voxpop."""

from __future__ import annotations

from typing import Annotated, Any

import typer
from rich.table import Table

from voxpop import assets
from voxpop.cli import console
from voxpop.cli.inputs import Json


def models(
    name: Annotated[
        str | None, typer.Argument(metavar="NAME", help="Print the card of these weights: data, terms, figures, use.")
    ] = None,
    json: Json = False,
) -> None:
    """List the weights that come with voxpop, and check each against its checksum; or print the card of one.

    Example: voxpop models reader-en
    """
    chosen = None if name is None else assets.find(name)
    checked = [(asset, error) for asset, error in assets.verify() if chosen in (None, asset)]
    if json:
        console.print_json([entry(asset, error) for asset, error in checked])
    elif chosen is not None:
        console.out.print(chosen.card.read_text("utf-8"), markup=False, highlight=False, soft_wrap=True, end="")
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
            console.print_error(str(error))
    if any(error for _, error in checked):
        raise typer.Exit(1)


def entry(asset: assets.Asset, error: Exception | None) -> dict[str, Any]:
    """``reason`` says what is wrong where it is not verified."""
    return {
        "name": asset.name, "language": asset.language, "path": str(asset.path), "card": str(asset.card),
        "size": asset.size, "sha256": asset.sha256, "licence": asset.licence, "version": asset.version,
        "verified": error is None, "reason": error and str(error),
    }  # fmt: skip
