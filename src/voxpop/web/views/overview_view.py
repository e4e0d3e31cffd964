"""What the overview shows, in the app and in the report."""

from __future__ import annotations

from dataclasses import dataclass

from voxpop.lang.product_kinds import kind_names
from voxpop.schema import Counts, Run, Stars
from voxpop.web.labels import Labels
from voxpop.web.views.aspect_rows import AspectView
from voxpop.web.views.chart_shapes import MonthColumn
from voxpop.web.views.key_point_view import KeyPointView
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
    key_points: list[tuple[str, list[KeyPointView]]]  # of each kind
    changes: RecentChanges | None
    domains: list[str]  # what kind of product the reviews are of

    @property
    def tops(self) -> list[AspectView]:
        """The rows that stand under no other."""
        return [row for row in self.rows if not row.under]

    @property
    def by_id(self) -> dict[str, AspectView]:
        """The rows by the ids of their aspects."""
        return {row.aspect["id"]: row for row in self.rows}


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
