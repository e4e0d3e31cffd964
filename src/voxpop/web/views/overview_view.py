"""What the overview shows, in the app and in the report."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from voxpop.aggregate.damage import in_order_of
from voxpop.document import damage_of
from voxpop.lang.product_kinds import kind_names
from voxpop.schema import Counts, KeyPoint, Run, Stars, Summary
from voxpop.store.recent_changes import RecentChanges
from voxpop.store.time_series import Mark
from voxpop.web.labels import Labels
from voxpop.web.views.aspect_rows import AspectView
from voxpop.web.views.chart_shapes import MonthColumn, mark_lines, star_columns

MAX_NAMED_ROWS = 6  # rows that are named at a glance
CHANGES = ("worse", "improved")  # claims that hold two periods against each other
KINDS = ("complaint", "praise", "wish")
MAX_KEY_POINTS = 8  # key points of each kind


@dataclass(frozen=True, slots=True)
class OverviewView:
    """The first page: stars, summary, aspects, what changed."""

    title: str
    run: Run
    counts: Counts
    stars: Stars
    rows: list[AspectView]
    order: str  # of the rows
    months: list[MonthColumn]
    marked: Sequence[Mark]  # days that the user marked
    marks: list[tuple[float, str]]  # where they stand among the months, and their names
    summaries: list[Summary] | None  # those with any sentence; None while they are being written
    key_points: list[tuple[str, list[KeyPoint]]]  # of each kind
    changes: RecentChanges | None
    domains: list[str]  # what kind of product the reviews are of

    @property
    def tops(self) -> list[AspectView]:
        """The rows that stand under no other."""
        return [row for row in self.rows if not row.under]

    def place_of_top(self, number: int) -> int:
        """Return the place of a row that stands under no other, counted from 0; where there are fewer, the end."""
        places = [place for place, row in enumerate(self.rows) if not row.under]
        return places[number] if number < len(places) else len(self.rows)

    @property
    def hurts(self) -> list[AspectView]:
        """The rows whose complaints cost most."""
        rows = in_order_of(self.tops, "damage", lambda row: damage_of(row.aspect))
        return [row for row in rows if row.aspect["damage"]["complaints"]][:MAX_NAMED_ROWS]

    @property
    def liked(self) -> list[AspectView]:
        """The rows that are praised most."""
        rows = sorted(self.tops, key=lambda row: -row.aspect["positive"])
        return [row for row in rows if row.aspect["positive"]][:MAX_NAMED_ROWS]

    @property
    def by_id(self) -> dict[str, AspectView]:
        """The rows by the ids of their aspects."""
        return {row.aspect["id"]: row for row in self.rows}


def overview_view(
    label: Labels,
    *,
    stars: Stars,
    run: Run,
    summaries: list[Summary] | None,
    key_points: list[KeyPoint],
    marks: Sequence[Mark],
    **content: Any,
) -> OverviewView:
    """Return the page; what needs no words or places is given as it is."""
    months = star_columns(stars["by_month"])
    return OverviewView(
        stars=stars,
        run=run,
        months=months,
        marked=marks,
        marks=mark_lines(marks, months),
        summaries=None if summaries is None else [summary for summary in summaries if summary["sentences"]],
        key_points=key_point_columns(key_points),
        domains=domain_lines(run, label),
        **content,
    )


def key_point_columns(points: Sequence[KeyPoint]) -> list[tuple[str, list[KeyPoint]]]:
    """Return the first key points of each kind, those of most reviews first."""
    chosen = {kind: [point for point in points if point["kind"] == kind][:MAX_KEY_POINTS] for kind in KINDS}
    return [(kind, some) for kind, some in chosen.items() if some]


def domain_lines(run: Run, label: Labels) -> list[str]:
    """Return what kind of product the reviews of each language are of, in words; what is the same is said once."""
    names = kind_names(label.code)
    lines: dict[str, None] = {}
    for domain in run.get("domain", {}).values():
        kind = domain["kind"]
        if kind is None:
            lines[label("reads_as_unsure")] = None
        else:
            key = "reads_as_given" if domain["given"] else "reads_as"
            lines[label(key, kind=names.get(kind, kind), share=f"{100 * domain['probability']:.0f}")] = None
    return list(lines)
