"""Make a trained reader part of the package: ``python -m research.training.reader.ship CHECKPOINT --mlm mlm.json``.

Writes ``assets/reader-LANGUAGE``: the int8 graph, its config with the names people read, and a card; then lists it.
The figures in the card are those of ``models/data/figures-LANGUAGE.tsv``, which the evaluation writes.
"""

from __future__ import annotations

import argparse
import csv
import json
import shutil
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from research.training.reader.export import export
from research.training.reader.general import general_rows
from research.training.scheme import DATA, asap_rows
from voxpop import assets
from voxpop.errors import AssetError, says_errors
from voxpop.extract.sentence_heads import FILE as SENTENCES
from voxpop.metrics.score_table import Table

SHOWN = {"en": "general", "zh": "asap"}
LICENCE = "research and evaluation"
WORDS = "research and evaluation, because some of what it was made from states no terms or says so."


def names(language: str) -> dict[str, str]:
    """What people read for each category that is shown."""
    if language == "zh":
        return {row["name"]: row["chinese"] for row in asap_rows()}
    return {row["name"]: {"general": "overall", "author": "author and style"}.get(row["name"], row["name"])
            for row in general_rows()}  # fmt: skip


def ship(checkpoint: Path, mlm: Mapping[str, Any], *, folder: Path = assets.FOLDER) -> assets.Asset:
    config: dict[str, Any] = json.loads((checkpoint / "config.json").read_text("utf-8"))
    language = config["language"]
    config |= {"shown": SHOWN[language], "names": names(language)}
    (checkpoint / "config.json").write_text(json.dumps(config, indent=1, ensure_ascii=False) + "\n", "utf-8")
    name = f"reader-{language}"
    words = card(name, config, mlm)
    export(checkpoint, folder / name)
    if (checkpoint / SENTENCES).is_file():
        shutil.copy(checkpoint / SENTENCES, folder / name / SENTENCES)
    (folder / name / "card.md").write_text(words, "utf-8")
    return assets.add(name, language=language, licence=LICENCE, folder=folder)


def card(name: str, config: Mapping[str, Any], mlm: Mapping[str, Any]) -> str:
    """The words of ``data/card-LANGUAGE.md`` with this training's numbers; ``again`` is how categories learnt on."""
    training, encoder = config["training"], config["encoder"]
    words = (DATA / f"card-{config['language']}.md").read_text("utf-8")
    if "{again" in words and "categories" not in training:
        raise AssetError(
            f"The card of {name} tells how its categories learnt on, and the training in its config.json has no "
            "'categories'. First: python -m research.training.reader.learn --reader (research/experiments/reader/categories.sh)."
        )
    return words.format(
        name=name,
        licence_words=WORDS,
        window=config["window"],
        layers=encoder["num_hidden_layers"],
        width=config["width"],
        pieces=encoder["vocab_size"],
        categories=sum(map(len, config["sets"].values())),
        mlm_steps=mlm["steps"],
        mlm_minutes=round(mlm["seconds"] / 60, 1),
        again=told(training["categories"]) if "categories" in training else {},
        figures=figures(config["language"]).markdown(),
        **told(training),
    )


def figures(language: str) -> Table:
    """What was measured, as ``python -m research.experiments.reader.evaluate --brief --card`` wrote it."""
    with (DATA / f"figures-{language}.tsv").open(encoding="utf-8", newline="") as lines:
        columns, *rows = csv.reader(lines, delimiter="\t")
    return Table(tuple(columns), tuple(map(tuple, rows)))


def told(training: Mapping[str, Any]) -> dict[str, Any]:
    """What a card tells of one training."""
    numbers = {key: training[key] for key in ("steps", "device", "samples", "taught") if key in training}
    recipe = {key: training["recipe"][key] for key in ("epochs", "seed")}
    return {**numbers, **recipe, "minutes": round(training["seconds"] / 60, 1)}


@says_errors
def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m research.training.reader.ship", description=__doc__)
    parser.add_argument("checkpoint", type=Path)
    parser.add_argument("--mlm", type=Path, required=True, help="mlm.json of the encoder it began from")
    given = parser.parse_args(arguments)
    asset = ship(given.checkpoint, json.loads(given.mlm.read_text("utf-8")))
    sys.stdout.write(f"{asset.path}: {asset.size:,} bytes\n")


if __name__ == "__main__":
    raise SystemExit(main())
