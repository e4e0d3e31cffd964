"""voxpop export: reviews, opinions or aspects of an analysis as a table for other programs."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, Literal

from voxpop import schema
from voxpop.atomic_files import check_new
from voxpop.cli import console
from voxpop.cli.inputs import selection_of
from voxpop.errors import OptionError
from voxpop.store import Store
from voxpop.store.filters import ReviewFilter, SideName
from voxpop.store.listing import Listing
from voxpop.store.selection import undated_count
from voxpop.table_files import file_kind, with_extra, write_table
from voxpop.types import side_of

TABLES = ("reviews", "opinions", "aspects")


def export(
    file: Path,
    *,
    to: Path,
    table: Literal["reviews", "opinions", "aspects"] | None = None,
    since: str | None = None,
    until: str | None = None,
    where: str | None = None,
    aspect: str | None = None,
    side: Literal["positive", "neutral", "negative"] | None = None,
    stars: list[int] | None = None,
    text: str | None = None,
    overwrite: bool = False,
) -> None:
    """Write reviews, opinions or aspects as CSV, Excel, JSON or Parquet, with the filters of the web app.

    All columns of the source come along. Rows of opinions have their quote and its place in the text.

    Example: voxpop export cafe.voxpop --to opinions.csv --since 2024-05-01 --aspect service --side negative
    """
    file_kind(to)
    names = [name for name in TABLES if to.stem.lower().startswith(name)]
    named: str = table or (names[0] if names else "opinions")
    check_new(to, overwrite=overwrite)
    if side and not aspect:
        raise OptionError("--side needs --aspect: it is what reviews say of one row of the table.")
    chosen = ReviewFilter(stars=tuple(sorted(set(stars or ()))), text=text)
    selected = selection_of(since, until, where)
    with closing(Store.open(file)) as store, console.spinner("Reading"), Listing.over(store, selected) as part:
        row = part.row_named(aspect) if aspect else None
        undated = undated_count(store) if since or until else 0
        written = write_table(rows_of_table(part, named, chosen, row, side, file_kind(to)), to)
    console.print_line(f"{to}: {console.counted(written, 'row')}")
    if undated:
        console.print_note(f"Without a date, and so left out: {console.counted(undated, 'review')}.")


def rows_of_table(
    part: Listing, table: str, chosen: ReviewFilter, row: int | None, side: SideName | None, kind: str
) -> Iterator[dict[str, Any]]:
    """Yield the rows of an export."""
    if table == "aspects":
        for place, aspect in enumerate(part.table):
            if row in (None, place):
                yield {**schema.entry(schema.AspectNumbers, aspect), "parent": aspect.parent}
        return
    if table == "reviews":
        rows = part.all_reviews(chosen, order="file", row=row, side=side)
    else:
        rows = part.all_opinions(row, chosen)
    for line in with_extra(rows, part.extra_columns, kind):
        if table == "reviews" or side is None or side == side_of(line["polarity"]):
            yield dict(line)
