"""Make a trained branch part of the package: ``python -m research.training.branch.ship CHECKPOINT KIND``, KIND being
compares, entail, mentions or terms.

Writes ``assets/NAME-LANGUAGE``: the int8 graph, its config, and a card with the figures of its training; then lists it.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from research.training.branch.export import export
from research.training.scheme import DATA
from voxpop import assets
from voxpop.errors import says_errors

LICENCE = "research and evaluation"


def ship(checkpoint: Path, kind: str, *, folder: Path = assets.FOLDER) -> assets.Asset:
    config: dict[str, Any] = json.loads((checkpoint / "config.json").read_text("utf-8"))
    metrics: dict[str, dict[str, float]] = json.loads((checkpoint / "metrics.json").read_text("utf-8"))
    name = f"{kind}-{config['language']}"
    export(checkpoint, folder / name)
    (folder / name / assets.CARD).write_text(card(name, kind, config, metrics), "utf-8")
    return assets.add(name, language=config["language"], licence=LICENCE, folder=folder)


def card(name: str, kind: str, config: Mapping[str, Any], metrics: Mapping[str, Mapping[str, float]]) -> str:
    """The words of ``data/card-KIND.md`` with this training's numbers."""
    training = config["training"]
    rows = [f"| {split} | {what} | {value:.3f} |" for split, found in metrics.items() for what, value in found.items()]
    return (DATA / f"card-{kind}.md").read_text("utf-8").format(
        name=name,
        language=config["language"],
        reader=f"reader-{config['language']}",
        sha256=assets.find(f"reader-{config['language']}").sha256[:8],
        layers=config["layers"],
        width=config["encoder"]["hidden_size"],
        samples=f"{training.get('pairs', training.get('samples')):,}",
        epochs=training["recipe"]["epochs"],
        seed=training["recipe"]["seed"],
        seconds=training["seconds"],
        device=training["device"],
        figures="\n".join(["| split | figure | value |", "|---|---|---|", *rows]),
    )  # fmt: skip


@says_errors
def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m research.training.branch.ship", description=__doc__)
    parser.add_argument("checkpoint", type=Path)
    parser.add_argument("kind", choices=["compares", "entail", "mentions", "terms"])
    given = parser.parse_args()
    asset = ship(given.checkpoint, given.kind)
    sys.stdout.write(f"{asset.path}: {asset.size:,} bytes\n")


if __name__ == "__main__":
    raise SystemExit(main())
