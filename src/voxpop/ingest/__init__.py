"""From a file of reviews in almost any shape to a stream of reviews worth analysing."""

from __future__ import annotations

from voxpop.ingest import data_frames, delimited, excel, json_files  # noqa: F401  they register
from voxpop.ingest.content import check_content
from voxpop.ingest.curate import Curator
from voxpop.ingest.reading import read_reviews
from voxpop.ingest.tables import READERS, FileChoice

__all__ = ["READERS", "Curator", "FileChoice", "check_content", "read_reviews"]
