"""Garbage collection while many small objects are made that live as long as a part of the reviews."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

OBJECTS = 500_000  # new ones between two looks for garbage: more than some reviews make that are read together


@contextmanager
def seldom_collected() -> Iterator[None]:
    """Look for garbage that refers to itself less often; all other garbage is freed at once, as ever."""
    before = gc.get_threshold()
    gc.set_threshold(max(before[0], OBJECTS) if before[0] else 0, *before[1:])
    try:
        yield
    finally:
        gc.set_threshold(*before)
