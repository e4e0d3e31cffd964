"""Lengths of the pieces of an English text by which curation compares texts."""

from __future__ import annotations

RUN_LENGTHS = (4,)
KNOWN_RUN = 4
SHINGLE = 5
