"""What the overview shows, in the app and in the report."""

from __future__ import annotations

from dataclasses import dataclass

from voxpop.schema import Counts, Run, Stars
from voxpop.web.views.aspect_rows import AspectView
from voxpop.web.views.chart_shapes import MonthColumn
from voxpop.web.views.recent_changes import RecentChanges
from voxpop.web.views.summary_view import SummaryView


@dataclass(frozen=True, slots=True)
class OverviewView:
    """The first page: stars, summary, aspects, what changed."""

    title: str
    run: Run
    counts: Counts
    stars: Stars
    rows: list[AspectView]
    months: list[MonthColumn]
    summaries: list[SummaryView] | None  # None while they are being written
    changes: RecentChanges | None

    @property
    def tops(self) -> list[AspectView]:
        """The rows that stand under no other."""
        return [row for row in self.rows if not row.under]

    @property
    def by_id(self) -> dict[str, AspectView]:
        """The rows by the ids of their aspects."""
        return {row.aspect["id"]: row for row in self.rows}
