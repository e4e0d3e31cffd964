"""python -m research.papers: a paper's tables, ours beside theirs."""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable
from inspect import signature
from pathlib import Path
from typing import Annotated

import typer

from research import datasets
from research.commands import Json, run_command
from research.papers import REPRODUCTIONS, Report
from voxpop.cli import console
from voxpop.errors import OptionError

ENCODER = (
    "asap: a folder, or an installed package, with a BERT-like encoder for {}; what has no run from it is trained."
)
NAME = f"What to run again: {', '.join(REPRODUCTIONS)}."


def reproduce(
    name: Annotated[str, typer.Argument(metavar="NAME", help=NAME)],
    data: Annotated[Path | None, typer.Option("--data", help="Folder of the data sets. Default: VOXPOP_DATA.")] = None,
    seed: Annotated[int, typer.Option(help="The same seed gives the same numbers.")] = 12345,
    draws: Annotated[int, typer.Option(min=1, help="Random draws where the paper drew once.")] = 200,
    figure: Annotated[Path | None, typer.Option(help="Write the figure as SVG; several are numbered.")] = None,
    runs: Annotated[
        Path | None, typer.Option(help="asap: folder of your own trained runs. Default: runs, where there is one.")
    ] = None,
    train: Annotated[bool, typer.Option("--train", help="asap: train what has no run yet.")] = False,
    encoder_en: Annotated[str | None, typer.Option(help=ENCODER.format("English"))] = None,
    encoder_zh: Annotated[str | None, typer.Option(help=ENCODER.format("Chinese"))] = None,
    json: Json = False,
) -> None:
    """Run a paper's experiments again and print its tables, ours beside theirs.

    research/training.md explains the options for asap.

    Examples:

    python -m research.papers rouge --data ~/data --figure boxes.svg

    python -m research.papers coref --data ~/data --json
    """
    run: Callable[..., Report] = REPRODUCTIONS[name]
    options = {"runs": runs, "train": train, "encoder_en": encoder_en, "encoder_zh": encoder_zh}
    chosen = {option: value for option, value in options.items() if value}
    if unknown := next((option for option in chosen if option not in signature(run).parameters), None):
        raise OptionError(f"{name} trains nothing. Leave out --{unknown.replace('_', '-')}.")
    folder = datasets.folder(data)
    if train or encoder_en or encoder_zh:
        logging.basicConfig(level=logging.INFO, stream=sys.stderr, format="%(asctime)s %(message)s", datefmt="%H:%M:%S")
    with console.spinner(f"Running {name} again"):
        report = run(folder, seed=seed, draws=draws, **chosen)
    if json:
        console.print_json(report.to_json())
    else:
        console.out.print(report.to_markdown(), markup=False, highlight=False, soft_wrap=True)
    if figure is not None:
        save_figures(report, figure)


def save_figures(report: Report, path: Path) -> None:
    """Write a report's figures to ``path``; several get numbers behind its stem."""
    if not report.figures:
        raise OptionError(f"{report.name} draws no figure. Leave out --figure.")
    for number, figure in enumerate(report.figures.values(), start=1):
        place = path if len(report.figures) == 1 else path.with_stem(f"{path.stem}-{number}")
        console.print_note(f"Figure: {figure.save(place)}")


if __name__ == "__main__":
    run_command(reproduce, name="python -m research.papers")
