"""voxpop demo: the main job on the bundled example."""

from __future__ import annotations

from pathlib import Path

from voxpop import examples
from voxpop.analysis import analyze
from voxpop.cli import console
from voxpop.cli.analyze import show_analysis
from voxpop.cli.json_log import reporting
from voxpop.cli.options import with_settings
from voxpop.lang import DEFAULT
from voxpop.settings import Settings


@with_settings("by", "fast")
def demo(
    *,
    lang: str = DEFAULT,
    folder: Path = Path("voxpop-demo"),
    files: bool = False,
    json: bool = False,
    settings: Settings,
) -> None:
    """Analyse 300 bundled reviews of a fictional hotel or restaurant.

    Example: voxpop demo --lang zh
    """
    example = examples.example(lang)
    folder.mkdir(parents=True, exist_ok=True)
    if files:
        for copied in examples.copy_all(folder):
            console.print_line(str(copied))
        return
    path = example.path
    with reporting("text") as listeners:
        analysis = analyze(
            path,
            product=example.product,
            settings=settings,
            output=folder / f"{path.stem}.voxpop",
            overwrite=True,
            workers=1,
            **listeners,
        )
    with analysis:
        page = analysis.report(folder / f"{path.stem}.html")
        show_analysis(analysis, report=page, json=json)
