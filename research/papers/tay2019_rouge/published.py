"""The figures that Tay et al. (2019) print, table by table."""

from __future__ import annotations

CONFIGURATIONS = {  # whether words are stemmed, and whether stop words are removed
    "None": (False, False),
    "Stemming": (True, False),
    "StopWordRemoval": (False, True),
    "StopWordRemoval+Stemming": (True, True),
}
VARIANTS = ("1", "2", "L", "SU4")

TABLE_3: dict[str, float] = {
    "gold standard summaries": 223, "fewest words": 3, "most words": 62, "mean words": 16.7, "median words": 15,
}  # fmt: skip

TABLE_5: dict[str, dict[str, tuple[float, ...]]] = {
    "recall": {
        "None": (0.659, 0.323, 0.578, 0.677),
        "Stemming": (0.682, 0.341, 0.596, 0.695),
        "StopWordRemoval": (0.610, 0.108, 0.592, 0.610),
        "StopWordRemoval+Stemming": (0.641, 0.139, 0.632, 0.641),
    },
    "f1": {
        "None": (0.758, 0.345, 0.744, 0.767),
        "Stemming": (0.771, 0.359, 0.744, 0.776),
        "StopWordRemoval": (0.646, 0.108, 0.628, 0.646),
        "StopWordRemoval+Stemming": (0.677, 0.139, 0.677, 0.677),
    },
}

TABLE_6 = {"adjectives": 0.122, "adverbs": 0.050, "verbs": 0.110}

TABLE_7 = {
    "small": ("little", "large"),
    "large": ("big", "small"),
    "exceptional": ("excellent", "ordinary"),
    "inferior": ("bad", "superior"),
    "worse": ("unfavorable", "good"),
}

TABLE_9: dict[str, tuple[float, ...]] = {
    "None": (0.952, 1.000, 0.952, 0.952),
    "Stemming": (0.933, 1.000, 0.942, 0.933),
    "StopWordRemoval": (0.952, 1.000, 0.942, 0.952),
    "StopWordRemoval+Stemming": (0.913, 0.990, 0.904, 0.913),
}
TRIPLETS_9, REPLACED_9 = 104, 0.124

TABLE_11: dict[str, tuple[float | None, ...]] = {
    "None": (0.479, None, 0.465, 0.493),
    "Stemming": (0.479, None, 0.465, 0.500),
    "StopWordRemoval": (0.430, None, 0.387, 0.437),
    "StopWordRemoval+Stemming": (0.451, None, 0.394, 0.444),
}
TRIPLETS_11 = 142
CONSISTENT, OPPOSED = 38, 13

WORKED: tuple[tuple[str, tuple[str, int], tuple[str, int], float], ...] = (
    ("Table 4, same aspect", ("performance_honda_accord_2008", 3), ("performance_honda_accord_2008", 1), 0.069),
    ("Table 4, other aspect", ("performance_honda_accord_2008", 3), ("price_holiday_inn_london", 3), 0.125),
    ("Table 4, same aspect", ("rooms_swissotel_chicago", 2), ("rooms_swissotel_chicago", 4), 0.222),
    ("Table 4, other aspect", ("rooms_swissotel_chicago", 2), ("location_bestwestern_hotel_sfo", 3), 0.095),
    ("Table 10, same polarity", ("buttons_amazon_kindle", 4), ("buttons_amazon_kindle", 3), 0.000),
    ("Table 10, other polarity", ("buttons_amazon_kindle", 4), ("buttons_amazon_kindle", 1), 0.118),
)
"""Reference, candidate and ROUGE-1 F1 after stop-word removal and stemming, with the aspect terms masked."""
