"""Encodings of English before UTF-8. Those of Western Europe are what remains if no other language fits."""

from __future__ import annotations

LEGACY_ENCODINGS: tuple[str, ...] = ()
COMMON_CHARACTERS: frozenset[str] = frozenset()
