"""voxpop append: take more reviews into an analysis."""

from __future__ import annotations

from pathlib import Path

from voxpop import file_updates
from voxpop.aggregate.damage import Order
from voxpop.analysis import open as open_analysis
from voxpop.cli import console
from voxpop.cli.analyze import show_analysis
from voxpop.cli.inputs import source
from voxpop.cli.json_log import reporting
from voxpop.cli.options import with_settings
from voxpop.settings import Settings
from voxpop.store.selection import parse_day


@with_settings(
    "encoding", "format", "sheet", "text_column", "stars_column", "date_column", "product_column", "id_column", "skip"
)
def append(
    file: Path,
    inputs: list[str],
    *,
    since: str | None = None,
    order: Order = "mentions",
    json: bool = False,
    engine: str = "local",
    address: str | None = None,
    workers: int | None = None,
    log: str = "text",
    settings: Settings,
) -> None:
    """Add new reviews to an analysis and update everything that is counted.

    Only the new reviews are read, with the settings of the file; options on how files are read go for the new ones
    alone. Known reviews are recognised by their text, or by id and text. Edits and your own aspects stay. The result
    equals one run over all reviews, except that the kind of product and the boilerplate stay those of the file
    (docs/scale.md). A call that was stopped resumes when it is repeated.

    Example: voxpop append cafe.voxpop last-week.csv --since 2024-05-01
    """
    with open_analysis(file) as before:
        reviews_before, rejected_before = len(before.reviews), len(before.rejected)
    with reporting(log) as listeners:
        file_updates.append(
            file,
            source(inputs),
            since=parse_day(since) if since else None,
            reading=settings,
            workers=workers,
            engine=engine,
            address=address,
            progress=listeners["progress"],
            on_choice=listeners["on_choice"],
            on_note=listeners["on_note"],
        )
    with open_analysis(file) as analysis:
        new, aside = len(analysis.reviews) - reviews_before, len(analysis.rejected) - rejected_before
        listeners["on_note"](f"{console.counted(new, 'new review')}; {aside:,} rows set aside, or there before.")
        show_analysis(analysis, report=None, json=json, order=order)
