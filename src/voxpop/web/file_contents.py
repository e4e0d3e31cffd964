"""What the pages show of an open file, in the document's terms, each part worked out once."""

from __future__ import annotations

from dataclasses import replace

from voxpop import schema
from voxpop.aggregate.damage import Damage, in_order_of
from voxpop.aggregate.trust import Precision
from voxpop.document import KEY_POINTS, aspect_entries, counts_entry, key_point_entries, run_entry, stars_entry
from voxpop.store.checks import judged
from voxpop.store.recent_changes import RecentChanges, recent_changes, row_damages
from voxpop.store.time_series import Mark, read_marks
from voxpop.types import Aspect
from voxpop.web.state import OpenFile, once
from voxpop.web.views.aspect_rows import AspectView, aspect_rows
from voxpop.web.views.public_paths import public_run


@once
def run(open_file: OpenFile) -> schema.Run:
    """Return how the analysis was made."""
    return public_run(run_entry(open_file.views, open_file.views.facts()))


def title(open_file: OpenFile) -> str:
    """Return what the analysis is called: as the user named it, or else its product or its file."""
    named = open_file.views.fact("title")
    return str(named or run(open_file)["product"] or open_file.whole.slug)


@once
def marks(open_file: OpenFile) -> list[Mark]:
    """Return the days that the user marked."""
    return read_marks(open_file.views)


@once
def stars(open_file: OpenFile) -> schema.Stars:
    """Return the stars, in all and by month."""
    return stars_entry(open_file.views)


@once
def counts(open_file: OpenFile) -> schema.Counts:
    """Return what was read, kept and counted: of a tree, the opinions of the rows at its top."""
    tops = [row for row in entries(open_file) if row["id"].count(">") < 2]
    return counts_entry(open_file.views, tops, by=run(open_file).get("by", "terms"))


@once
def changes(open_file: OpenFile) -> RecentChanges | None:
    """Return what changed in the last months."""
    return recent_changes(open_file.views)


@once
def entries(open_file: OpenFile) -> list[schema.Aspect]:
    """Return every row, flat and in order, with its best quotes and its months; the evidence has a page of its own."""
    return aspect_entries(open_file.views, changes(open_file), evidence=0)


@once
def trusted(open_file: OpenFile) -> dict[str, Precision]:
    """Return the share of right opinions of every row that people checked, by its id."""
    return {open_file.views.table[row].id: share for row, share in judged(open_file.views).items()}


@once
def rows(open_file: OpenFile) -> list[AspectView]:
    """Return the rows as they are drawn, flat, each knowing what it stands under."""
    flat = entries(open_file)
    names = {entry["id"]: entry["name"] for entry in flat}
    parents = [aspect.parent for aspect in open_file.views.table]
    return [
        replace(row, under=names.get(parent or ""), parent=parent)
        for row, parent in zip(aspect_rows(flat), parents, strict=True)
    ]


@once
def damaged(open_file: OpenFile) -> list[tuple[Aspect, Damage]]:
    """Return the rows at the top of the table, those that cost most stars first."""
    rows = zip(open_file.views.table, row_damages(open_file.views, None), strict=True)
    return in_order_of([(row, damage) for row, damage in rows if row.parent is None], "damage", lambda pair: pair[1])


@once
def key_points(open_file: OpenFile, *, quotes: int = 0) -> list[schema.KeyPoint]:
    """Return the key points of the file; each has a page of its own with all its quotes."""
    return key_point_entries(open_file.views, open_file.views.key_points(limit=KEY_POINTS, quotes=quotes))
