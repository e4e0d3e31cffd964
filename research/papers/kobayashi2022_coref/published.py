"""The figures that Kobayashi and Malon (2022) print."""

from __future__ import annotations

from voxpop.types import About

TABLE_1 = {"documents": 498, "sentences": 3883, "tokens": 63184, "mentions": 8894}

TABLE_2: dict[About, int] = {
    "main": 2864, "part_of_main": 1512, "competing": 429, "part_of_competing": 103, "generic": 193,
    "part_of_generic": 18, "interacting": 853, "part_of_interacting": 308, "other": 2127,
}  # fmt: skip
TITLES = 498  # product titles, which Table 2 counts as mentions of the main product

KAPPA = 0.681

# The share of substitutions that an author found to be as expected: consistent within a type, else inconsistent.
TABLE_3: dict[tuple[About, About], float] = {
    ("main", "main"): 1.00, ("main", "competing"): 0.83, ("main", "interacting"): 0.93,
    ("competing", "competing"): 0.75, ("competing", "main"): 0.82, ("competing", "interacting"): 0.93,
    ("interacting", "interacting"): 0.45, ("interacting", "main"): 1.00, ("interacting", "competing"): 1.00,
}  # fmt: skip

# SummaC-ZS by document, threshold 0.5, and the area under its curve by granularity.
TABLE_4: dict[tuple[About, About], float] = {
    ("main", "main"): 1.00, ("main", "competing"): 0.20, ("main", "interacting"): 0.38,
    ("competing", "competing"): 0.87, ("competing", "main"): 0.44, ("competing", "interacting"): 0.50,
    ("interacting", "interacting"): 0.89, ("interacting", "main"): 0.32, ("interacting", "competing"): 1.00,
}  # fmt: skip
AUC = {"sentence": 0.721, "document": 0.770}

# The diagonal of Table 6: of the labels given to mentions of each agreed type, the share (%) that is that type.
TABLE_6: dict[About, float] = {
    "main": 95.05, "part_of_main": 89.2, "competing": 90.6, "part_of_competing": 83.82, "generic": 84.11,
    "part_of_generic": 81.48, "interacting": 91.01, "part_of_interacting": 80.52, "other": 91.57,
}  # fmt: skip

# The share of reviews with sentences of both polarities, by stars.
MIXED = {1: 0.611, 5: 0.467}
