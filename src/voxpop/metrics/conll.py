"""Reads and writes coreference clusters: CoNLL-2012 files and JSON."""

from __future__ import annotations
