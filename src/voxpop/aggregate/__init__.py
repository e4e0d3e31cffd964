"""Numbers about customers: what they come to, and what differs."""

from __future__ import annotations

from voxpop.aggregate.share import mean_interval
from voxpop.aggregate.star_summary import StarSummary, summarise_stars

__all__ = ["StarSummary", "mean_interval", "summarise_stars"]
