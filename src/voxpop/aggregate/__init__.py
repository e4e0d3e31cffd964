"""Numbers about customers: everything here is computed from partial results that merge."""

from __future__ import annotations

from voxpop.aggregate.interval import mean_interval
from voxpop.aggregate.stars import StarSummary, summarise_stars
from voxpop.aggregate.table import Counts, Row
from voxpop.aggregate.tally import Tally

__all__ = ["Counts", "Row", "StarSummary", "Tally", "mean_interval", "summarise_stars"]
