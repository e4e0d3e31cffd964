"""What the pages show of an open file, in the document's terms, each part worked out once."""

from __future__ import annotations

from dataclasses import replace

from voxpop import schema
from voxpop.aggregate.damage import Damage, in_order_of
from voxpop.aggregate.trust import Precision
from voxpop.document import (
    EVIDENCE,
    KEY_POINTS,
    aspect_entries,
    counts_entry,
    key_point_entries,
    run_entry,
    stars_entry,
)
from voxpop.store.checks import judged
from voxpop.store.filters import ReviewFilter
from voxpop.store.recent_changes import RecentChanges, recent_changes, row_damages
from voxpop.store.views import Views
from voxpop.types import Aspect
from voxpop.web.state import OpenFile
from voxpop.web.views.aspect_rows import AspectView, aspect_rows
from voxpop.web.views.public_paths import public_run


def run(open_file: OpenFile) -> schema.Run:
    """Return how the analysis was made."""
    return open_file.once("run", lambda: public_run(run_entry(open_file.views, open_file.views.facts())))


def title(open_file: OpenFile) -> str:
    """Return what the analysis is called: as the user named it, or else its product or its file."""
    named = open_file.views.facts().get("title")
    return str(named or run(open_file)["product"] or open_file.whole.slug)


def stars(open_file: OpenFile) -> schema.Stars:
    """Return the stars, in all and by month."""
    return open_file.once("stars", lambda: stars_entry(open_file.views))


def counts(open_file: OpenFile) -> schema.Counts:
    """Return what was read, kept and counted."""
    by = run(open_file).get("by", "terms")
    return open_file.once("counts", lambda: counts_entry(open_file.views, _tops(entries(open_file)), by=by))


def changes(open_file: OpenFile) -> RecentChanges | None:
    """Return what changed in the last months."""
    return open_file.once("changes", lambda: recent_changes(open_file.views))


def entries(open_file: OpenFile) -> list[schema.Aspect]:
    """Return every row, flat and in order, with its best quotes and its months; the evidence has a page of its own."""
    return open_file.once("entries", lambda: aspect_entries(open_file.views, changes(open_file), evidence=0))


def trusted(open_file: OpenFile) -> dict[str, Precision]:
    """Return the share of right opinions of every row that people checked, by its id."""
    return open_file.once(
        "trusted", lambda: {open_file.views.table[row].id: share for row, share in judged(open_file.views).items()}
    )


def _tops(rows: list[schema.Aspect]) -> list[schema.Aspect]:
    """Return the rows of a tree that stand at its top; of a flat table, all."""
    return [row for row in rows if row["id"].count(">") < 2]


def rows(open_file: OpenFile) -> list[AspectView]:
    """Return the rows as they are drawn, flat, each knowing what it stands under."""
    return open_file.once("rows", lambda: _rows(open_file))


def _rows(open_file: OpenFile) -> list[AspectView]:
    """Return the rows with the same evidence as the report."""
    flat = aspect_entries(open_file.views, changes(open_file), evidence=EVIDENCE)
    names = {entry["id"]: entry["name"] for entry in flat}
    parents = [aspect.parent for aspect in open_file.views.table]
    return [
        replace(row, under=names.get(parent or ""), parent=parent)
        for row, parent in zip(aspect_rows(flat), parents, strict=True)
    ]


def damaged(open_file: OpenFile) -> list[tuple[Aspect, Damage]]:
    """Return the rows at the top of the table, those that cost most stars first."""
    return open_file.once("damaged", lambda: _damaged(open_file.views))


def _damaged(views: Views) -> list[tuple[Aspect, Damage]]:
    rows = zip(views.table, row_damages(views, None), strict=True)
    return in_order_of([(row, found) for row, found in rows if row.parent is None], "damage", lambda pair: pair[1])


def key_points(
    open_file: OpenFile,
    place: int | None = None,
    chosen: ReviewFilter = ReviewFilter(),  # noqa: B008
) -> list[schema.KeyPoint]:
    """Return the key points of the file, or of a row of the table over the reviews chosen."""
    return open_file.once(("key_points", place, chosen), lambda: _key_points(open_file.views, place, chosen))


def _key_points(views: Views, place: int | None, chosen: ReviewFilter) -> list[schema.KeyPoint]:
    if place is None:
        return key_point_entries(views, views.key_points(limit=KEY_POINTS, quotes=EVIDENCE))
    return key_point_entries(views, views.key_points_of(place, chosen, limit=KEY_POINTS, quotes=EVIDENCE))
