"""The part of a file that all pages show: its days and its segment, and what else can be chosen."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date as Date
from datetime import timedelta

from voxpop.store.segment_counts import segment_sizes
from voxpop.store.selection import DATES, Selection
from voxpop.web.labels import Labels
from voxpop.web.links import part_address
from voxpop.web.state import OpenFile
from voxpop.web.views.segments_view import title_of

PRESETS = {"days_30": 30, "days_90": 90, "days_365": 365}  # days, by label


@dataclass(frozen=True, slots=True)
class SegmentChoice:
    """A segment that can be chosen: the text of its selection, its name and how many reviews it has."""

    selection: str
    title: str
    reviews: int
    is_chosen: bool


@dataclass(frozen=True, slots=True)
class ScopeView:
    """The bar above every page of a file. ``page`` is the rest of the address of the page that it stands on."""

    selection: Selection
    page: str
    first: Date | None  # days of the whole file
    last: Date | None
    columns: list[tuple[str, list[SegmentChoice]]]
    presets: list[tuple[str, str, bool]]  # label, address, whether it is what is shown
    whole: str  # the address of the page for all reviews
    reviews: int
    of: int


def scope_view(open_file: OpenFile, page: str, label: Labels) -> ScopeView | None:
    """Return None where nothing can be chosen."""
    whole, selection = open_file.whole, open_file.views.selection
    groups = whole.once("segment sizes", lambda: segment_sizes(whole.views))
    columns = [
        (
            label.named("columns", name),
            [
                SegmentChoice(
                    str(Selection(column=name, value=group.name)),
                    title_of(group.name, group.pooled, name, label),
                    group.reviews,
                    (name, group.name) == (selection.column, selection.value),
                )
                for group in sizes
            ],
        )
        for name, sizes in groups.items()
        if name not in ("date", *DATES)
    ]
    first, last = whole.views.period
    if not columns and first == last:
        return None
    presets = []
    for name, days in PRESETS.items() if first != last else ():
        start = last - timedelta(days=days - 1)
        if start > first:
            chosen = replace(selection, since=start, until=None)
            presets.append((name, part_address(whole.slug, chosen, page), chosen == selection))
    counts = [file.once("count", lambda file=file: file.views.count("reviews")) for file in (open_file, whole)]  # type: ignore[misc]
    return ScopeView(
        selection, page, first, last, columns, presets, part_address(whole.slug, Selection(), page), *counts
    )
