"""Two small customer exports written for voxpop, to try it on: a hotel in English and a restaurant in Chinese."""

from __future__ import annotations

from pathlib import Path

from voxpop.errors import choose

EXAMPLES = {"en": "hotel-en.csv", "zh": "restaurant-zh.csv"}


def path(name: str) -> Path:
    """Where the example called ``name`` ("en", "zh") lies.

    >>> path("en").name
    'hotel-en.csv'
    """
    return Path(__file__).parent / EXAMPLES[choose("example", name, EXAMPLES)]
