"""voxpop models: the weights that come with voxpop."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

import typer

from voxpop import assets
from voxpop.cli import console


def models(name: str | None = None, *, json: bool = False) -> None:
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
        table = console.table("name", "lang", ">version", ">size", "licence", "whole")
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
    facts = {field.name: getattr(asset, field.name) for field in fields(asset) if field.name != "files"}
    return facts | {"verified": error is None, "reason": error and str(error)}
