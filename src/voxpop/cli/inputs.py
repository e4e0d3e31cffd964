"""The opening of what a command names: files of reviews, analyses, parts of them; and the files that it writes."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from voxpop.analysis import Analysis
from voxpop.analysis import analyze as run
from voxpop.analysis import open as open_analysis
from voxpop.cli import console
from voxpop.cli.json_log import reporting
from voxpop.errors import OptionError, OutputError
from voxpop.ingest.download import download
from voxpop.ingest.sources import SourceFile
from voxpop.remote_paths import is_remote
from voxpop.settings import Settings
from voxpop.store.selection import Selection, parse_day


def selection_of(since: str | None, until: str | None, where: str | None) -> Selection:
    """Return the reviews that options choose."""
    column, equals, value = (where or "").partition("=")
    if where and not (equals and column.strip()):
        raise OptionError(f"--where is written as country=US, not {where!r}.")
    first, last = (parse_day(text) if text else None for text in (since, until))
    return Selection(first, last, column.strip() or None, value.strip())


def source(inputs: list[str]) -> list[str | Path | SourceFile]:
    """Return what was typed as paths, never as texts; - is standard input; web addresses are fetched."""
    sources: list[str | Path | SourceFile] = []
    for name in inputs:
        sources += download(name) if is_remote(name) else [name if name == "-" else Path(name)]
    return sources


def check_new(path: Path, *, overwrite: bool) -> None:
    """Raise an OutputError if the file to write is there and may not be replaced."""
    if path.exists() and not overwrite:
        raise OutputError(f"{path} is there already. Choose another name, or pass --overwrite to replace it.")


def open_or_analyze(inputs: list[str], settings: Settings, *, output: Path | None, overwrite: bool) -> Analysis:
    """Open the analysis in a .voxpop file, or analyse the reviews in other files."""
    if not any(Path(name).suffix == ".voxpop" for name in inputs):
        with reporting("text", settings.limit) as listeners:
            analysis = run(source(inputs), settings=settings, output=output, overwrite=overwrite, **listeners)
        if steps := Counter(rejected.step for rejected in analysis.rejected):
            parts = ", ".join(console.rejected_count(step, n) for step, n in steps.most_common())
            console.print_note(f"set aside: {steps.total():,} ({parts})")
        return analysis
    if len(inputs) > 1:
        raise OptionError(f"Give one .voxpop file, or files of reviews; given: {', '.join(inputs)}.")
    if output is not None:
        raise OptionError(f"{inputs[0]} is an analysis already: -o keeps the analysis of files of reviews.")
    return open_analysis(inputs[0])
