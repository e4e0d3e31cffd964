"""What a command names: files of reviews, parts of an analysis, and the files that it writes."""

from __future__ import annotations

from pathlib import Path

from voxpop.errors import OptionError
from voxpop.ingest.download import download
from voxpop.ingest.sources import SourceFile
from voxpop.remote_paths import is_remote
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
