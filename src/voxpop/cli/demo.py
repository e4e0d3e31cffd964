"""voxpop demo: the main job on the bundled example."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from voxpop import examples
from voxpop.analysis import analyze
from voxpop.cli import console
from voxpop.cli.analyze import show_analysis
from voxpop.cli.inputs import By, Fast, Json
from voxpop.errors import OutputError
from voxpop.lang import DEFAULT
from voxpop.settings import settings_from


def demo(
    lang: Annotated[
        str, typer.Option(help=f"The language of the example: {' or '.join(examples.examples())}.")
    ] = DEFAULT,
    folder: Annotated[Path, typer.Option("--output", "-o", help="Folder for the results.")] = Path("voxpop-demo"),
    fast: Fast = False,
    by: By = None,
    json: Json = False,
) -> None:
    """Analyse 300 bundled reviews of a fictional hotel or restaurant.

    Example: voxpop demo --lang zh
    """
    example = examples.example(lang)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OutputError(f"Cannot make the folder {folder}: {error.strerror}. Choose another with -o.") from None
    path = example.path
    with console.progress() as progress:
        analysis = analyze(
            path,
            product=example.product,
            settings=settings_from({"fast": fast, "by": by}),
            output=folder / f"{path.stem}.voxpop",
            overwrite=True,
            workers=1,
            progress=progress,
            on_choice=console.print_choice,
            on_domains=console.print_domains,
        )
    with analysis:
        page = analysis.report(folder / f"{path.stem}.html")
        show_analysis(analysis, report=page, json=json)
