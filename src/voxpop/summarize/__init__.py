"""Summaries in which every clause carries counted evidence for and against it."""

from __future__ import annotations

from voxpop.summarize.choose import AUDIENCES
from voxpop.summarize.endpoint import Writer
from voxpop.summarize.source import summaries
from voxpop.summarize.summary import Line, Options, Summary
from voxpop.summarize.wording import NUMBERS
from voxpop.summarize.writer import rewrite

__all__ = ["AUDIENCES", "NUMBERS", "Line", "Options", "Summary", "Writer", "rewrite", "summaries"]
