"""Numbers about customers: everything here is computed from partial results that merge."""

from __future__ import annotations

from voxpop.aggregate.aspect_table import AspectCounter, AspectRow
from voxpop.aggregate.interval import mean_interval
from voxpop.aggregate.star_summary import StarSummary, summarise_stars
from voxpop.aggregate.tally import Tally

__all__ = ["AspectCounter", "AspectRow", "StarSummary", "Tally", "mean_interval", "summarise_stars"]
