"""Summaries in which every clause carries counted evidence for and against it."""

from __future__ import annotations

from voxpop.summarize.endpoint import Writer
from voxpop.summarize.selection import AUDIENCES
from voxpop.summarize.source import summaries
from voxpop.summarize.summary import NUMBERS, Summary, SummaryLine, SummaryOptions
from voxpop.summarize.writer import rewrite

__all__ = ["AUDIENCES", "NUMBERS", "Summary", "SummaryLine", "SummaryOptions", "Writer", "rewrite", "summaries"]
