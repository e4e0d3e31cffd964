"""voxpop reproduce: a paper's tables, ours beside theirs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from voxpop import datasets
from voxpop.cli import console
from voxpop.cli.inputs import Json
from voxpop.errors import OptionError
from voxpop.reproduce import REPRODUCTIONS, Report


def reproduce(
    name: Annotated[str, typer.Argument(metavar="NAME", help=f"What to run again: {', '.join(REPRODUCTIONS)}.")],
    data: Annotated[Path | None, typer.Option("--data", help="Folder of the data sets. Default: VOXPOP_DATA.")] = None,
    seed: Annotated[int, typer.Option(help="Same seed, same numbers.")] = 12345,
    draws: Annotated[int, typer.Option(min=1, help="Random draws where the paper drew once.")] = 200,
    figure: Annotated[Path | None, typer.Option(help="Write the figure as SVG; several get numbers.")] = None,
    json: Json = False,
) -> None:
    """Run a paper's experiments again and print its tables, ours beside theirs.

    Example: voxpop reproduce rouge --data ~/data --figure boxes.svg
    """
    run = REPRODUCTIONS[name]
    folder = datasets.folder(data)
    with console.waiting(f"Running {name} again"):
        report = run(folder, seed=seed, draws=draws)
    if json:
        console.print_json(report.to_json())
    else:
        console.out.print(report.to_markdown(), markup=False, highlight=False, soft_wrap=True)
    if figure is not None:
        save_figures(report, figure)


def save_figures(report: Report, path: Path) -> None:
    if not report.figures:
        raise OptionError(f"{report.name} draws no figure. Leave out --figure.")
    for number, figure in enumerate(report.figures.values(), start=1):
        place = path if len(report.figures) == 1 else path.with_stem(f"{path.stem}-{number}")
        console.say(f"Figure: {figure.save(place)}")
