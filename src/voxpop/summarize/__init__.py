"""Summaries that tell what reviews say, in their own words, every clause with its count and all its quotes."""

from __future__ import annotations

from voxpop.summarize.summary import AUDIENCES, Summary, SummaryLine, SummaryOptions, summaries

__all__ = ["AUDIENCES", "Summary", "SummaryLine", "SummaryOptions", "summaries"]
