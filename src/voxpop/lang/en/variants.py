"""English is written in one way everywhere, as far as voxpop reads it."""

from __future__ import annotations

DIALECTS: tuple[str, ...] = ()


def normalize(text: str) -> str:
    """Return the text."""
    return text


def is_variant(text: str) -> bool:
    """Return False."""
    return False


def dialect(text: str) -> str:
    """Return nothing: no dialect is told apart."""
    return ""
