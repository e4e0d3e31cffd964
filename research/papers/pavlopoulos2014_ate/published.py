"""The figures that Pavlopoulos and Androutsopoulos (2014) print."""

from __future__ import annotations

SETS = ("restaurants", "hotels", "laptops")

TABLE_2: dict[str, tuple[float, ...]] = {
    "freq": (43.40, 30.11, 9.09),
    "freq+w2v": (45.17, 30.54, 7.18),
    "hl": (52.23, 49.73, 34.34),
    "hl+w2v": (66.80, 53.37, 38.93),
}

SECTION_2: dict[str, tuple[int, ...]] = {
    "sentences": (3710, 3600, 3085),
    "with one term": (1248, 1326, 909),
    "with several terms": (872, 652, 416),
    "without a term": (1590, 1622, 1760),
    "distinct terms of several words": (593, 199, 350),
    "distinct terms of one word": (452, 262, 289),
    "terms of several words tagged more than once": (67, 24, 67),
    "terms of one word tagged more than once": (195, 120, 137),
}


def awp(method: str, name: str) -> float | None:
    """Table 2 in per cent; None for a method or a set that the paper does not have."""
    if method not in TABLE_2 or name not in SETS:
        return None
    return TABLE_2[method][SETS.index(name)]
