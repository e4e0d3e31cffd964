"""Lengths of the pieces of a Chinese text by which curation compares texts."""

from __future__ import annotations

RUN_LENGTHS = (1, 2, 3, 4)
KNOWN_RUN = 2
SHINGLE = 3
